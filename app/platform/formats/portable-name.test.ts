import fc from "fast-check";
import { expect, test } from "vitest";
import {
  beginningThatFits,
  createUniqueNames,
  nameKey,
  portableName,
  portableText,
  unitsWithin,
} from "./portable-name.server";

test.each([
  ["", "x"],
  ["...", "x"],
  ["\u200b\u2060", "x"],
  ["CON", "CON_"],
  ["com¹", "com¹_"],
  ["Lpt9 ", "Lpt9_"],
  ["nul.tar", "nul_.tar"],
  ["conin$", "conin$_"],
  ["Con Calma", "Con Calma"],
  ["Conte", "Conte"],
  ["COM12", "COM12"],
  ["Auxiliary", "Auxiliary"],
  ["What?!...", "What-!"],
  ["Ends. . ", "Ends"],
  ["a\u202Eb\u0000c", "abc"],
  ["half \ud83c", "half"],
  ["tab\tand\r\nline", "tab and line"],
  ["é".repeat(200), "é".repeat(80)],
  ["e\u0301".repeat(200), "é".repeat(80)],
])("%j is named %j", (text, name) => {
  expect(portableName(text, "x", { units: 80 })).toBe(name);
});

test("a reserved name with an ending is changed before it, and a number makes it free", () => {
  expect(portableName("NUL", "x", { units: 80, suffix: ".wav" })).toBe("NUL_.wav");
  expect(portableName("01 NUL", "x", { units: 80, suffix: ".wav" })).toBe("01 NUL.wav");
});

const scripts = [
  ...["a", "ß", "İ", "ﬁ", "e\u0301", "é", "한", "ᄒ\u1161\u11ab", "夜", "ก\u0e33", "क्ष", "कि"],
  ...["👩‍👩‍👧", "👍🏽", "🇮🇪", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "z\u0300\u0301\u0302", "\ud800", "\u200f", "\ufeff", "\uffff"],
  ...[" ", ".", "/", "\\", ":", "\n", "CON", "nul", "COM¹", "..", "~", "-", "$"],
];
const hostile = fc.oneof(
  fc.string({ unit: "binary", maxLength: 400 }),
  fc.string({ unit: "grapheme", maxLength: 400 }),
  fc.array(fc.constantFrom(...scripts), { maxLength: 300 }).map((signs) => signs.join("")),
);
const RESERVED = /^(con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])\s*(\.|$)/i;

test("whatever a text is made of, its name fits, is one part of a path, and is taken by every system", () => {
  const budget = fc.integer({ min: 24, max: 255 });
  fc.assert(
    fc.property(
      hostile,
      budget,
      fc.constantFrom("", ".wav", " (ABCDE-12345)"),
      (text, units, end) => {
        const name = portableName(text, "otherwise", { units, suffix: end });
        // What is reserved gets one sign more.
        expect(name.length).toBeLessThanOrEqual(units + 1);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(242);
        expect(name.endsWith(end)).toBe(true);
        expect(name).not.toMatch(/[/\\:*?"<>|\p{C}]|^[\s.]|[\s.]$/u);
        expect(name).not.toMatch(RESERVED);
        expect(name).toBe(name.normalize("NFC"));
      },
    ),
    { numRuns: 500 },
  );
});

test("a text is never cut within a sign", () => {
  const graphemes = new Intl.Segmenter();
  fc.assert(
    fc.property(hostile, fc.integer({ min: 1, max: 100 }), (text, units) => {
      const whole = portableText(text);
      const start = beginningThatFits(whole, { units });
      const ends = [...graphemes.segment(whole)].map(({ index }) => index);
      expect(whole.startsWith(start)).toBe(true);
      expect([...ends, whole.length]).toContain(start.length);
    }),
    { numRuns: 500 },
  );
});

test("names of one folder stay apart for systems that read large and small, composed or not, as one", () => {
  fc.assert(
    fc.property(fc.array(hostile, { maxLength: 12 }), hostile, (texts, text) => {
      const uniqueName = createUniqueNames();
      const same = [text, text.toUpperCase(), text.normalize("NFD"), `${text}.`, `${text}${text}`];
      const names = [...texts, ...same].map((one) =>
        uniqueName(one, "x", { units: 30, suffix: ".wav" }),
      );
      for (const name of names) expect(name).toMatch(/\.wav$/);
      expect(new Set(names.map((name) => name.toLowerCase().normalize("NFD"))).size).toBe(
        names.length,
      );
      expect(new Set(names.map(nameKey)).size).toBe(names.length);
      for (const name of names) expect(name.length).toBeLessThanOrEqual(31);
    }),
    { numRuns: 200 },
  );
});

test("a path in a zip leaves room for where it is unpacked, twice in a folder of its name", () => {
  const path = `C:\\Users\\Sigrid Valentin\\OneDrive - Mahogany\\Downloads`;
  const whole = [path, "f".repeat(64), "f".repeat(64), "p".repeat(unitsWithin(64))].join("\\");
  expect(whole.length).toBeLessThan(260);
});
