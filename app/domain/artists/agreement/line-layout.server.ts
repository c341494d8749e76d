import type { EmbeddedFont } from "@libpdf/core";
import bidiFactory from "bidi-js";
import type { GlyphRun } from "fontkit";
import type { ScriptFont } from "./script-fonts.server";

const bidi = bidiFactory();

/** Fonts for one weight: those that are embedded, and those drawn as shapes. */
export interface FontStack {
  embedded: readonly [EmbeddedFont, ...EmbeddedFont[]];
  scripts: readonly ScriptFont[];
}

export type Direction = "ltr" | "rtl";

/** A part of a line in one font. */
export type Stretch =
  | { kind: "text"; text: string; font: EmbeddedFont }
  | { kind: "shapes"; run: GlyphRun; font: ScriptFont };

const codePointOf = (letter: string) => letter.codePointAt(0) ?? 0;

/** Stands for a letter that no font has. */
export const MISSING_LETTER = "\ufffd";

type LetterFont = EmbeddedFont | ScriptFont;

const isScriptFont = (font: LetterFont): font is ScriptFont => "layout" in font;

const hasLetter = (font: LetterFont, letter: string) =>
  isScriptFont(font) ? font.hasGlyphForCodePoint(codePointOf(letter)) : font.canEncode(letter);

/** Marks and joiners belong to the letter before them, so they stay in its font. */
const JOINED = /[\p{M}\p{Default_Ignorable_Code_Point}]/u;

function findFont({ embedded, scripts }: FontStack, letter: string, last: LetterFont | undefined) {
  if (last && (JOINED.test(letter) || !isScriptFont(last)) && hasLetter(last, letter)) return last;
  const fonts = [...embedded, ...(last && isScriptFont(last) ? [last] : []), ...scripts];
  return fonts.find((font) => hasLetter(font, letter));
}

/** The letters of a text that no font has, each once; line ends are none. */
export const missingLetters = (fonts: FontStack, text: string): string[] =>
  [...new Set(text)].filter((letter) => letter !== "\n" && !findFont(fonts, letter, undefined));

const replaceMissing = (fonts: FontStack, text: string) =>
  [...text]
    .map((letter) => (findFont(fonts, letter, undefined) ? letter : MISSING_LETTER))
    .join("");

/** The direction of a paragraph: that of its first letter which has one. */
export const directionOf = (text: string): Direction =>
  bidi.getEmbeddingLevels(text).paragraphs[0]?.level === 1 ? "rtl" : "ltr";

interface Letter {
  text: string;
  font: LetterFont;
  /** Odd where it is read from right to left. */
  level: number;
  position: number;
}

function lettersInOrder(fonts: FontStack, line: string, direction: Direction): Letter[] {
  const embedding = bidi.getEmbeddingLevels(line, direction);
  const letters = new Map<number, Letter>();
  let index = 0;
  let font: LetterFont = fonts.embedded[0];
  for (const [position, text] of [...line].entries()) {
    font = findFont(fonts, text, font) ?? fonts.embedded[0];
    letters.set(index, { text, font, level: embedding.levels[index] ?? 0, position });
    index += text.length;
  }
  return bidi
    .getReorderedIndices(line, embedding)
    .flatMap((letterIndex) => letters.get(letterIndex) ?? []);
}

/** The features that put marks at anchors. */
const WITHOUT_ANCHORS = { abvm: false, blwm: false, mark: false, mkmk: false };

/** fontkit 2.0 stops at a letter without an anchor for its mark; marks then stand where the font has them. */
function shape(font: ScriptFont, text: string, direction: Direction): GlyphRun {
  try {
    return font.layout(text, [], undefined, undefined, direction);
  } catch {
    return font.layout(text, WITHOUT_ANCHORS, undefined, undefined, direction);
  }
}

function toStretch([first, ...others]: readonly [Letter, ...Letter[]]): Stretch {
  const { font, level } = first;
  const letters = [first, ...others].map(({ text }) => text);
  const isRightToLeft = level % 2 === 1;
  if (isScriptFont(font)) {
    // Shaping takes letters in the order in which they are read.
    const text = (isRightToLeft ? letters.reverse() : letters).join("");
    const direction = isRightToLeft ? "rtl" : "ltr";
    return { kind: "shapes", run: shape(font, text, direction), font };
  }
  const mirrored = (letter: string) => bidi.getMirroredCharacter(letter) ?? letter;
  const text = (isRightToLeft ? letters.map(mirrored) : letters).join("");
  return { kind: "text", text, font };
}

/** Lays out a line as stretches from left to right; each letter that no font has as {@link MISSING_LETTER}. */
export function layOutLine(fonts: FontStack, line: string, direction: Direction): Stretch[] {
  const groups: [Letter, ...Letter[]][] = [];
  for (const letter of lettersInOrder(fonts, replaceMissing(fonts, line), direction)) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    const isNext =
      last?.font === letter.font &&
      last.level === letter.level &&
      Math.abs(last.position - letter.position) === 1;
    if (group && isNext) group.push(letter);
    else groups.push([letter]);
  }
  return groups.map(toStretch);
}

/** The width of a stretch in points. */
export const stretchWidth = (stretch: Stretch, size: number): number =>
  stretch.kind === "text"
    ? stretch.font.getTextWidth(stretch.text, size)
    : (stretch.run.advanceWidth * size) / stretch.font.unitsPerEm;
