import { expect, test } from "vitest";
import { jpegBytes } from "../../tests/fixtures/jpeg";
import { pictures } from "../../tests/fixtures/pictures";
import { readPictureFacts } from "./picture-facts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** An extended WebP of one still image, or of one frame that moves. */
function extended(flags: number): Uint8Array {
  const inner = pictures.webp.subarray(12);
  const head = [
    ...[0x56, 0x50, 0x38, 0x58, 10, 0, 0, 0, flags, 0, 0, 0],
    ...[0x2b, 0x01, 0x00, 0xc7, 0x00, 0x00],
  ];
  const size = 4 + head.length + inner.length;
  return Uint8Array.from([
    ...bytesOf("RIFF"),
    size,
    0,
    0,
    0,
    ...bytesOf("WEBP"),
    ...head,
    ...inner,
  ]);
}

/** The PNG with the chunk before its pixels that says it moves. */
function animatedPng(): Uint8Array {
  const at = 8 + 25;
  const chunk = [0, 0, 0, 8, ...bytesOf("acTL"), 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0];
  return Uint8Array.from([...pictures.png.subarray(0, at), ...chunk, ...pictures.png.subarray(at)]);
}

test.each([
  ["a JPEG", jpegBytes({ width: 40, height: 30 }), { width: 40, height: 30, animated: false }],
  ["a PNG", pictures.png, { width: 8, height: 8, animated: false }],
  ["a PNG that moves", animatedPng(), { width: 8, height: 8, animated: true }],
  ["a WebP", pictures.webp, { animated: false }],
  ["a WebP of the extended kind", extended(0), { width: 300, height: 200, animated: false }],
  ["a WebP that moves", extended(2), { width: 300, height: 200, animated: true }],
])("%s tells its size and whether it moves", async (_, bytes, facts) => {
  expect(await readPictureFacts(bytes)).toMatchObject({ ok: true, ...facts });
});

test.each([
  ["a GIF", pictures.gif, { why: "other-kind", kind: "gif" }],
  [
    "a drawing",
    bytesOf('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    { why: "other-kind", kind: "svg" },
  ],
  ["a text", bytesOf("me on a ferry"), { why: "other-kind", kind: "unknown" }],
  ["nothing", new Uint8Array(), { why: "other-kind", kind: "unknown" }],
  [
    "a JPEG that is cut short",
    jpegBytes({ width: 40, height: 30 }).subarray(0, 300),
    { why: "broken" },
  ],
  ["a PNG that is cut short", pictures.png.subarray(0, 50), { why: "broken" }],
])("%s is no picture that can be shown", async (_, bytes, found) => {
  expect(await readPictureFacts(bytes)).toMatchObject({ ok: false, ...found });
});
