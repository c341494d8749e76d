import fc from "fast-check";
import { expect, test } from "vitest";
import { bytesReader, type RangeReader } from "~/domain/media/range-reader";
import { exifBody, jpegBytes, withSegments } from "../../../tests/fixtures/jpeg";
import { pictures } from "../../../tests/fixtures/pictures";
import { wavBytes } from "../../../tests/fixtures/wav";
import { probeArtwork, probeAudio, probeCustomArtwork } from "./file-probe";
import { pictureOf } from "./probe";

const NOT_IMAGE = "Please select an image file (JPEG, PNG, WebP, GIF, HEIC or AVIF)";
const picture = jpegBytes({ width: 64, height: 48 });

function probe(file: Uint8Array) {
  return probeCustomArtwork(bytesReader(file), file.length);
}

const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

const kinds = Object.entries(pictures);

test.each(kinds)("a track's own artwork may be %s, whatever it is called", async (kind, file) => {
  expect(await probe(file)).toMatchObject({ ok: true, probe: { kind } });
});

test.each(kinds)("%s that is cut short anywhere is refused", async (kind, file) => {
  // A GIF's image ends two bytes before its file does, and a PNG is read up to the sum of its end.
  const last = file.length - (kind === "png" ? 4 : 2);
  for (let length = 1; length < last; length++) {
    const result = await probe(file.subarray(0, length));
    expect(result.ok, `cut at ${length}`).toBe(false);
  }
});

test.each([
  ["png", "\x89PNG\r\n\x1a\n"],
  ["png", "\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR"],
  ["webp", "RIFF\x24\0\0\0WEBPVP8 "],
  ["gif", "GIF89a\x01\0"],
  ["gif", "GIF89a\x01\0\x01\0\0\0\0\x3b"],
  ["heic", "\0\0\0\x18ftypheic\0\0\0\0mif1heic"],
  ["avif", "\0\0\0\x18ftypavif\0\0\0\0mif1avif"],
])("the first bytes of %s alone are no picture", async (_, head) => {
  const result = await probe(latin(head));
  expect(!result.ok && result.text).toContain(`${NOT_IMAGE}. This one is`);
});

test.each([
  ["no pixels", (file: Uint8Array) => file.fill(0x61, 37, 41)],
  ["a width of 0", (file: Uint8Array) => file.fill(0, 16, 20)],
  ["a colour type nobody knows", (file: Uint8Array) => file.fill(5, 25, 26)],
  ["pixels that are not compressed", (file: Uint8Array) => file.fill(0, 41, 43)],
])("a PNG with %s is refused", async (_, damage) => {
  expect(await probe(damage(pictures.png.slice()))).toMatchObject({ ok: false });
});

test("damaged pictures never throw", async () => {
  const change = fc.tuple(fc.nat(200), fc.nat(255));
  const one = fc.constantFrom(...Object.values(pictures));
  await fc.assert(
    fc.asyncProperty(one, fc.array(change, { maxLength: 8 }), async (file, changes) => {
      const damagedBytes = file.slice();
      for (const [at, value] of changes) damagedBytes[at] = value;
      expect(typeof (await probe(damagedBytes)).ok).toBe("boolean");
    }),
  );
});

test("a JPEG is measured like the release's artwork", async () => {
  const expectedProbe = { kind: "jpeg", width: 64, height: 48, components: 3, orientation: 1 };
  expect(await probe(picture)).toMatchObject({ ok: true, probe: expectedProbe });
});

test.each([
  ["png", { width: 8, height: 8, components: 3, orientation: 1, profile: null }],
  ["webp", { components: 3, orientation: 1, profile: null }],
] as const)("a %s is measured, too", async (kind, facts) => {
  const result = await probe(pictures[kind]);
  expect(result).toMatchObject({ ok: true, probe: { kind, ...facts } });
  expect(pictureOf(result.ok ? result.probe : undefined)).toMatchObject(facts);
});

test("of pictures that were stored before, and of other kinds, no looks are known", () => {
  expect(pictureOf({ kind: "png" })).toBeUndefined();
  expect(pictureOf({ kind: "gif" })).toBeUndefined();
  expect(pictureOf(null)).toBeUndefined();
});

test("a JPEG that is cut short is refused, with the text of a track's own artwork", async () => {
  const result = await probe(picture.subarray(0, picture.length - 200));
  expect(result).toMatchObject({ ok: false });
  expect(!result.ok && result.text).toContain(`${NOT_IMAGE}. This one is cut short`);
});

test.each([
  ["a web page", latin("<!doctype html><title>Sign in</title>")],
  ["WAV audio", wavBytes({ seconds: 0.01 })],
  ["an unknown kind of file", latin("only words")],
])("%s is refused by name", async (what, file) => {
  expect(await probe(file)).toEqual({ ok: false, text: `${NOT_IMAGE}. This one is ${what}.` });
});

test.each([
  ["an SVG drawing", latin("<?xml version='1.0'?><svg onload='alert(1)'/>")],
  ["a PDF document", latin("%PDF-1.7\n")],
  ["a TIFF image", latin("II*\0 and more")],
  ["a Photoshop image", latin("8BPS\0\x01")],
])("%s is refused by name, and a JPEG of it asked for", async (what, file) => {
  const advice = "Save it as a JPEG and choose that file.";
  expect(await probe(file)).toEqual({
    ok: false,
    text: `${NOT_IMAGE}. This one is ${what}. ${advice}`,
  });
});

test.each([
  ["a PNG image", pictures.png],
  ["a GIF image", pictures.gif],
  ["a WebP image", pictures.webp],
  ["a HEIC image", pictures.heic],
  ["an AVIF image", pictures.avif],
  ["a TIFF image", latin("MM\0*\0\0\0\x08")],
  ["a Photoshop image", latin("8BPS\0\x01")],
  ["a PDF document", latin("%PDF-1.7\n")],
])("%s renamed to .jpg is called what it is", async (what, file) => {
  expect(await probeArtwork(bytesReader(file), file.length)).toEqual({
    ok: false,
    text: `Please select a valid JPEG or JPG file. This one is ${what}. Save it as a JPEG and choose that file.`,
  });
});

test.each([
  ["FLAC audio", "fLaC\0\0\0\x22"],
  ["Ogg audio", "OggS\0\x02"],
  ["Opus audio", `OggS\0\x02${"\0".repeat(20)}\x01\x13OpusHead`],
  ["MP3 audio", "\xff\xfb\x90\0"],
  ["MP3 audio", "ID3\x04\0\0\0\0\0\x04TIT2\xff\xfb\x90\0"],
  ["AAC audio", "\xff\xf1\x50\x80\x02\x9f\xfc"],
  ["M4A or MP4 media", "\0\0\0\x18ftypM4A \0\0\0\0isom"],
  ["Wave64 (W64) audio", "riff\x2e\x91\xcf\x11\xa5\xd6\x28\xdb\x04\xc1\0\0"],
  ["CAF audio", "caff\0\x01\0\0desc"],
  ["AIFF audio", "FORM\0\0\0\x24AIFFCOMM"],
  ["AIFF audio", "FORM\0\0\0\x24AIFCFVER"],
  ["WMA or WMV media", "\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9"],
  ["DSD audio", "DSD \x1c\0\0\0\0\0\0\0"],
  ["DSD audio", "FRM8\0\0\0\0\0\0\0\x40DSD FVER"],
])("%s renamed to .wav is called what it is, with what to do", async (what, head) => {
  const file = latin(head.padEnd(4_200, "\xff"));
  expect(await probeAudio(bytesReader(file), file.length, "song.wav")).toEqual({
    ok: false,
    text: `Invalid file type. Expected: WAV file... This file is named .wav but holds ${what}. Export the song as a WAV file and choose that file.`,
  });
});

test.each(["RF64", "BW64"] as const)("a WAV file in a %s frame is taken", async (container) => {
  const file = wavBytes({ seconds: 0.1, container });
  expect(await probeAudio(bytesReader(file), file.length, "long.wav")).toMatchObject({ ok: true });
});

/** An ID3 tag of so many bytes behind its header. */
function tag(bytes: number, hasFooter = false): Uint8Array {
  const length = [21, 14, 7, 0].map((shift) => (bytes >> shift) & 0x7f);
  const header = [...latin("ID3\x04\0"), hasFooter ? 0x10 : 0, ...length];
  const footer = hasFooter ? [...latin("3DI\x04\0\x10"), ...length] : [];
  return Uint8Array.from([...header, ...Array<number>(bytes).fill(0), ...footer]);
}

const BEHIND_TAG = /This file starts with an ID3 tag/;
const MP3 = /This file is named \.wav but holds MP3 audio\. Export the song/;

test.each([
  ["WAV behind a tag with a picture", tag(60_000), "RIFF", BEHIND_TAG],
  ["WAV behind a tag that ends with the head", tag(4_086), "RIFF", BEHIND_TAG],
  ["WAV behind a tag that ends in the head's last bytes", tag(4_083), "RIFF", BEHIND_TAG],
  ["WAV behind a tag with a footer", tag(200, true), "RIFF", BEHIND_TAG],
  ["RF64 behind a tag", tag(200), "RF64", BEHIND_TAG],
  ["FLAC behind a tag with a picture", tag(60_000), "fLaC", /holds FLAC audio\. Export the song/],
  ["MP3 behind a tag with a picture", tag(60_000), "\xff\xfb\x90\0", MP3],
  ["AAC behind a tag with a picture", tag(60_000), "\xff\xf1\x50\x80", /holds AAC audio/],
  ["a tag that is longer than its file", tag(60_000).subarray(0, 9_000), "", MP3],
])("%s is refused as what it is", async (_, front, start, text) => {
  const wav = wavBytes({ seconds: 0.01 });
  wav.set(latin(start));
  const file = new Uint8Array([...front, ...(start ? wav : [])]);
  // As storage does.
  const readRange: RangeReader = async (offset, length) => {
    if (offset > file.length) throw new Error("The requested range is not satisfiable");
    return bytesReader(file)(offset, length);
  };
  const result = await probeAudio(readRange, file.length, "song.wav");
  expect(result).toMatchObject({ ok: false, text: expect.stringMatching(text) });
});

const ICC = new Uint8Array(14 + 128);
ICC.set(latin("ICC_PROFILE\0\x01\x01"));
ICC.set(latin("CMYK"), 14 + 16);

test("the turn and the profile of artwork are found as the browser finds them", async () => {
  const file = withSegments(picture, [
    { marker: 0xe1, body: exifBody(6) },
    { marker: 0xe2, body: ICC },
  ]);
  const found = { kind: "jpeg", width: 48, height: 64, orientation: 6, profile: "cmyk" };
  const expected = { ok: true, probe: found };
  expect(await probeArtwork(bytesReader(file), file.length)).toMatchObject(expected);
  expect(await probeCustomArtwork(bytesReader(file), file.length)).toMatchObject(expected);
});
