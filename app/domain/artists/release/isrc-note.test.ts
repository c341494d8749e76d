import { expect, test } from "vitest";
import { isrcNote } from "./isrc-note";

test.each(["GB-KTQ-26-00001", "QZ-KTQ-26-00001", "ZZ-KTQ-26-00001", "FX-KTQ-26-00001", "", "soon"])(
  "about the ISRC %j nothing is asked",
  (isrc) => {
    expect(isrcNote(isrc)).toBeUndefined();
  },
);

test("an ISRC with an unknown prefix is asked about", () => {
  expect(isrcNote("qx-ktq-26-00001")).toBe(
    "Few ISRCs begin with QX. Is it typed right? If so, leave it.",
  );
});
