import type { AnswerStep } from "../steps/steps";

/** A step that cannot be submitted as it is, and why. */
export interface Obstacle {
  step: AnswerStep;
  text: string;
}
