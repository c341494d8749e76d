import { expect, test } from "vitest";
import { jpegBytes } from "../../../tests/fixtures/jpeg";
import { animatedPng, extendedWebp, pictures } from "../../../tests/fixtures/pictures";
import { readPictureFacts } from "./picture-facts";

const toBytes = (text: string) => new TextEncoder().encode(text);

test.each([
  ["a JPEG", jpegBytes({ width: 40, height: 30 }), { width: 40, height: 30, animated: false }],
  ["a PNG", pictures.png, { width: 8, height: 8, animated: false }],
  ["a PNG that moves", animatedPng(), { width: 8, height: 8, animated: true }],
  ["a WebP", pictures.webp, { animated: false }],
  ["a WebP of the extended kind", extendedWebp(0), { width: 300, height: 200, animated: false }],
  ["a WebP that moves", extendedWebp(2), { width: 300, height: 200, animated: true }],
])("%s gives its size and whether it is animated", async (_, bytes, facts) => {
  expect(await readPictureFacts(bytes)).toMatchObject({ ok: true, ...facts });
});

test.each([
  ["a GIF", pictures.gif, { reason: "other-kind", kind: "gif" }],
  [
    "a drawing",
    toBytes('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    { reason: "other-kind", kind: "svg" },
  ],
  ["a text", toBytes("me on a ferry"), { reason: "other-kind", kind: "unknown" }],
  ["nothing", new Uint8Array(), { reason: "other-kind", kind: "unknown" }],
  [
    "a JPEG that is cut short",
    jpegBytes({ width: 40, height: 30 }).subarray(0, 300),
    { reason: "broken" },
  ],
  ["a PNG that is cut short", pictures.png.subarray(0, 50), { reason: "broken" }],
])("%s is no picture that can be shown", async (_, bytes, expectedProblem) => {
  expect(await readPictureFacts(bytes)).toMatchObject({ ok: false, ...expectedProblem });
});
