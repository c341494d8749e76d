import fc from "fast-check";
import { expect, test } from "vitest";
import { base64, base64Url, basicAuthorization, fromBase64 } from "./base64";

test("bytes are written as everybody writes them, and read again from either alphabet", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(base64(bytes)).toBe(Buffer.from(bytes).toString("base64"));
      expect(base64Url(bytes)).toBe(Buffer.from(bytes).toString("base64url"));
      expect(fromBase64(base64(bytes))).toEqual(Uint8Array.from(bytes));
      expect(fromBase64(base64Url(bytes))).toEqual(Uint8Array.from(bytes));
    }),
  );
});

test("lines between the letters do not matter, and what is no base64 is thrown", () => {
  expect(fromBase64("aGVs\r\nbG8=\n")).toEqual(new TextEncoder().encode("hello"));
  expect(() => fromBase64("no base64!")).toThrow();
});

test("a name and a password travel in UTF-8", () => {
  expect(basicAuthorization("Aladdin", "open sesame")).toBe("Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
  expect(basicAuthorization("test", "123£")).toBe("Basic dGVzdDoxMjPCow==");
});
