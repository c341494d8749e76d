import type { AnswerStep } from "../steps/steps";

export interface Obstacle {
  step: AnswerStep;
  text: string;
  field?: string;
  /** The stored file that remains if the pending one is given up. */
  stays?: { uploadId: string; fileName: string };
}

export interface Gap extends Obstacle {
  /** The id of its track; undefined for the release as a whole. */
  trackId?: string | undefined;
  slot?: string | undefined;
  isOptional: boolean;
}

/** Set by a page that has told that nothing has changed since the release was sent before. */
export const UNCHANGED_FIELD = "unchanged";

/** For a Review page that does not show the draft as it is by now. */
export const OUTDATED_REVIEW =
  "Your release was changed in another tab or on another device, so nothing was sent yet. This is how it looks now.";

/** Why a release that is sent again is asked about. */
export const UNCHANGED_RELEASE = "Nothing has changed since you sent it before.";
