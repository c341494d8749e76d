import type { Answers } from "../steps/answers";
import type { AnswerStep } from "../steps/steps";
import type { DraftPrefill } from "./prefill";

/** A draft as the pages use it. */
export interface Draft {
  id: string;
  /** How it was opened: "open", "invited" or "returning". */
  entry: string;
  /** The invitation or the returning artist's link it was begun with. */
  linkId?: string | undefined;
  /** The account its submission will belong to. */
  artistId?: string | undefined;
  /** The submission that it puts right, if it does. */
  resendOf?: string | undefined;
  /** What the last release of a returning artist tells of this one. */
  prefill?: DraftPrefill | undefined;
  answers: Answers;
  completed: AnswerStep[];
  /** Whether it has become a submission; its files belong to that now. */
  submitted: boolean;
  /** When 'Submit Music' was last pressed on it, if that was allowed then. */
  pressedAt?: Date | undefined;
  /** Counts the changes of all steps. */
  version: number;
  /** When its form was first opened, if ever. */
  formStartedAt?: Date;
  createdAt: Date;
  updatedAt: Date;
  expiresAt: Date;
}
