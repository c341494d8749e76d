import fc from "fast-check";
import { expect, test } from "vitest";
import { normalizeText, plainCharacters } from "./normalize-text";

function* everyCharacter(): Generator<string> {
  for (let code = 0; code <= 0x10ffff; code++)
    if (code < 0xd800 || code > 0xdfff) yield String.fromCodePoint(code);
}

const all = [...everyCharacter()];
/** What nobody sees, of all characters there are. */
const invisible = all.filter(
  (sign) =>
    /[\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u.test(sign) && sign !== "\n",
);
/** Format characters that are drawn: the signs before Arabic and Kaithi numbers. */
const drawn = all.filter((sign) =>
  /[^\P{Cf}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u{13430}-\u{1343f}]/u.test(sign),
);

test("a text of characters that nobody sees is empty, whichever they are", () => {
  expect(invisible.length).toBeGreaterThan(4_000);
  expect(invisible.filter((sign) => normalizeText(sign) !== "")).toEqual([]);
  expect(drawn.filter((sign) => normalizeText(sign) !== "")).toEqual([]);
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...invisible, ...drawn, " ", "\n", "\u0301")), (signs) => {
      expect(normalizeText(signs.join(""))).toBe("");
    }),
  );
});

test("no invisible character is left before, in or after a word", () => {
  const spaces = new Set([..."\t\n\v\f\r\x85\u2800"]);
  const left = invisible.filter((sign) => {
    const within = normalizeText(`no${sign}or@x.com`);
    return (
      normalizeText(`${sign}noor@x.com${sign}`) !== "noor@x.com" ||
      (!spaces.has(sign) && within !== "noor@x.com") ||
      normalizeText(`1${sign}2`).length > 3
    );
  });
  expect(left).toEqual([]);
});

test.each([
  ["Persian", "می‌خواهم"],
  ["Persian, at a word before another", "علی‌ رضا".replace("‌ ", "‌ر")],
  ["Hindi", "क्‍ष"],
  ["Bengali", "র‍্যাব"],
  ["Malayalam, at a word's end", "അവന്‍"],
  ["Sinhala", "ශ්‍රී"],
  ["a woman who sings", "👩‍🎤"],
  ["a singer with a skin colour", "🧑🏽‍🎤"],
  ["a family", "👨‍👩‍👧‍👦"],
  ["a heart on fire", "❤️‍🔥"],
  ["the rainbow flag", "🏳️‍🌈"],
  ["the flag of Scotland", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"],
  ["a keycap", "1️⃣"],
  ["a heart as a text", "❤︎"],
  ["a variant in a Japanese name", "葛󠄀城"],
  ["the vowel separator of Mongolian", "ᠬᠣᠯᠪᠣᠭ᠎ᠠ"],
  ["Hebrew with points", "שָׁלוֹם"],
  ["Korean", "윤하"],
  ["lines", "one\n\n  two"],
])("what belongs to it stays: %s", (_, text) => {
  expect(normalizeText(text)).toBe(text.normalize("NFC"));
  expect(normalizeText(`\u200b${text}\u2060`)).toBe(text.normalize("NFC"));
});

test.each([
  ["e\u0301", "é"],
  ["e\u200b\u0301", "é"],
  ["\u1112\u1161\u11ab", "한"],
  ["a\r\nb\rc", "a\nb\nc"],
  ["\u202eevil\u202c", "evil"],
  ["No\u00ador", "Noor"],
  ["\ud800Noor", "Noor"],
  ["ا‌", "ا"],
  ["⠝⠕⠕⠗⠀⠁⠽⠁⠙⠀", "⠝⠕⠕⠗ ⠁⠽⠁⠙"],
  ["🏴󠁧󠁢 tag", "🏴 tag"],
  ["A\u{e0041}\u{e0042}", "A"],
  ["1\ufe0f", "1"],
])("%j becomes %j", (text, normal) => {
  expect(normalizeText(text)).toBe(normal);
});

/** Texts with what is hard in them: joiners, marks, emoji, odd letters and spaces. */
const oddText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ..."\u200c\u200d\ufe0f\u0301\u20e3\u{e0101}\u180e\u094d میकषന👩🎤1é葛 \n\u2800\u3164",
      ),
      fc.constantFrom("🏴󠁧󠁢󠁳󠁣󠁴󠁿", "\u{1f3f4}", "\u{e0067}", "\u{e007f}"),
      fc.string({ unit: "binary", maxLength: 3 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));

test("normalizing twice changes nothing; the text is trimmed, composed and no longer", () => {
  fc.assert(
    fc.property(oddText, (text) => {
      const normal = normalizeText(text);
      expect(normalizeText(normal)).toBe(normal);
      expect(normal).toBe(normal.trim());
      expect(normal).toBe(normal.normalize("NFC"));
      const plain = plainCharacters(text);
      expect(plainCharacters(plain)).toBe(plain);
    }),
    { numRuns: 2_000 },
  );
});

test("however a text is composed and sprinkled, it becomes the same", () => {
  const fillers = invisible.filter(
    (sign) => !/[\s\x85\u2800\u200c\u200d]|\p{Variation_Selector}/u.test(sign),
  );
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme" }),
      fc.array(fc.constantFrom(...fillers), { minLength: 1, maxLength: 3 }),
      (text, between) => {
        const sprinkled = Array.from(text.normalize("NFD")).join(between.join(""));
        expect(normalizeText(sprinkled)).toBe(normalizeText(text));
      },
    ),
  );
});

test("every decimal digit of every script is the digit that it is", () => {
  const digits = all.filter((sign) => /\p{Nd}/u.test(sign));
  expect(digits.length % 10).toBe(0);
  digits.forEach((digit, at) => {
    expect(plainCharacters(digit)).toBe(String(at % 10));
  });
});

test.each([
  ["ＧＢ－ＡＢＣ－２６－００００１", "GB-ABC-26-00001"],
  ["ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ", "ada@example.com"],
  ["٠١٢٣٤٥٦٧٨٩", "0123456789"],
  ["+۴۴　२०", "+44 20"],
  ["Ⅳ ½ Łódź", "Ⅳ ½ Łódź"],
])("as machines read it, %s is %s", (text, plain) => {
  expect(plainCharacters(text)).toBe(plain);
});

test("a letter keeps thirty marks, so that a text of marks is composed as quickly as any other", () => {
  const marks = "\u0316\u0301".repeat(50_000);
  expect(normalizeText(`a${marks}b`)).toHaveLength(1 + 30 + 1 - 1);
});
