import { fieldId } from "~/components/field";
import { type AnswerStep, stepOf } from "~/submission/steps/steps";

/**
 * Where an answer is changed: at its field, with the way back to Review in the address. The
 * fragment leads there without script.
 * @param field its name; without one, the step as a whole.
 */
export function changePath(step: AnswerStep, field?: string): string {
  const { path } = stepOf(step);
  if (field === undefined) return `${path}?return=review`;
  return `${path}?return=review&field=${encodeURIComponent(field)}#${fieldId(field)}`;
}
