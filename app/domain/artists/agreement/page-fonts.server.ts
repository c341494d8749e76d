import type { PDF } from "@libpdf/core";
import { fromBase64 } from "~/platform/formats/base64";
import { directionOf, type FontStack, layOutLine, stretchWidth } from "./line-layout.server";
import notoSerif from "./noto-serif.json";
import { loadScriptFonts, type ReadFontFile } from "./script-fonts.server";

export type DocumentFonts = Awaited<ReturnType<typeof loadFonts>>;

/**
 * Embeds the fonts, which saving subsets to the letters used, and loads those of other scripts where
 * the text needs them.
 */
export async function loadFonts(pdf: PDF, readFontFile: ReadFontFile, text: string) {
  const embed = (base64: string) => pdf.embedFont(fromBase64(base64));
  const { latin, ...others } = notoSerif.regular;
  const more = Object.values(others).map(embed);
  const regular = [embed(latin), ...more] as const;
  const bold = [embed(notoSerif.bold.latin), ...more] as const;
  const isMissing = (letter: string) => !regular.some((font) => font.canEncode(letter));
  const missing = [...text.replaceAll("\n", "")].filter(isMissing);
  const scripts = await loadScriptFonts(readFontFile, missing, text);
  return { regular: { embedded: regular, scripts }, bold: { embedded: bold, scripts } };
}

const textWidth = (fonts: FontStack, text: string, size: number) =>
  layOutLine(fonts, text, directionOf(text)).reduce(
    (width, stretch) => width + stretchWidth(stretch, size),
    0,
  );

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

function cutWord(fonts: FontStack, word: string, size: number, width: number): string[] {
  if (textWidth(fonts, word, size) <= width) return [word];
  const pieces = [""];
  for (const { segment } of graphemes.segment(word)) {
    const longerPiece = `${pieces.at(-1)}${segment}`;
    if (textWidth(fonts, longerPiece, size) <= width) pieces[pieces.length - 1] = longerPiece;
    else pieces.push(segment);
  }
  return pieces;
}

/** Breaks a paragraph into lines. @param width in points. */
export function wrapText(fonts: FontStack, text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ").flatMap((token) => cutWord(fonts, token, size, width))) {
    const longerLine = `${lines.at(-1) ?? ""} ${word}`.trimStart();
    if (lines.length > 0 && textWidth(fonts, longerLine, size) <= width)
      lines[lines.length - 1] = longerLine;
    else lines.push(word);
  }
  return lines;
}
