import type { SpotifyAnswer } from "~/domain/submission/steps/spotify-profile";
import type { StepConflict } from "~/forms/autosave/autosave-state";
import type { SummarizedReply } from "~/forms/form-reply";

export const CANCEL_EMAIL_CHANGE = "drop-email";
export const REMOVE_PICTURE = "remove-picture";
export const DISCARD_PROFILE_DRAFT = "drop-typed";

export type ProfileReply = SummarizedReply & {
  version?: string | undefined;
  spotify?: SpotifyAnswer;
  /** Set if another tab or device saved first; has the current values. */
  conflict?: StepConflict & { fields: { label: string; text: string }[] };
};
