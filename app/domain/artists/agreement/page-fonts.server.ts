import type { EmbeddedFont, PDF } from "@libpdf/core";
import { fromBase64 } from "~/platform/formats/base64";
import notoSerif from "./noto-serif.json";

/** Fonts of one typeface; each covers some scripts. */
export type FontStack = readonly [EmbeddedFont, ...EmbeddedFont[]];

interface Stretch {
  text: string;
  font: EmbeddedFont;
}

export interface DocumentFonts {
  regular: FontStack;
  bold: FontStack;
}

/** Embeds the fonts; saving subsets them to the letters used. */
export function embedFonts(pdf: PDF): DocumentFonts {
  const embed = (base64: string) => pdf.embedFont(fromBase64(base64));
  const { latin, ...others } = notoSerif.regular;
  const more = Object.values(others).map(embed);
  const bold = embed(notoSerif.bold.latin);
  return { regular: [embed(latin), ...more], bold: [bold, ...more] };
}

/** Shown in place of a letter that no font has. */
const toCodePointText = (letter: string) =>
  `[U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`;

export function canDraw(letters: FontStack, text: string): boolean {
  return [...text].every((letter) => letters.some((font) => font.canEncode(letter)));
}

/**
 * Splits a line by font. A letter that no font has is replaced by its Unicode number, so that no
 * name is lost.
 */
export function fontRuns(letters: FontStack, line: string): Stretch[] {
  const stretches: Stretch[] = [];
  for (const letter of line) {
    const last = stretches.at(-1);
    const fittingFont = last?.font.canEncode(letter)
      ? last.font
      : letters.find((font) => font.canEncode(letter));
    const [text, font] = fittingFont
      ? [letter, fittingFont]
      : [toCodePointText(letter), letters[0]];
    if (last?.font === font) last.text += text;
    else stretches.push({ text, font });
  }
  return stretches;
}

const textWidth = (letters: FontStack, text: string, size: number) =>
  fontRuns(letters, text).reduce(
    (width, { text, font }) => width + font.getTextWidth(text, size),
    0,
  );

function cutWord(letters: FontStack, word: string, size: number, width: number): string[] {
  const pieces = [""];
  for (const letter of word) {
    const longerPiece = `${pieces.at(-1)}${letter}`;
    if (textWidth(letters, longerPiece, size) <= width) pieces[pieces.length - 1] = longerPiece;
    else pieces.push(letter);
  }
  return pieces;
}

/** Breaks a paragraph into lines. @param width in points. */
export function wrapText(letters: FontStack, text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ").flatMap((token) => cutWord(letters, token, size, width))) {
    const longerLine = `${lines.at(-1) ?? ""} ${word}`.trimStart();
    if (lines.length > 0 && textWidth(letters, longerLine, size) <= width)
      lines[lines.length - 1] = longerLine;
    else lines.push(word);
  }
  return lines;
}
