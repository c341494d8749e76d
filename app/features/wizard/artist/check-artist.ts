import * as v from "valibot";
import {
  artistAnswersSchema,
  checkArtistStep,
  summarizeArtistStep,
} from "~/domain/submission/steps/artist-step";
import { hasNoErrors } from "~/forms/form-reply";
import type { StepValidator } from "~/ui/use-step-errors";

/** The rules of the step; loaded on first use, since they need the names of all countries. */
export const checkArtist: StepValidator = (formValues, current) => {
  const answers = v.parse(artistAnswersSchema, formValues ?? current);
  const errors = checkArtistStep(answers);
  if (hasNoErrors(errors)) return undefined;
  return { errors, summary: summarizeArtistStep(answers, errors) };
};
