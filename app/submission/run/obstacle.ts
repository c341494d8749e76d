import type { AnswerStep } from "../steps/steps";

/** A step that cannot be submitted as it is, and why. */
export interface Obstacle {
  step: AnswerStep;
  text: string;
  /** The field where it is put right, where there is one. */
  field?: string;
  /** The stored file that stays where its artist gives up the one that is on its way. */
  stays?: string;
}

/** What a release lacks, and where that is put right. */
export interface Gap extends Obstacle {
  /** The track it is about, by its id; without one, the release as a whole. */
  trackId?: string | undefined;
  /** The slot whose file is not there, or not whole. */
  slot?: string | undefined;
  /** Whether it can be submitted all the same. */
  isOptional: boolean;
}
