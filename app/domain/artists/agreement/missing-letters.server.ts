/// <reference path="./unicode-properties.d.ts" />
import { MISSING_LETTER } from "./line-layout.server";

const codePointText = (letter: string) =>
  `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

/** Letters that several scripts share, or that are none, such as emoji. */
const WITHOUT_SCRIPT = ["Common", "Inherited", "Unknown"];

/** Says which letters of a document no font has, script by script, by their Unicode numbers. */
export async function missingLettersNote(letters: readonly string[]): Promise<string> {
  // Loaded only for names that need it, as the fonts are.
  const { getScript } = await import("unicode-properties");
  const codePoints = new Map<string, string[]>();
  for (const letter of letters) {
    const script = getScript(letter.codePointAt(0) ?? 0);
    const name = WITHOUT_SCRIPT.includes(script)
      ? "other signs"
      : `letters of ${script.replaceAll("_", " ")}`;
    codePoints.set(name, [...(codePoints.get(name) ?? []), codePointText(letter)]);
  }
  const list = [...codePoints].map(([name, numbers]) => `${name} (${numbers.join(", ")})`);
  return `This document has no typeface for these, and shows ${MISSING_LETTER} for each: ${list.join("; ")}.`;
}
