import type { Answers } from "../steps/answers";
import type { AnswerStep } from "../steps/steps";
import type { DraftPrefill } from "./prefill";

export interface Draft {
  id: string;
  /** "open", "invited" or "returning". */
  entry: string;
  /** The invitation or the returning artist's link that it was begun with. */
  linkId?: string | undefined;
  artistId?: string | undefined;
  /** The rejected submission that it corrects, if any. */
  resendOf?: string | undefined;
  prefill?: DraftPrefill | undefined;
  answers: Answers;
  completed: AnswerStep[];
  /** Whether it has become a submission, which then owns its files. */
  submitted: boolean;
  /** When 'Submit Music' was last pressed, if it was allowed. */
  pressedAt?: Date | undefined;
  version: number;
  formStartedAt?: Date;
  createdAt: Date;
  updatedAt: Date;
  expiresAt: Date;
}
