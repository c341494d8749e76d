import { lastOf } from "~/platform/formats/last-of";

export const LONG_TEXT_LIMIT = 2_000;

export function fitText(text: string, limit = LONG_TEXT_LIMIT): string {
  if (text.length <= limit) return text;
  // Do not cut inside a surrogate pair.
  return `${text.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

const NOTE_LENGTH = "\n… and 999 more".length;

/**
 * Distributes whole lines over at most `pages` texts, so that no link is cut. A last line counts
 * what does not fit.
 */
export function fitLines(lines: string[], pages: number, limit = LONG_TEXT_LIMIT): string[] {
  const maxLength = limit - NOTE_LENGTH;
  const texts: string[] = [];
  for (const [index, line] of lines.entries()) {
    const last = lastOf(texts);
    const longerText = last === undefined ? undefined : `${last}\n${line}`;
    if (longerText !== undefined && longerText.length <= maxLength)
      texts[texts.length - 1] = longerText;
    else if (texts.length < pages) texts.push(fitText(line, maxLength));
    else {
      texts[texts.length - 1] = `${last}\n… and ${lines.length - index} more`;
      break;
    }
  }
  return texts;
}
