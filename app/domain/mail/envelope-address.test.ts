import { expect, test } from "vitest";
import { envelopeAddress } from "./envelope-address";

test.each([
  ["ada@example.com", "ada@example.com"],
  ["ada@Größe.example", "ada@xn--gre-6ka8i.example"],
  ["ada@例え.jp", "ada@xn--r8jz45g.jp"],
  ["größe@example.com", "größe@example.com"],
  // Nothing else is read out of what is no host name.
  ["ada@größe.example/eve", "ada@größe.example/eve"],
  [
    "ada@größe.example>\r\nRCPT TO:<eve@example.com",
    "ada@größe.example>\r\nRCPT TO:<eve@example.com",
  ],
  ["größe", "größe"],
  ["", ""],
])("%j is sent to %j", (address, expectedAddress) => {
  expect(envelopeAddress(address)).toBe(expectedAddress);
});
