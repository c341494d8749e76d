import * as v from "valibot";
import { flag, multiLineUpTo, plainLineUpTo, tooLong } from "~/forms/fields";
import type { FieldErrors } from "~/forms/form-reply";

/** Longer than any store shows, short enough for a database row. */
const limits = {
  bio: { label: "Your bio", max: 5_000 },
  influences: { label: "Your influences", max: 1_000 },
  proNumber: { label: "The PRO number", max: 60 },
};

export const aboutAnswersSchema = v.object({
  bio: multiLineUpTo(limits.bio.max),
  influences: multiLineUpTo(limits.influences.max),
  publishingAdministrationInterest: flag,
  proNumber: plainLineUpTo(limits.proNumber.max),
});
type AboutAnswers = v.InferOutput<typeof aboutAnswersSchema>;

/** The specification has no rules for step 2; only texts too long to store are refused. */
export function checkAboutStep(answers: AboutAnswers): FieldErrors {
  const errors: FieldErrors = {};
  for (const name of ["bio", "influences", "proNumber"] as const) {
    const { label, max } = limits[name];
    const long = tooLong(label, answers[name], max);
    if (long) errors[name] = long;
  }
  return errors;
}
