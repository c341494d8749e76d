import * as v from "valibot";
import { checkLengths, partsOf } from "../fields/form-field";
import { formFields } from "../fields/form-fields";

export const aboutAnswersSchema = v.object(partsOf(formFields.about, "rule"));

/** The specification has no rules for step 2; only texts too long to store are refused. */
export const checkAboutStep = (answers: v.InferOutput<typeof aboutAnswersSchema>) =>
  checkLengths(formFields.about, answers);
