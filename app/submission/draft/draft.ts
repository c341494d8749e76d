import type { Answers } from "../steps/answers";
import type { AnswerStep } from "../steps/steps";
import type { DraftPrefill } from "./prefill";

export interface Draft {
  id: string;
  /** "open", "invited" or "returning". */
  entry: string;
  /** The invitation or the returning artist's link that it was begun with. */
  linkId?: string | undefined;
  /** The account its submission will belong to. */
  artistId?: string | undefined;
  /** The rejected submission that it corrects, if any. */
  resendOf?: string | undefined;
  /** From the last release of a returning artist. */
  prefill?: DraftPrefill | undefined;
  answers: Answers;
  completed: AnswerStep[];
  /** Whether it has become a submission, which then owns its files. */
  submitted: boolean;
  /** When 'Submit Music' was last pressed, if it was allowed. */
  pressedAt?: Date | undefined;
  /** Counts the changes of all steps. */
  version: number;
  formStartedAt?: Date;
  createdAt: Date;
  updatedAt: Date;
  expiresAt: Date;
}
