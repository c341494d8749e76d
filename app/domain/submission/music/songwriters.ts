import * as v from "valibot";
import { plainLine, singleLine } from "~/forms/fields";
import { type FieldError, missingError } from "~/forms/form-reply";
import { plainCharacters } from "~/platform/formats/normalize-text";

/** Longer texts are no shares; nothing of them is shown again. */
const MAX_SHARE = 40;

/** The percentage that was typed, such as `33.33`, `12,5 %` or `1/3`; undefined for none. */
function readShare(text: string): number | undefined {
  const plain = plainCharacters(text.trim().slice(0, MAX_SHARE)).replaceAll(",", ".");
  const [number = Number.NaN, whole] = plain.split(/[/\u2044]/).map(Number.parseFloat);
  if (!Number.isFinite(number)) return undefined;
  // "50/50" tells both shares; "1/3" is a part of the whole.
  if (whole === undefined || number + whole === 100) return number;
  return whole > 0 ? (100 * number) / whole : undefined;
}

/** A typed share in percent as a whole number from 0 to 100, else empty. */
export function clampShare(text: string): string {
  const number = readShare(text);
  return number === undefined ? "" : String(Math.min(100, Math.max(0, Math.round(number))));
}

/** What was typed for a share, where it counts as something else; otherwise empty. */
export function changedShare(text: string): string {
  const typed = text.trim().slice(0, MAX_SHARE);
  const plain = plainCharacters(typed);
  const isWhole = /^\d+(?:[.,]0*)?\s*%?$/.test(plain);
  const isSame = isWhole && String(Number.parseInt(plain, 10)) === clampShare(typed);
  return isSame ? "" : typed;
}

/** Says that a typed share counts as another number; empty while it is the typed one. */
export function shareNote(typedShare: string | undefined, percentage: string): string {
  if (!typedShare || clampShare(typedShare) !== clampShare(percentage)) return "";
  if (percentage === "") return `“${typedShare}” is no share. Write a whole number, such as 50.`;
  return `You wrote ${typedShare}. Shares are whole numbers from 0 to 100, so it counts as ${percentage}%.`;
}

/** Of a posted share, before {@link roundShare}. */
export const shareEntries = {
  percentage: plainLine,
  /** What was typed, as {@link changedShare} gives it; a page sends it again until the share changes. */
  typedShare: v.optional(plainLine),
};

interface PostedShare {
  percentage: string;
  typedShare?: string | undefined;
}

/** Makes a posted share a whole number from 0 to 100 or empty, and keeps what was typed. */
export function roundShare<T extends PostedShare>({ typedShare = "", ...row }: T) {
  const percentage = clampShare(row.percentage);
  const typed = changedShare(row.percentage) || changedShare(typedShare);
  return { ...row, percentage, ...(shareNote(typed, percentage) && { typedShare: typed }) };
}

/** Of a posted songwriter, before {@link roundShare}. */
export const songwriterEntries = { firstName: singleLine, lastName: singleLine, ...shareEntries };
export interface SongwriterAnswers extends PostedShare {
  firstName: string;
  lastName: string;
}

export const MAX_SONGWRITERS = 30;

export function totalShare(songwriters: readonly PostedShare[]): number {
  return songwriters.reduce((sum, writer) => sum + Number(writer.percentage || 0), 0);
}

/** The state of the total with its text (specification, section 5). */
export function shareVerdict(songwriters: readonly PostedShare[]): {
  state: "done" | "over" | "under";
  text: string;
} {
  const total = totalShare(songwriters);
  if (total === 100) return { state: "done", text: "Total 100%" };
  if (total > 100) return { state: "over", text: "Over 100% - Please reduce percentages" };
  if (total === 0) return { state: "under", text: "Please enter percentages" };
  return { state: "under", text: `Need ${100 - total}% more` };
}

export function sharesAriaText(songwriters: readonly PostedShare[]): string {
  const total = totalShare(songwriters);
  const sum = `The shares add up to ${total}%.`;
  if (total === 100) return sum;
  if (total === 0) return `${sum} Please enter percentages.`;
  const difference = total > 100 ? `${total - 100}% too much` : `${100 - total}% still to share`;
  return `${sum} That is ${difference}.`;
}

/** What rounding left over or made too much; empty where the shares were not rounded, or fit. */
function roundingText(songwriters: readonly PostedShare[]): string {
  const isRounded = songwriters.some((writer) => shareNote(writer.typedShare, writer.percentage));
  const difference = 100 - totalShare(songwriters);
  if (!isRounded || difference === 0 || Math.abs(difference) >= songwriters.length) return "";
  return difference > 0
    ? `Rounding left ${difference}%. Add it to one of the shares.`
    : `Rounding made ${-difference}% too much. Take it off the shares.`;
}

export const sharesDisplay = (songwriters: readonly PostedShare[]) => ({
  ...shareVerdict(songwriters),
  total: totalShare(songwriters),
  spoken: `${sharesAriaText(songwriters)} ${roundingText(songwriters)}`.trim(),
  rounding: roundingText(songwriters),
});

/** Shares 100 percent among all rows; the first ones take the remainder. */
export function splitEvenly<T extends PostedShare>(songwriters: readonly T[]): T[] {
  const { length } = songwriters;
  return songwriters.map((writer, index) => {
    const extra = index < 100 % length ? 1 : 0;
    return {
      ...writer,
      percentage: String(Math.floor(100 / length) + extra),
      typedShare: undefined,
    };
  });
}

export function checkSongwriter(
  writer: SongwriterAnswers,
): Partial<Record<"firstName" | "lastName" | "percentage", FieldError>> {
  return {
    ...(writer.firstName ? {} : { firstName: missingError("Songwriter's first name is required") }),
    ...(writer.lastName ? {} : { lastName: missingError("Songwriter's last name is required") }),
    ...(writer.percentage
      ? {}
      : { percentage: missingError("Songwriter's percentage is required") }),
  };
}
