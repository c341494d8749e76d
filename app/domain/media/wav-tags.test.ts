import fc from "fast-check";
import { expect, test } from "vitest";
import { ds64Body, formatBody, infoBody, riffBytes } from "../../../tests/fixtures/wav-chunks";
import { bytesReader } from "./range-reader";
import { readWavTags } from "./wav-tags";

const latin = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const utf8 = (text: string) => new TextEncoder().encode(text);
function utf16(text: string, isBigEndian = false): Uint8Array {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), !isBigEndian);
  return bytes;
}
const joined = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

const FMT = { id: "fmt ", body: formatBody({ tag: 1, channels: 1, sampleRate: 8_000, bits: 8 }) };
const DATA = { id: "data", body: new Uint8Array(101).fill(128) };

function frame(id: string, body: Uint8Array, version = 3): Uint8Array {
  if (version === 2) return joined(latin(id), Uint8Array.of(0, 0, body.length), body);
  return joined(latin(id), Uint8Array.of(0, 0, body.length >> 8, body.length & 0xff, 0, 0), body);
}

function id3Body(frames: Uint8Array[], version = 3, flags = 0): Uint8Array {
  const content = joined(...frames);
  const { length } = content;
  const size = [length >> 21, length >> 14, length >> 7, length].map((part) => part & 0x7f);
  return joined(latin("ID3"), Uint8Array.of(version, 0, flags, ...size), content);
}

function bextBody(description: string, originator = "", history = ""): Uint8Array {
  const body = new Uint8Array(602 + history.length);
  body.set(latin(description), 0);
  body.set(latin(originator), 256);
  body.set(latin(history), 602);
  return body;
}

const tagsOf = (file: Uint8Array) => readWavTags(bytesReader(file), file.length);
const tagsWith = (id: string, body: Uint8Array) => tagsOf(riffBytes([FMT, DATA, { id, body }]));

test("a file without tags says nothing", async () => {
  expect(await tagsOf(riffBytes([FMT, DATA]))).toEqual({});
});

test.each([
  ["Latin-1", latin("Caf\u00e9 Noir\0")],
  ["UTF-8", utf8("Café Noir\0")],
  ["UTF-16 with a mark", joined(Uint8Array.of(0xff, 0xfe), utf16("Café Noir\0"))],
  ["UTF-16, big-endian", joined(Uint8Array.of(0xfe, 0xff), utf16("Café Noir", true))],
])("title, artist and ISRC of a LIST chunk are read in %s", async (_encoding, title) => {
  const body = infoBody({ INAM: title, IART: latin("Vale"), ISRC: latin("GB-KTQ-26-00001\0") });
  expect(await tagsWith("LIST", body)).toEqual({
    title: "Café Noir",
    artist: "Vale",
    isrc: "GBKTQ2600001",
  });
});

test.each([
  ["2.3 in Latin-1", id3Body([frame("TIT2", latin("\0Caf\u00e9"))])],
  [
    "2.3 in UTF-16",
    id3Body([frame("TIT2", joined(Uint8Array.of(1, 0xff, 0xfe), utf16("Café\0")))]),
  ],
  [
    "2.4 in UTF-16 without a mark",
    id3Body([frame("TIT2", joined(Uint8Array.of(2), utf16("Café", true)))], 4),
  ],
  ["2.4 in UTF-8", id3Body([frame("TIT2", joined(Uint8Array.of(3), utf8("Café\0")))], 4)],
  ["2.2", id3Body([frame("TT2", latin("\0Caf\u00e9"), 2)], 2)],
  [
    "2.3, unsynchronized",
    id3Body(
      [frame("TIT2", joined(Uint8Array.of(1, 0xff, 0, 0xfe), utf16("Café").slice()))].map(
        (bytes) => {
          // The stated size is that before the zero was put in.
          bytes[7] = (bytes[7] ?? 0) - 1;
          return bytes;
        },
      ),
      3,
      0x80,
    ),
  ],
])("the title of an ID3 tag of version %s is read", async (_version, body) => {
  expect(await tagsWith("id3 ", body)).toEqual({ title: "Café" });
});

test("several artists of an ID3 tag are listed, and its picture is passed over", async () => {
  const body = id3Body(
    [
      frame("APIC", new Uint8Array(300)),
      frame("TPE1", joined(Uint8Array.of(3), utf8("Vale\0Ada Moss"))),
      frame("TSRC", latin("\0gbktq2600001")),
    ],
    3,
  );
  expect(await tagsWith("id3 ", body)).toEqual({ artist: "Vale, Ada Moss", isrc: "GBKTQ2600001" });
});

test.each([
  [
    "a title and an artist",
    bextBody("Night Ferry", "Vale"),
    { title: "Night Ferry", artist: "Vale" },
  ],
  ["a program as originator", bextBody("Night Ferry", "Pro Tools"), { title: "Night Ferry" }],
  ["a recorder's notes", bextBody("sSCENE=1\r\nsTAKE=2", "Sound Devices 702"), {}],
  [
    "an ISRC in the coding history",
    bextBody("", "", "A=PCM,F=48000,T=ISRC:GB-KTQ-26-00001\r\n"),
    { isrc: "GBKTQ2600001" },
  ],
  ["an ISRC in the description", bextBody("ISRC GBKTQ2600001"), { isrc: "GBKTQ2600001" }],
])("bext: %s", async (_case, body, expected) => {
  expect(await tagsWith("bext", body)).toEqual(expected);
});

/** CSET of a code page, then country, language and dialect. */
const codePage = (page: number) => ({
  id: "CSET",
  body: Uint8Array.of(page & 0xff, page >> 8, 0, 0, 0, 0, 0, 0),
});
/** "夜の船" in Shift JIS, "Ночь" in windows-1251. */
const JAPANESE = Uint8Array.of(0x96, 0xe9, 0x82, 0xcc, 0x91, 0x44);
const RUSSIAN = Uint8Array.of(0xcd, 0xee, 0xf7, 0xfc);

test.each([
  [932, JAPANESE, "夜の船"],
  [1251, RUSSIAN, "Ночь"],
  [949, Uint8Array.of(0xb9, 0xe3), "밤"],
  [936, Uint8Array.of(0xd2, 0xb9), "夜"],
  [950, Uint8Array.of(0xa9, 0x5d), "夜"],
  [1250, Uint8Array.of(0x4d, 0x69, 0xb3, 0x6f, 0x9c, 0xe6), "Miłość"],
  [874, Uint8Array.of(0xa1, 0xd2), "กา"],
  [65001, utf8("Ночь"), "Ночь"],
])(
  "a LIST chunk in code page %i is read, with CSET before or behind it",
  async (page, bytes, title) => {
    const list = { id: "LIST", body: infoBody({ INAM: joined(bytes, latin("\0")) }) };
    expect(await tagsOf(riffBytes([FMT, codePage(page), list, DATA]))).toEqual({ title });
    expect(await tagsOf(riffBytes([FMT, DATA, list, codePage(page)]))).toEqual({ title });
  },
);

test.each([
  ...["Señor", "AÑO NUEVO", "Corazón", "Höhle", "Vår", "Ångström", "Smørrebrød", "Læs", "São João"],
  ...["Canções", "Père", "Garçon", "Über allen", "L’été"],
])("%s is read from windows-1252 that nobody declared", async (title) => {
  const bytes = Uint8Array.from(title, (sign) => (sign === "’" ? 0x92 : sign.charCodeAt(0)));
  expect(await tagsWith("LIST", infoBody({ INAM: bytes }))).toEqual({ title });
  expect(await tagsWith("id3 ", id3Body([frame("TIT2", joined(latin("\0"), bytes))]))).toEqual({
    title,
  });
});

test.each([
  ["Shift JIS", JAPANESE],
  ["windows-1251", RUSSIAN],
  ["windows-1251, one word among English ones", joined(latin("Night "), RUSSIAN)],
  ["windows-1250", latin("P\xf8\xedb\xech")],
  ["windows-1250, a letter that Portuguese has, too", latin("\xd5szi sz\xe9l")],
  ["windows-1250, which ends words with letters of French", latin("Tan\xe8")],
  ["windows-1254", latin("I\xfe\xfdk")],
  ["GBK", Uint8Array.of(0xc4, 0xe3, 0xba, 0xc3)],
  ["the code page of DOS", latin("Caf\x82")],
  ["the code page of the old Mac", latin("Caf\x8e")],
])("undeclared bytes in %s are not offered", async (_encoding, title) => {
  expect(await tagsWith("LIST", infoBody({ INAM: title }))).toEqual({});
  expect(await tagsWith("id3 ", id3Body([frame("TIT2", joined(latin("\0"), title))]))).toEqual({});
  expect(
    await tagsOf(
      riffBytes([FMT, DATA, codePage(9999), { id: "LIST", body: infoBody({ INAM: title }) }]),
    ),
  ).toEqual({});
});

test.each([
  [
    "without a mark, big-endian",
    joined(Uint8Array.of(1), utf16("Night Ferry", true)),
    "Night Ferry",
  ],
  ["without a mark, little-endian", joined(Uint8Array.of(1), utf16("Night Ferry")), "Night Ferry"],
  ["without a mark, Cyrillic", joined(Uint8Array.of(1), utf16("Ночь", true)), "Ночь"],
  [
    "declared big-endian, but little-endian",
    joined(Uint8Array.of(2), utf16("Night Ferry")),
    "Night Ferry",
  ],
  [
    "declared big-endian, with a mark",
    joined(Uint8Array.of(2, 0xff, 0xfe), utf16("Night")),
    "Night",
  ],
  ["declared big-endian, Chinese", joined(Uint8Array.of(2), utf16("夜船", true)), "夜船"],
  ["without a mark, Chinese", joined(Uint8Array.of(1), utf16("夜船", true)), undefined],
])("an ID3 text in UTF-16 %s is read, or not offered", async (_case, body, title) => {
  expect((await tagsWith("id3 ", id3Body([frame("TIT2", body)]))).title).toBe(title);
});

test("UTF-16 without a mark in a LIST chunk is not cut at its first zero", async () => {
  expect(await tagsWith("LIST", infoBody({ INAM: utf16("Night Ferry") }))).toEqual({
    title: "Night Ferry",
  });
});

test.each([
  [
    "UTF-8 in a frame that declares ISO-8859-1",
    joined(latin("\0"), utf8("Café Ночь")),
    "Café Ночь",
  ],
  ["UTF-8 that was read as windows-1252", joined(Uint8Array.of(3), utf8("CafÃ©")), "Café"],
  ["the same in UTF-16", joined(Uint8Array.of(2), utf16("CafÃ©", true)), "Café"],
  [
    "windows-1251 that was read as windows-1252",
    joined(Uint8Array.of(3), utf8("Íî÷üé")),
    undefined,
  ],
  ["letters that became question marks", latin("\0???? ?????"), undefined],
  ["a letter that became a question mark", latin("\0Caf?s"), undefined],
  ["a replacement character", joined(Uint8Array.of(3), utf8("Caf\ufffd")), undefined],
])("%s is read right, or not offered", async (_case, body, title) => {
  expect((await tagsWith("id3 ", id3Body([frame("TIT2", body)]))).title).toBe(title);
});

test.each([
  "C:\\Bounces\\Night.wav",
  "2026-11-29",
  "Pro Tools",
  "Untitled",
  "Audio 1_03",
  "Track 01",
])("%s is offered neither as a title nor as an artist, and hides no better text", async (text) => {
  const file = riffBytes([
    FMT,
    DATA,
    {
      id: "id3 ",
      body: id3Body([frame("TIT2", latin(`\0${text}`)), frame("TPE1", latin(`\0${text}`))]),
    },
    { id: "LIST", body: infoBody({ INAM: latin("Night Ferry") }) },
    { id: "bext", body: bextBody(text, text) },
  ]);
  expect(await tagsOf(file)).toEqual({ title: "Night Ferry" });
});

test("a frame of zeros is read as quickly as any", async () => {
  const frames = id3Body([frame("TIT2", new Uint8Array(60_000))]);
  expect(await tagsWith("id3 ", frames)).toEqual({});
});

test("ID3 counts before LIST, and LIST before bext, wherever they stand", async () => {
  const file = riffBytes([
    { id: "bext", body: bextBody("From bext", "Bext Artist", "ISRC: GBKTQ2600003") },
    { id: "id3 ", body: id3Body([frame("TIT2", latin("\0From ID3"))]) },
    FMT,
    DATA,
    { id: "LIST", body: infoBody({ INAM: latin("From LIST"), IART: latin("List Artist") }) },
  ]);
  expect(await tagsOf(file)).toEqual({
    title: "From ID3",
    artist: "List Artist",
    isrc: "GBKTQ2600003",
  });
});

test("tags behind the audio of an RF64 file are found", async () => {
  const data = new Uint8Array(100);
  const file = riffBytes(
    [
      { id: "ds64", body: ds64Body(0, 100, 100) },
      FMT,
      { id: "data", body: data },
      { id: "LIST", body: infoBody({ INAM: latin("Long") }) },
    ],
    "RF64",
  );
  const at = file.findIndex((_, i) => String.fromCharCode(...file.subarray(i, i + 4)) === "data");
  new DataView(file.buffer).setUint32(at + 4, 0xffffffff, true);
  expect(await tagsOf(file)).toEqual({ title: "Long" });
});

test.each([
  ["a title that is too long", { INAM: latin("x".repeat(300)) }],
  ["a title without anything visible", { INAM: latin(" \t ") }],
  ["a code that is no ISRC", { ISRC: latin("GB-ABC-26") }],
])("%s is left out", async (_case, entries) => {
  expect(await tagsWith("LIST", infoBody(entries))).toEqual({});
});

test("line ends and control characters are no part of a title", async () => {
  const body = infoBody({ INAM: latin("Night\r\n\x01Ferry") });
  expect(await tagsWith("LIST", body)).toEqual({ title: "Night Ferry" });
});

test("at most 64 KB of tags and a few ranges are read of a file full of them", async () => {
  const chunks = Array.from({ length: 300 }, () => ({ id: "LIST", body: new Uint8Array(60_000) }));
  const file = riffBytes([FMT, DATA, ...chunks]);
  let reads = 0;
  const readRange = async (offset: number, length: number) => {
    reads += 1;
    expect(length).toBeLessThanOrEqual(64 * 1024);
    return file.subarray(offset, offset + length);
  };
  expect(await readWavTags(readRange, file.length)).toEqual({});
  expect(reads).toBeLessThanOrEqual(24);
});

test.each([
  ["7", 7],
  ["07/12", 7],
  [" 7 / 12 ", 7],
  ["0", undefined],
  ["B2", undefined],
  ["7th", undefined],
  ["2026", undefined],
])("the track number %j is %j", async (text, trackNumber) => {
  const tags = trackNumber === undefined ? {} : { trackNumber };
  for (const name of ["ITRK", "IPRT"])
    expect(await tagsWith("LIST", infoBody({ [name]: latin(text) }))).toEqual(tags);
  const frames = [frame("TRCK", joined(latin("\0"), latin(text)))];
  expect(await tagsWith("id3 ", id3Body(frames))).toEqual(tags);
});

test("random bytes in its chunks give texts or nothing, never an error", async () => {
  const chunk = fc.record({
    id: fc.constantFrom("LIST", "bext", "id3 ", "JUNK"),
    head: fc.constantFrom("", "INFO", "INFOINAM", "ID3\x03\0\0\0\0\x7f\x7fTIT2", "ID3\x04\0\xc0"),
    rest: fc.uint8Array({ maxLength: 800 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(chunk, { maxLength: 4 }), fc.nat(2_000), async (chunks, cut) => {
      const bodies = chunks.map(({ id, head, rest }) => ({ id, body: joined(latin(head), rest) }));
      const file = riffBytes([FMT, ...bodies, DATA]);
      for (const part of [file, file.subarray(0, cut)])
        for (const text of Object.values(await tagsOf(part))) {
          expect(text).not.toBe("");
          expect(String(text).length).toBeLessThanOrEqual(200);
        }
    }),
    { numRuns: 300 },
  );
});
