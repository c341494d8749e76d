import * as v from "valibot";
import { aboutAnswersSchema, checkAboutStep } from "~/domain/submission/steps/about-step";
import { hasNoErrors } from "~/forms/form-reply";
import type { StepValidator } from "~/ui/use-step-errors";

/** The rules of the step; loaded on first use. */
export const checkAbout: StepValidator = (formValues, current) => {
  const errors = checkAboutStep(v.parse(aboutAnswersSchema, formValues ?? current));
  return hasNoErrors(errors) ? undefined : { errors, summary: [] };
};
