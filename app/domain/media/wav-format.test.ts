import { expect, test } from "vitest";
import { type FormatFields, formatBody } from "../../../tests/fixtures/wav-chunks";
import { parseFormat, type WavFormat } from "./wav-format";

function parse(fields: Partial<FormatFields>, patch?: (view: DataView) => void) {
  const body = formatBody({ tag: 1, channels: 2, sampleRate: 44_100, bits: 16, ...fields });
  const view = new DataView(body.buffer);
  patch?.(view);
  return parseFormat(view);
}

const READABLE: [string, Partial<FormatFields>, Partial<WavFormat>][] = [
  ["8 bit", { bits: 8 }, { format: "pcm", bitsPerSample: 8, blockAlign: 2 }],
  ["16 bit", { bits: 16 }, { format: "pcm", bitsPerSample: 16, validBits: 16 }],
  ["24 bit mono", { bits: 24, channels: 1 }, { bitsPerSample: 24, channels: 1, blockAlign: 3 }],
  ["32 bit at 192 kHz", { bits: 32, sampleRate: 192_000 }, { format: "pcm", sampleRate: 192_000 }],
  ["20 bit in 3 bytes", { bits: 20 }, { bitsPerSample: 24, validBits: 20, blockAlign: 6 }],
  ["float 32", { tag: 3, bits: 32 }, { format: "float", bitsPerSample: 32 }],
  ["float 64", { tag: 3, bits: 64 }, { format: "float", bitsPerSample: 64, blockAlign: 16 }],
  ["A-law", { tag: 6, bits: 8 }, { format: "alaw" }],
  ["mu-law", { tag: 7, bits: 8 }, { format: "mulaw" }],
  [
    "extensible 24 in 32",
    { bits: 32, validBits: 24, extensible: true },
    { format: "pcm", extensible: true, bitsPerSample: 32, validBits: 24 },
  ],
  ["extensible float", { tag: 3, bits: 32, extensible: true }, { format: "float" }],
  ["extensible with 0 valid bits", { validBits: 0, extensible: true }, { validBits: 16 }],
  ["mu-law that states what it is decoded to", { tag: 7, bits: 16 }, { bitsPerSample: 8 }],
  ["extensible with too many valid bits", { validBits: 99, extensible: true }, { validBits: 16 }],
];

test.each(READABLE)("reads %s", (_what, fields, expectedFormat) => {
  expect(parse(fields)).toMatchObject(expectedFormat);
});

test("tells which speakers channels are for, where an extensible header says so", () => {
  const speakers = (mask: number, extensible: boolean) =>
    parse({ extensible }, (view) => extensible && view.setUint32(20, mask, true));
  expect(speakers(0x3f, true)).toHaveProperty("channelMask", 0x3f);
  expect(speakers(0, true)).not.toHaveProperty("channelMask");
  expect(speakers(0, false)).not.toHaveProperty("channelMask");
});

const UNSUPPORTED: [string, Partial<FormatFields>][] = [
  ["ADPCM", { tag: 2, bits: 4 }],
  ["MP3 inside WAV", { tag: 0x55 }],
  ["extensible with another codec", { tag: 0x55, extensible: true }],
  ["64 bit integers", { bits: 64 }],
  ["4 bit integers", { bits: 4 }],
  ["16 bit floats", { tag: 3, bits: 16 }],
  ["24 bits in four bytes without a word on how", { bits: 24, blockAlign: 8 }],
];

test.each(UNSUPPORTED)("does not support %s", (_what, fields) => {
  expect(parse(fields)).toBe("unsupported-format");
});

const MALFORMED: [string, Partial<FormatFields>, ((view: DataView) => void)?][] = [
  ["no channels", { channels: 0, blockAlign: 4 }],
  ["0 bits", { bits: 0, blockAlign: 4 }],
  ["more channels than a frame has room for", { channels: 65_535 }],
  ["an extension too short to name a codec", { extensible: true }, (v) => v.setUint16(16, 0, true)],
];

test.each(MALFORMED)("calls %s malformed", (_what, fields, patch) => {
  expect(parse(fields, patch)).toBe("malformed");
});

test.each([0, 1, 2, 3, 8, 400, 65_535])(
  "computes the frame size from channels and bits, where %d bytes are stated",
  (blockAlign) => {
    expect(parse({ blockAlign })).toMatchObject({ blockAlign: 4, misstated: true });
  },
);

test("accepts a right frame size", () => {
  expect(parse({ blockAlign: 4 })).toMatchObject({ blockAlign: 4, misstated: false });
});

test.each([
  [0, "sample-rate"],
  [1, "sample-rate"],
  [999, "sample-rate"],
  [1_000, 1_000],
  [768_000, 768_000],
  [768_001, "sample-rate"],
  [0xffffffff, "sample-rate"],
])("takes rates from 1 kHz to 768 kHz: %d Hz gives %s", (sampleRate, expectedResult) => {
  const result = parse({ sampleRate });
  expect(typeof result === "string" ? result : result.sampleRate).toBe(expectedResult);
});

test("calls a body shorter than 16 bytes, or extensible shorter than 40, malformed", () => {
  const plain = formatBody({ tag: 1, channels: 2, sampleRate: 44_100, bits: 16 });
  expect(parseFormat(new DataView(plain.buffer, 0, 15))).toBe("malformed");
  const long = formatBody({ tag: 1, channels: 2, sampleRate: 44_100, bits: 16, extensible: true });
  expect(parseFormat(new DataView(long.buffer, 0, 39))).toBe("malformed");
});
