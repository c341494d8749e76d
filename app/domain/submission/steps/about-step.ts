import * as v from "valibot";
import { flag, multiLine, plainLine, tooLong } from "~/forms/fields";
import type { FieldErrors } from "~/forms/form-reply";

export const aboutAnswersSchema = v.object({
  bio: multiLine,
  influences: multiLine,
  publishingAdministrationInterest: flag,
  proNumber: plainLine,
});
type AboutAnswers = v.InferOutput<typeof aboutAnswersSchema>;

/** Longer than any store shows, short enough for a database row. */
const MAX_BIO = 5_000;

/** The specification has no rules for step 2; only texts too long to store are refused. */
export function checkAboutStep(answers: AboutAnswers): FieldErrors {
  const errors: FieldErrors = {};
  const limits = [
    ["bio", "Your bio", MAX_BIO],
    ["influences", "Your influences", 1_000],
    ["proNumber", "The PRO number", 60],
  ] as const;
  for (const [name, label, max] of limits) {
    const long = tooLong(label, answers[name], max);
    if (long) errors[name] = long;
  }
  return errors;
}
