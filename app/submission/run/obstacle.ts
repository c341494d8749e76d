import type { AnswerStep } from "../steps/steps";

/** A step that cannot be submitted as it is, and why. */
export interface Obstacle {
  step: AnswerStep;
  text: string;
  /** The field to correct, if any. */
  field?: string;
  /** The name of the stored file that remains if the pending one is given up. */
  stays?: string;
}

/** Something missing in a release. */
export interface Gap extends Obstacle {
  /** The id of its track; undefined for the release as a whole. */
  trackId?: string | undefined;
  /** The slot whose file is missing or incomplete. */
  slot?: string | undefined;
  /** Whether the release can be submitted without it. */
  isOptional: boolean;
}
