import type { Font } from "fontkit";
import * as v from "valibot";

/** Reads a file of the folder of fonts; undefined where it is not there. @throws Error where reading fails. */
export type ReadFontFile = (name: string) => Promise<Uint8Array | undefined>;

/** A font of one script, or a slice of it, which is drawn as shapes. */
export type ScriptFont = Font;

/** The code points of each slice, by its file, by family; the build writes it. */
const fontIndex = v.record(v.string(), v.record(v.string(), v.string()));
type FontIndex = v.InferOutput<typeof fontIndex>;

/** Chinese, Japanese and Korean share ideographs; each draws them in its own way. */
function ideographFamilies(text: string): string[] {
  const [chinese, japanese, korean] = ["noto-sans-sc", "noto-sans-jp", "noto-sans-kr"];
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return [japanese, chinese, korean];
  if (/\p{Script=Hangul}/u.test(text)) return [korean, chinese, japanese];
  return [chinese, japanese, korean];
}

/** @param ranges as CSS writes them, such as `U+5F20,U+4E00-4E0F`. */
function includesCodePoint(ranges: string, codePoint: number): boolean {
  return ranges.split(",").some((range) => {
    const [first = "", last = first] = range.trim().replace(/^U\+/i, "").split("-");
    return codePoint >= Number.parseInt(first, 16) && codePoint <= Number.parseInt(last, 16);
  });
}

/** The files that may have a letter, those of the fitting family first. */
function filesFor(index: FontIndex, text: string, codePoint: number): string[] {
  const ideographs = ideographFamilies(text);
  const others = Object.keys(index).filter((family) => !ideographs.includes(family));
  return [...others, ...ideographs].flatMap((family) =>
    Object.entries(index[family] ?? {})
      .filter(([, ranges]) => includesCodePoint(ranges, codePoint))
      .map(([file]) => file),
  );
}

async function openFont(readFile: ReadFontFile, name: string): Promise<ScriptFont | undefined> {
  const bytes = await readFile(name);
  if (!bytes) return undefined;
  // Loaded only for names that need it: it is larger than all else that makes documents.
  const { create } = await import("fontkit");
  // It takes any bytes; only its types name Node's.
  const font = create(bytes as Parameters<typeof create>[0]);
  return "layout" in font ? font : undefined;
}

/**
 * Loads the fonts that have these letters, one slice at a time. Letters without one are left out.
 * An error of reading is thrown, so that the job is tried again and no document lacks its letters.
 * @param text decides between the ideographs of Chinese, Japanese and Korean.
 */
export async function loadScriptFonts(
  readFile: ReadFontFile,
  letters: Iterable<string>,
  text: string,
): Promise<ScriptFont[]> {
  const codePoints = [...new Set(letters)].map((letter) => letter.codePointAt(0) ?? 0);
  if (codePoints.length === 0) return [];
  const fonts = new Map<string, ScriptFont | undefined>();
  const isFound = (codePoint: number) =>
    [...fonts.values()].some((font) => font?.hasGlyphForCodePoint(codePoint));
  const bytes = await readFile("index.json");
  if (!bytes) return [];
  const index = v.parse(fontIndex, JSON.parse(new TextDecoder().decode(bytes)));
  for (const codePoint of codePoints)
    for (const file of filesFor(index, text, codePoint)) {
      if (isFound(codePoint)) break;
      if (!fonts.has(file)) fonts.set(file, await openFont(readFile, file));
    }
  return [...fonts.values()].filter((font) => font !== undefined);
}
