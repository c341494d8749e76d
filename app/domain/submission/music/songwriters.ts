import * as v from "valibot";
import { plainLine, singleLine } from "~/forms/fields";
import { type FieldError, missingError } from "~/forms/form-reply";
import { plainCharacters } from "~/platform/formats/normalize-text";

/** A typed share in percent as a whole number from 0 to 100, else empty. */
export function clampShare(text: string): string {
  const number = Number.parseFloat(plainCharacters(text).replace(",", ".").replace("%", ""));
  if (!Number.isFinite(number)) return "";
  return String(Math.min(100, Math.max(0, Math.round(number))));
}

/** `percentage` is empty or a whole number from 0 to 100. */
export const songwriterSchema = v.object({
  firstName: singleLine,
  lastName: singleLine,
  percentage: v.pipe(plainLine, v.transform(clampShare)),
});
export type SongwriterAnswers = v.InferOutput<typeof songwriterSchema>;

export const MAX_SONGWRITERS = 30;

export function totalShare(songwriters: readonly SongwriterAnswers[]): number {
  return songwriters.reduce((sum, writer) => sum + Number(writer.percentage || 0), 0);
}

/** The state of the total with its text (specification, section 5). */
export function shareVerdict(songwriters: readonly SongwriterAnswers[]): {
  state: "done" | "over" | "under";
  text: string;
} {
  const total = totalShare(songwriters);
  if (total === 100) return { state: "done", text: "Total 100%" };
  if (total > 100) return { state: "over", text: "Over 100% - Please reduce percentages" };
  if (total === 0) return { state: "under", text: "Please enter percentages" };
  return { state: "under", text: `Need ${100 - total}% more` };
}

export function sharesAriaText(songwriters: readonly SongwriterAnswers[]): string {
  const total = totalShare(songwriters);
  const sum = `The shares add up to ${total}%.`;
  if (total === 100) return sum;
  if (total === 0) return `${sum} Please enter percentages.`;
  const difference = total > 100 ? `${total - 100}% too much` : `${100 - total}% still to share`;
  return `${sum} That is ${difference}.`;
}

export const sharesDisplay = (songwriters: readonly SongwriterAnswers[]) => ({
  ...shareVerdict(songwriters),
  total: totalShare(songwriters),
  spoken: sharesAriaText(songwriters),
});

/** Shares 100 percent among all rows; the first ones take the remainder. */
export function splitEvenly<T extends SongwriterAnswers>(songwriters: readonly T[]): T[] {
  const { length } = songwriters;
  return songwriters.map((writer, index) => {
    const extra = index < 100 % length ? 1 : 0;
    return { ...writer, percentage: String(Math.floor(100 / length) + extra) };
  });
}

export function checkSongwriter(
  writer: SongwriterAnswers,
): Partial<Record<keyof SongwriterAnswers, FieldError>> {
  return {
    ...(writer.firstName ? {} : { firstName: missingError("Songwriter's first name is required") }),
    ...(writer.lastName ? {} : { lastName: missingError("Songwriter's last name is required") }),
    ...(writer.percentage
      ? {}
      : { percentage: missingError("Songwriter's percentage is required") }),
  };
}
