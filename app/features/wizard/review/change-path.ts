import { type AnswerStep, stepOf } from "~/domain/submission/steps/steps";
import { fieldId } from "~/ui/field";

/**
 * The address where an answer is changed: its field, with a return to Review. The fragment is for use without
 * script.
 * @param field its name; without one, the step as a whole.
 */
export function changePath(step: AnswerStep, field?: string): string {
  const { path } = stepOf(step);
  if (field === undefined) return `${path}?return=review`;
  return `${path}?return=review&field=${encodeURIComponent(field)}#${fieldId(field)}`;
}
