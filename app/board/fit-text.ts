import { lastOf } from "~/platform/formats/last-of";

/** The most characters a long-text column of the board holds. */
export const LONG_TEXT_LIMIT = 2_000;

/** Cuts a text to the limit; an ellipsis shows that something is missing. */
export function fitText(text: string, limit = LONG_TEXT_LIMIT): string {
  if (text.length <= limit) return text;
  // A cut inside a surrogate pair would leave half a character behind.
  return `${text.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

const ROOM_FOR_NOTE = "\n… and 999 more".length;

/**
 * Spreads whole lines over at most `pages` texts, each within the limit, so that no link is cut in
 * half. What does not fit is counted in a last line.
 */
export function fitLines(lines: string[], pages: number, limit = LONG_TEXT_LIMIT): string[] {
  const room = limit - ROOM_FOR_NOTE;
  const texts: string[] = [];
  for (const [index, line] of lines.entries()) {
    const last = lastOf(texts);
    const longerText = last === undefined ? undefined : `${last}\n${line}`;
    if (longerText !== undefined && longerText.length <= room) texts[texts.length - 1] = longerText;
    else if (texts.length < pages) texts.push(fitText(line, room));
    else {
      texts[texts.length - 1] = `${last}\n… and ${lines.length - index} more`;
      break;
    }
  }
  return texts;
}
