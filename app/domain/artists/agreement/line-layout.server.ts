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

/** Shown in place of a letter that no font has. */
const toCodePointText = (letter: string) =>
  `[U+${codePointOf(letter).toString(16).toUpperCase().padStart(4, "0")}]`;

type LetterFont = EmbeddedFont | ScriptFont;

const isScriptFont = (font: LetterFont): font is ScriptFont => "layout" in font;

const hasLetter = (font: LetterFont, letter: string) =>
  isScriptFont(font) ? font.hasGlyphForCodePoint(codePointOf(letter)) : font.canEncode(letter);

/** Marks and joiners belong to the letter before them, so they stay in its font. */
const JOINED = /[\p{M}\p{Default_Ignorable_Code_Point}]/u;

function findFont(
  { embedded, scripts }: FontStack,
  letter: string,
  last: LetterFont | undefined,
): LetterFont | undefined {
  if (last && (JOINED.test(letter) || !isScriptFont(last)) && hasLetter(last, letter)) return last;
  const fonts = [...embedded, ...(last && isScriptFont(last) ? [last] : []), ...scripts];
  return fonts.find((font) => hasLetter(font, letter));
}

export function canDraw(fonts: FontStack, text: string): boolean {
  return [...text].every((letter) => findFont(fonts, letter, undefined));
}

/**
 * Replaces each letter that no font has by its Unicode number, so that no name is lost. The numbers
 * are read from left to right in every script.
 */
const numberMissing = (fonts: FontStack, text: string) =>
  [...text].map((letter) => (canDraw(fonts, letter) ? letter : toCodePointText(letter))).join("");

/** The direction of a paragraph: that of its first letter which has one. */
export const directionOf = (fonts: FontStack, text: string): Direction =>
  bidi.getEmbeddingLevels(numberMissing(fonts, text)).paragraphs[0]?.level === 1 ? "rtl" : "ltr";

interface Letter {
  text: string;
  font: LetterFont;
  /** Odd where it is read from right to left. */
  level: number;
  position: number;
}

/** The letters of a line in the order in which they stand on the page. */
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

function toStretch([first, ...others]: readonly [Letter, ...Letter[]]): Stretch {
  const { font, level } = first;
  const letters = [first, ...others].map(({ text }) => text);
  const isRightToLeft = level % 2 === 1;
  if (isScriptFont(font)) {
    // Shaping takes letters in the order in which they are read.
    const text = (isRightToLeft ? letters.reverse() : letters).join("");
    const direction = isRightToLeft ? "rtl" : "ltr";
    return { kind: "shapes", run: font.layout(text, [], undefined, undefined, direction), font };
  }
  const mirrored = (letter: string) => bidi.getMirroredCharacter(letter) ?? letter;
  const text = (isRightToLeft ? letters.map(mirrored) : letters).join("");
  return { kind: "text", text, font };
}

/** Lays out a line as stretches from left to right; letters that no font has as their numbers. */
export function layOutLine(fonts: FontStack, line: string, direction: Direction): Stretch[] {
  const groups: [Letter, ...Letter[]][] = [];
  for (const letter of lettersInOrder(fonts, numberMissing(fonts, line), direction)) {
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
