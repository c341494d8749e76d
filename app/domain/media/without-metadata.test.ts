import { expect, test } from "vitest";
import { jpegBytes, withSegments } from "../../../tests/fixtures/jpeg";
import { pictures } from "../../../tests/fixtures/pictures";
import { withoutMetadata } from "./without-metadata";

const plain = jpegBytes({ width: 40, height: 30 });
const text = (words: string) => new TextEncoder().encode(words);

test("metadata are removed, and pixels stay", () => {
  const taggedPicture = withSegments(plain, [
    { marker: 0xe1, body: text("Exif\0\0 53.7997 N 1.5492 W") },
    { marker: 0xe1, body: text("http://ns.adobe.com/xap/1.0/\0 Sigrid") },
    { marker: 0xed, body: text("Photoshop 3.0\0") },
    { marker: 0xfe, body: text("my kitchen") },
  ]);
  expect(taggedPicture.length).toBeGreaterThan(plain.length);
  expect(withoutMetadata(taggedPicture)).toEqual(withoutMetadata(plain));
  expect(new TextDecoder("latin1").decode(withoutMetadata(taggedPicture))).not.toMatch(
    /Exif|Sigrid|kitchen/,
  );
});

test("the colour coding stays", () => {
  const adobe = withSegments(plain, [{ marker: 0xee, body: text("Adobe\0\0\0\0\0\0\0") }]);
  expect(new TextDecoder("latin1").decode(withoutMetadata(adobe))).toContain("Adobe");
});

test.each([
  ["a PNG", pictures.png],
  ["nothing", new Uint8Array()],
  ["a JPEG that ends within a segment", plain.subarray(0, 12)],
])("%s is left alone", (_, bytes) => {
  expect(withoutMetadata(bytes)).toBeUndefined();
});
