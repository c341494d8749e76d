import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { PDF } from "@libpdf/core";
import { beforeAll, expect, test } from "vitest";
import { copyScriptFonts } from "../../../../workers/cli/copy-script-fonts";
import { directionOf, layOutLine, missingLetters, type Stretch } from "./line-layout.server";
import { loadFonts } from "./page-fonts.server";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(`${tmpdir()}/fonts-`);
  copyScriptFonts(folder);
  return () => rm(folder, { recursive: true });
});

async function layOut(line: string) {
  const read: string[] = [];
  const readFontFile = async (name: string) => {
    read.push(name);
    return new Uint8Array(await readFile(`${folder}/${name}`));
  };
  const { regular } = await loadFonts(PDF.create(), readFontFile, line);
  const stretches = layOutLine(regular, line, directionOf(line));
  const [, ...files] = read;
  return { read, files, stretches, missing: missingLetters(regular, line) };
}

const glyphIds = (stretch: Stretch | undefined) =>
  stretch?.kind === "shapes" ? stretch.run.glyphs.map(({ id }) => id) : [];
const shapesOf = async (line: string) => (await layOut(line)).stretches.flatMap(glyphIds);

test("a name in the letters of the embedded fonts reads no file", async () => {
  expect((await layOut("Zoë Łukasz Νίκος Щукин")).read).toEqual([]);
});

test.each([
  ["محمد عبد الله", /arabic/],
  ["דנה לוי", /hebrew/],
  ["क्षितिज श्री", /devanagari/],
  ["สมชาย", /thai/],
  ["张伟", /-sc-/],
  ["さくら 花", /-jp-/],
  ["김민준 金", /-kr-/],
  ["সঞ্জয় ঘোষ", /bengali/],
  ["ஸ்ரீநிவாசன்", /tamil/],
  ["ნინო ბერიძე", /georgian/],
  ["ሃይሌ ገብረሥላሴ", /ethiopic/],
  ["Ἑλένη Ἀθᾶναι", /noto-serif-greek-ext/],
  ["Արամ Խաչատրյան", /armenian/],
  ["ગીતા રાબારી", /gujarati/],
  ["ਗੁਰਦਾਸ ਮਾਨ", /gurmukhi/],
  ["ಪುನೀತ್ ರಾಜ್‌ಕುಮಾರ್", /kannada/],
  ["യേശുദാസ്", /malayalam/],
  ["ଅକ୍ଷୟ ମହାନ୍ତି", /oriya/],
  ["අමරදේව", /sinhala/],
  ["ఘంటసాల శ్రీ", /telugu/],
  ["ស៊ីន ស៊ីសាមុត", /khmer/],
  ["ຈັນທະລາ", /lao/],
  ["စိုင်းထီးဆိုင်", /myanmar/],
  ["ޒާރާ", /thaana/],
  ["བསྟན་འཛིན", /tibetan/],
])("%s is whole, and only slices of its script are read", async (name, file) => {
  const { files, missing } = await layOut(name);
  expect(missing).toEqual([]);
  expect(files.length).toBeGreaterThan(0);
  expect(files.length).toBeLessThanOrEqual([...name].length);
  for (const read of files) expect(read).toMatch(file);
});

test("Arabic letters are joined", async () => {
  const joined = await shapesOf("محمد");
  const isolated = await Promise.all([..."محمد"].map(shapesOf));
  expect(joined).toHaveLength(4);
  for (const id of isolated.flat().slice(0, 3)) expect(joined).not.toContain(id);
});

test("words of Arabic and Hebrew stand from right to left", async () => {
  const [last, , first] = (await layOut("דנה לוי")).stretches;
  expect(glyphIds(first)).toEqual(await shapesOf("דנה"));
  expect(glyphIds(last)).toEqual(await shapesOf("לוי"));
  expect(await shapesOf("דנ")).toEqual([...(await shapesOf("נ")), ...(await shapesOf("ד"))]);
});

test("a Latin name after an Arabic one stands to its left, and is read from left to right", async () => {
  const { stretches } = await layOut("محمد (Ali)");
  const parts = stretches.map((part) => (part.kind === "text" ? part.text : "shapes"));
  expect(parts).toEqual(["(", "Ali", ") ", "shapes"]);
});

test("letters of Devanagari form conjuncts", async () => {
  expect((await shapesOf("क्ष")).length).toBeLessThan([..."क्ष"].length);
});

test("ideographs are those of the language of the name", async () => {
  expect((await layOut("直")).files[0]).toMatch(/-sc-/);
  expect((await layOut("直さ")).files[0]).toMatch(/-jp-/);
  expect((await layOut("直김")).files[0]).toMatch(/-kr-/);
});

test("a letter that no font has is replaced, and named once", async () => {
  const { stretches, missing } = await layOut("Zoë 🎷🎷");
  expect(missing).toEqual(["🎷"]);
  expect(stretches.map((part) => (part.kind === "text" ? part.text : "")).join("")).toBe(
    "Zoë \ufffd\ufffd",
  );
});

test("letters whose fonts are not there are replaced, and an error of reading is thrown", async () => {
  const { regular } = await loadFonts(PDF.create(), async () => undefined, "张");
  const [stretch] = layOutLine(regular, "张", "ltr");
  expect(stretch).toMatchObject({ kind: "text", text: "\ufffd" });
  const fails = async () => Promise.reject(new Error("away"));
  await expect(loadFonts(PDF.create(), fails, "张")).rejects.toThrow("away");
});
