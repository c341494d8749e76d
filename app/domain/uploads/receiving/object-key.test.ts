import fc from "fast-check";
import { expect, test } from "vitest";
import {
  artistFolder,
  isSameFileName,
  objectKey,
  retryObjectKey,
  safeFileName,
} from "./object-key";

const song = { artistName: "Ada", draftId: "01ABCDEFGH", kind: "track", uploadId: "01U" } as const;

test.each([
  ["../../etc/passwd", "passwd"],
  ["C:\\Music\\take 1.wav", "take 1.wav"],
  ['a"b\r\n.wav', "a_b.wav"],
  ["", "file"],
  [".", "file"],
  ["a/..", "file"],
  [`a${"🌊".repeat(130)}.wav`, `a${"🌊".repeat(40)}${"🌊".repeat(13)}.wav`],
  [`${"🌊".repeat(130)}a.wav`, `${"🌊".repeat(41)}${"🌊".repeat(12)}a.wav`],
  [`${"a".repeat(116)}.wav`, `${"a".repeat(116)}.wav`],
  [`${"a".repeat(91)}${"b".repeat(30)}.wav`, `${"a".repeat(90)}${"b".repeat(26)}.wav`],
])("%j is kept as the file name %j", (name, safe) => {
  expect(safeFileName(name)).toBe(safe);
});

test.each([
  "रात की नाव ",
  "ночной паром ",
  "夜のフェリー",
  "เรือข้ามฟาก",
  "👍🏽🇮🇪",
  "e\u0301a\u0308",
])("a long name of %j fits into any file system, and no sign of it is cut", (words) => {
  const name = `${words.repeat(40)} take 7.wav`;
  const kept = safeFileName(name);
  const key = objectKey({ ...song, uploadId: "0".repeat(26), fileName: name });
  expect(Buffer.byteLength(key.split("/").pop() ?? "")).toBeLessThanOrEqual(255);
  expect(kept).toMatch(/ take 7\.wav$/);
  expect(safeFileName(kept)).toBe(kept);
  const composed = name.normalize("NFC");
  const signs = new Set([...new Intl.Segmenter().segment(composed)].map(({ segment }) => segment));
  for (const { segment } of new Intl.Segmenter().segment(kept)) expect(signs).toContain(segment);
});

const COMPOSED = [
  "Café déjà vu",
  "한국어 노래",
  "Đường về nhà",
  "がぎぐげご",
  "Ångström Ø",
  "שָׁלוֹם",
];

test.each(COMPOSED)("%s is one name, with its accents apart or not", (words) => {
  const name = `${words}.wav`;
  const apart = name.normalize("NFD");
  expect(safeFileName(apart)).toBe(name.normalize("NFC"));
  expect(isSameFileName(apart, name)).toBe(true);
  expect(isSameFileName(apart, "ferry.wav")).toBe(false);
});

test.each(["ﬁnal ﬀect.wav", "x² ½ Ⅳ ①.wav", "ｆｕｌｌ ｗｉｄｔｈ.wav", "2 µs Ω.wav"])(
  "signs of their own in %j stay as they are",
  (name) => {
    expect(safeFileName(name)).toBe(name);
  },
);

test("a sign that composes to one that drives refuse is replaced like it", () => {
  expect(safeFileName("why\u037e.wav")).toBe("why_.wav");
});

test.each(["é", "한", "ấ"])("%s counts once towards the length, however it was sent", (letter) => {
  const name = `${letter.repeat(60)}.wav`;
  expect(safeFileName(name.normalize("NFD"))).toBe(name);
});

test("a kept name is in NFC and stays as it is when it comes again", () => {
  const letters = fc.constantFrom(
    ..."eo\u0301\u0323\u0302ㄱ\u1100\u1161\u11a8가\u0958\ufb2ca.\u200d 🌊",
  );
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 300 }), (characters) => {
      const kept = safeFileName(characters.join(""));
      expect(kept).toBe(kept.normalize("NFC"));
      expect(safeFileName(kept)).toBe(kept);
      expect(safeFileName(characters.join("").normalize("NFD"))).toBe(
        safeFileName(characters.join("").normalize("NFC")),
      );
    }),
  );
});

test("a key never leaves its folder and fits the bucket's 1,024 bytes, whatever the names", () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.string({ unit: "grapheme", maxLength: 300 }),
      (artistName, fileName) => {
        const key = objectKey({
          artistName,
          draftId: "01ABCDEFGH",
          kind: "track",
          uploadId: "U",
          fileName,
        });
        expect(key).toMatch(/^artists\/[a-z0-9-]+-abcdefgh\/audio\/U-[^/]+$/);
        expect(() => encodeURIComponent(key)).not.toThrow();
        expect(new TextEncoder().encode(key).length).toBeLessThanOrEqual(1024);
      },
    ),
  );
});

test.each([
  ["track", "audio"],
  ["artwork", "images"],
  ["custom-artwork", "images"],
] as const)("a file of kind %s lies in the folder %s", (kind, folder) => {
  const file = { artistName: "Ada", draftId: "01ABCDEFGH", uploadId: "U", fileName: "a.x" };
  expect(objectKey({ ...file, kind })).toBe(`artists/ada-abcdefgh/${folder}/U-a.x`);
});

test.each(["a.wav", "a-b.2-c.wav", "1.5.wav", "ä (1).wav"])(
  "every other try at %s gets a key of its own, beside the first",
  (fileName) => {
    const first = objectKey({ ...song, fileName });
    const second = retryObjectKey(first);
    expect(second).toBe(`artists/ada-abcdefgh/audio/01U.2-${fileName}`);
    expect(retryObjectKey(second)).toBe(`artists/ada-abcdefgh/audio/01U.3-${fileName}`);
    for (const key of [first, second]) expect(artistFolder(key)).toBe("artists/ada-abcdefgh");
  },
);
