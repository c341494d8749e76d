import type { AnswerStep } from "../steps/steps";

export interface Obstacle {
  step: AnswerStep;
  text: string;
  field?: string;
  /** The name of the stored file that remains if the pending one is given up. */
  stays?: string;
}

export interface Gap extends Obstacle {
  /** The id of its track; undefined for the release as a whole. */
  trackId?: string | undefined;
  slot?: string | undefined;
  isOptional: boolean;
}
