import fc from "fast-check";
import { expect, test } from "vitest";
import { describeKind, type FileKind, isPicture, pictureKinds, sniff } from "./sniff";

/** Bytes of a string, one per character; "\xff" is the byte 255. */
function latin(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

const KNOWN: [FileKind, string][] = [
  ["wav", "RIFF\x24\0\0\0WAVEfmt "],
  ["wav", "RF64\xff\xff\xff\xffWAVEds64"],
  ["wav", "BW64\xff\xff\xff\xffWAVEds64"],
  ["rifx", "RIFX\0\0\0\x24WAVEfmt "],
  ["webp", "RIFF\x24\0\0\0WEBPVP8 "],
  ["aiff", "FORM\0\0\0\x24AIFFCOMM"],
  ["aiff", "FORM\0\0\0\x24AIFCFVER"],
  ["flac", "fLaC\0\0\0\x22"],
  ["ogg", "OggS\0\x02"],
  ["mp3", "ID3\x04\0\0\0\0\x02\x01TIT2"],
  ["mp3", "\xff\xfb\x90\0"],
  ["mp3", "\xff\xf3\x40\0"],
  ["wave64", "riff\x2e\x91\xcf\x11\xa5\xd6\x28\xdb\x04\xc1\0\0"],
  ["caf", "caff\0\x01\0\0desc"],
  ["au", ".snd\0\0\0\x18"],
  ["aac", "\xff\xf1\x50\x80\x02\x9f\xfc"],
  ["aac", "\xff\xf9\x4c\x80\x01\x1f\xfc\0\xff\xf9"],
  ["aac", "ADIF\0"],
  ["aac", "ID3\x04\0\0\0\0\0\x01\0\xff\xf1\x50\x80"],
  ["opus", `OggS\0\x02${"\0".repeat(20)}\x01\x13OpusHead`],
  ["wma", "\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9"],
  ["dsd", "DSD \x1c\0\0\0\0\0\0\0"],
  ["dsd", "FRM8\0\0\0\0\0\0\0\x40DSD FVER"],
  ["wavpack", "wvpk\0\0\0\0"],
  ["ape", "MAC \x96\x0f"],
  ["amr", "#!AMR\n"],
  ["midi", "MThd\0\0\0\x06\0\x01"],
  ["matroska", "\x1a\x45\xdf\xa3\x9f\x42\x86"],
  ["3gp", "\0\0\0\x18ftyp3gp4\0\0\0\0isom"],
  ["quicktime", "\0\0\0\x14ftypqt  \0\0\0\0qt  "],
  ["m4a", "\0\0\0\x20ftypM4A \0\0\0\0isomiso2"],
  ["m4a", "\0\0\0\x18ftypmp42\0\0\0\0isom"],
  ["heic", "\0\0\0\x18ftypheic\0\0\0\0mif1"],
  ["heic", "\0\0\0\x1cftypmif1\0\0\0\0heicmiaf"],
  ["avif", "\0\0\0\x1cftypavif\0\0\0\0mif1miaf"],
  ["avif", "\0\0\0\x1cftypmif1\0\0\0\0avifmiaf"],
  ["svg", "<svg xmlns='http://www.w3.org/2000/svg'>"],
  ["svg", "\xef\xbb\xbf<?xml version='1.0'?>\n<!-- drawn --><!DOCTYPE svg><SVG>"],
  ["jpeg", "\xff\xd8\xff\xe0\0\x10JFIF"],
  ["png", "\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR"],
  ["gif", "GIF89a\x01\0"],
  ["tiff", "II*\0\x08\0\0\0"],
  ["tiff", "MM\0*\0\0\0\x08"],
  ["tiff", "II+\0\x08\0\0\0"],
  ["psd", "8BPS\0\x01"],
  ["rar", "Rar!\x1a\x07\x01\0"],
  ["7z", "7z\xbc\xaf\x27\x1c"],
  ["zip", "PK\x03\x04\x14\0"],
  ["pdf", "%PDF-1.7\n"],
  ["html", "\xef\xbb\xbf \n<!DOCTYPE html><title>Sign in</title>"],
  ["html", "<HTML lang=en>"],
  ["apple-double", "\0\x05\x16\x07\0\x02\0\0Mac OS X"],
  ["apple-double", "\0\x05\x16\0\0\x02\0\0"],
];

test.each(KNOWN)("names %s from %j", (kind, head) => {
  expect(sniff(latin(head))).toBe(kind);
});

const UNKNOWN: [string, string][] = [
  ["an empty file", ""],
  ["a RIFF file of another form", "RIFF\x24\0\0\0AVI LIST"],
  ["a cut RIFF start", "RIFF\x24\0\0\0WA"],
  ["UTF-16 text, little-endian", "\xff\xfe\x41\x00h\0i\0"],
  ["a cut start of raw AAC, which shares the MP3 sync bits", "\xff\xf1\x50\x80"],
  ["an AAC sync whose frame leads to no other", "\xff\xf1\x50\x80\x01\x1f\xfc\0\0\0"],
  ["a text that begins like Wave64", "riff raff"],
  ["a text that begins like TIFF", "IInd take"],
  ["a sync with an impossible bitrate", "\xff\xfb\xf0\0"],
  ["a media file of an unheard-of brand", "\0\0\0\x14ftypzzzz\0\0\0\0zzzz"],
  ["markup that only holds a drawing", "<?xml version='1.0'?><book><svg/></book>"],
  ["text about drawings", "Write <svg> to draw."],
];

test.each(UNKNOWN)("does not guess at %s", (_what, head) => {
  expect(sniff(latin(head))).toBe("unknown");
});

test("finds FLAC behind an ID3 tag of 130 bytes", () => {
  const tag = latin("ID3\x04\0\0\0\0\x01\x02");
  const file = new Uint8Array(10 + 130 + 4);
  file.set(tag);
  file.set(latin("fLaC"), 140);
  expect(sniff(file)).toBe("flac");
});

test("tells WAV behind an ID3 tag from MP3 behind one", () => {
  const behind = (text: string) => {
    const file = new Uint8Array(10 + 130 + 12);
    file.set(latin("ID3\x03\0\0\0\0\x01\x02"));
    file.set(latin(text), 140);
    return sniff(file);
  };
  expect(behind("RIFF\x24\0\0\0WAVE")).toBe("tagged-wav");
  expect(behind("\xff\xfb\x90\0")).toBe("mp3");
});

test("reads only its own part of a larger buffer", () => {
  const larger = latin("\0\0\0\0\0\0\0\x20ftypM4A \0\0\0\0isomiso2");
  expect(sniff(larger.subarray(4))).toBe("m4a");
  expect(sniff(larger)).toBe("unknown");
});

test("gives words for any bytes without throwing", () => {
  const starts = fc.constantFrom(...KNOWN.map(([, head]) => head), "");
  fc.assert(
    fc.property(
      starts,
      fc.uint8Array({ maxLength: 64 }),
      fc.nat(32),
      (start, rest, startLength) => {
        const head = new Uint8Array([...latin(start).subarray(0, startLength), ...rest]);
        expect(describeKind(sniff(head))).toMatch(/^(?:an? )?[A-Za-z]/);
      },
    ),
    { numRuns: 500 },
  );
});

test("only kinds made of pixels are pictures", () => {
  const kinds = new Set(KNOWN.map(([kind]) => kind));
  expect([...kinds].filter(isPicture).toSorted()).toEqual([...pictureKinds].toSorted());
});
