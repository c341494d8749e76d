import type { EmbeddedFont, PDF } from "@libpdf/core";
import { fromBase64 } from "~/platform/formats/base64";
import notoSerif from "./noto-serif.json";

/** Letters of one typeface, which come in several files: each holds those of some scripts. */
export type FontStack = readonly [EmbeddedFont, ...EmbeddedFont[]];

/** A stretch of a line that one font has all letters of. */
interface Stretch {
  text: string;
  font: EmbeddedFont;
}

/** The typefaces of a document. */
export interface DocumentFonts {
  regular: FontStack;
  bold: FontStack;
}

/** Puts the typefaces into a document; it keeps only the letters that are used. */
export function embedFonts(pdf: PDF): DocumentFonts {
  const embed = (base64: string) => pdf.embedFont(fromBase64(base64));
  const { latin, ...others } = notoSerif.regular;
  const more = Object.values(others).map(embed);
  const bold = embed(notoSerif.bold.latin);
  return { regular: [embed(latin), ...more], bold: [bold, ...more] };
}

/** By which number somebody finds a letter that no font here has. */
const numberOf = (letter: string) =>
  `[U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`;

/** Whether all letters of a text can be drawn. */
export function canDraw(letters: FontStack, text: string): boolean {
  return [...text].every((letter) => letters.some((font) => font.canEncode(letter)));
}

/**
 * A line as stretches that one font each can draw. A letter that none has stands there by its
 * Unicode number, so that no name is lost or broken.
 */
export function fontRuns(letters: FontStack, line: string): Stretch[] {
  const stretches: Stretch[] = [];
  for (const letter of line) {
    const last = stretches.at(-1);
    const fittingFont = last?.font.canEncode(letter)
      ? last.font
      : letters.find((font) => font.canEncode(letter));
    const [text, font] = fittingFont ? [letter, fittingFont] : [numberOf(letter), letters[0]];
    if (last?.font === font) last.text += text;
    else stretches.push({ text, font });
  }
  return stretches;
}

const widthOf = (letters: FontStack, text: string, size: number) =>
  fontRuns(letters, text).reduce(
    (width, { text, font }) => width + font.getTextWidth(text, size),
    0,
  );

/** A word that is longer than a line, in pieces that are not. */
function cutWord(letters: FontStack, word: string, size: number, width: number): string[] {
  const pieces = [""];
  for (const letter of word) {
    const longerPiece = `${pieces.at(-1)}${letter}`;
    if (widthOf(letters, longerPiece, size) <= width) pieces[pieces.length - 1] = longerPiece;
    else pieces.push(letter);
  }
  return pieces;
}

/** A paragraph in lines of at most that width, in points. */
export function wrapText(letters: FontStack, text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ").flatMap((one) => cutWord(letters, one, size, width))) {
    const longerLine = `${lines.at(-1) ?? ""} ${word}`.trimStart();
    if (lines.length > 0 && widthOf(letters, longerLine, size) <= width)
      lines[lines.length - 1] = longerLine;
    else lines.push(word);
  }
  return lines;
}
