import { expect, test } from "vitest";
import { jpegBytes } from "../../tests/fixtures/jpeg";
import { wavBytes } from "../../tests/fixtures/wav";
import { probeCustomArtwork } from "./probe";
import { bytesReader } from "./range-reader";

const NOT_IMAGE = "Please select an image file (JPEG, PNG, WebP, GIF, HEIC or AVIF)";
const picture = jpegBytes({ width: 64, height: 48 });

function probe(file: Uint8Array) {
  return probeCustomArtwork(bytesReader(file), file.length);
}

const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

test.each([
  ["png", "\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR"],
  ["webp", "RIFF\x24\0\0\0WEBPVP8 "],
  ["gif", "GIF89a\x01\0"],
  ["heic", "\0\0\0\x18ftypheic\0\0\0\0mif1"],
  ["avif", "\0\0\0\x18ftypavif\0\0\0\0mif1"],
])("a track's own artwork may be %s, whatever it is called", async (kind, head) => {
  expect(await probe(latin(head))).toEqual({ ok: true, probe: { kind } });
});

test("a JPEG is measured like the release's artwork", async () => {
  const found = { kind: "jpeg", width: 64, height: 48, components: 3 };
  expect(await probe(picture)).toEqual({ ok: true, probe: found });
});

test("a JPEG that is cut short is refused, with the text of a track's own artwork", async () => {
  const result = await probe(picture.subarray(0, picture.length - 200));
  expect(result).toMatchObject({ ok: false });
  expect(!result.ok && result.text).toContain(`${NOT_IMAGE}. This one is cut short`);
});

test.each([
  ["an SVG drawing", latin("<?xml version='1.0'?><svg onload='alert(1)'/>")],
  ["a web page", latin("<!doctype html><title>Sign in</title>")],
  ["WAV audio", wavBytes({ seconds: 0.01 })],
  ["a PDF document", latin("%PDF-1.7\n")],
  ["an unknown kind of file", latin("II*\0 a TIFF file")],
])("%s is refused by name", async (what, file) => {
  expect(await probe(file)).toEqual({ ok: false, text: `${NOT_IMAGE}. This one is ${what}.` });
});
