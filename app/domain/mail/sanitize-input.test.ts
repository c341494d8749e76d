import fc from "fast-check";
import { expect, test } from "vitest";
import { readableLine, sanitizeInput } from "./sanitize-input";

/** What the most aggressive mail programs turn into links. */
const CLICKABLE =
  /[a-z][a-z0-9+.-]*:[^\s\d]|\S@\S|(?<![\p{L}\p{N}])www[.\u2024\u3002\ufe52\uff0e\uff61][\p{L}\p{N}]|[\p{L}\p{N}-]{2}[.\u2024\u3002\ufe52\uff0e\uff61](?:com|рф)(?![\p{L}\p{M}\p{N}])|\.com\/|(?:\d+\.){3}\d+/iu;

test.each([
  ["Invoice overdue https://pay.example/now", "Invoice overdue https: //pay. example/now"],
  ["www.evil.com", "www. evil. com"],
  ["evil.com/path?x=1", "evil. com/path?x=1"],
  ["write to boss@evil.com", "write to boss @ evil. com"],
  ["mailto:boss", "mailto: boss"],
  ["javascript:alert(1)", "javascript: alert(1)"],
  ["http://localhost:8788", "http: //localhost:8788"],
  ["http://203.0.113.9/x", "http: //203. 0. 113. 9/x"],
  ["evil。com", "evil。 com"],
  ["ｅｖｉｌ．ｃｏｍ", "ｅｖｉｌ． ｃｏｍ"],
  ["evil․com", "evil․ com"],
  ["ev\u200bil.c\u200dom", "evil. com"],
  ["evil.\u2060com", "evil. com"],
  ["moc.live\u202e", "moc. live"],
  ["boss＠evil.com", "boss @ evil. com"],
  ["https：／／evil", "https： ／／evil"],
  ["one\r\nBcc: two\u2028three\u0085four", "one Bcc: two three four"],
  ["пример.рф", "пример. рф"],
  ["evil.com-pany", "evil. com-pany"],
  ["evil.com.vale", "evil. com. vale"],
  ["evil.co\ufe0fm", "evil. co\ufe0fm"],
  ["a.co/evil", "a. co/evil"],
  ["www.evil", "www. evil"],
  ["evil.рф\u200d\u200dhttps://", "evil.рфhttps: //"],
  ["evil.рф\u200dы", "evil. рф\u200dы"],
])("%j is shown as %j", (text, sanitized) => {
  expect(sanitizeInput(text)).toBe(sanitized);
});

test.each(["Jay.Live", "Big.Band", "DJ.Zone", "README.md"])(
  "%j could be somebody's site: it is broken up in a body, and as typed in a subject",
  (name) => {
    expect(sanitizeInput(name)).toBe(name.replace(".", ". "));
    expect(readableLine(` ${name}\r\n`)).toBe(name);
  },
);

test.each([
  "Ada & The Engines",
  "M.I.A.",
  // Names with a dot that are no domain.
  "will.i.am",
  "Vol.2",
  "Mr.Brightside",
  "St.Vincent",
  "fun.",
  "Ab-Soul.",
  "1.1-a.1",
  "1。11",
  "mix.mp3",
  "Dr. Dre",
  "feat. somebody... and more",
  "3.14",
  "Track 2: Dawn (12:30)",
  "two.wav",
  "03 - Final Mix.WAV",
  "art.jpeg",
  "a.png (1.0KB)",
  "48.2MB",
  "Beyoncé",
  "👩🏽‍🎤 🏴󠁧󠁢󠁳󠁣󠁴󠁿",
  "می‌خواهم",
])("%j is left as it is", (text) => {
  expect(sanitizeInput(text)).toBe(text);
});

const hostilePiece = fc.constantFrom(
  ...["https://", "www.", "evil", ".", "com", "@", ":", "/", "a", "1", ".wav", " ", "\n", "\u200b"],
  ...[
    "\u200d",
    "\u202e",
    "\u2060",
    "。",
    "．",
    "․",
    "＠",
    "：",
    "é",
    "рф",
    "-",
    "mailto:",
    "127.0.0.1",
  ],
);

test("whatever is typed, nothing clickable is left, and it is one line", () => {
  fc.assert(
    fc.property(fc.array(hostilePiece, { maxLength: 14 }), (pieces) => {
      const sanitized = sanitizeInput(pieces.join(""));
      expect(sanitized).not.toMatch(
        /[\r\n\u2028\u2029\u0085\u200b\u202a-\u202e\u2060\u2066-\u2069]/,
      );
      expect(sanitized).not.toMatch(CLICKABLE);
    }),
    { numRuns: 5_000 },
  );
});

test.each(["1.", "a@", "\u{e0041}", "a b:", "👩‍🎤"])(
  "a very long text is truncated between characters: %j repeated",
  (piece) => {
    const sanitized = sanitizeInput(piece.repeat(20_000));
    expect([...sanitized].length).toBeLessThan(1_300);
    expect(Buffer.from(sanitized).toString()).toBe(sanitized);
    expect(sanitizeInput("é".repeat(400))).toBe("é".repeat(400));
    expect(sanitizeInput("🎤".repeat(401))).toBe(`${"🎤".repeat(400)}…`);
  },
);
