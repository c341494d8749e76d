import type { StepConflict } from "~/forms/autosave/autosave-state";
import type { FormReply } from "~/forms/form-reply";
import type { SpotifyAnswer } from "~/submission/steps/spotify-profile";

/** Values of the buttons beside Save. */
export const CANCEL_EMAIL_CHANGE = "drop-email";
export const REMOVE_PICTURE = "remove-picture";
/** Discards unsaved values. */
export const DISCARD_PROFILE_DRAFT = "drop-typed";

/** Reply of the profile action when it stays on the page. */
export type ProfileReply = FormReply & {
  /** Version token for the next save. */
  version?: string | undefined;
  spotify?: SpotifyAnswer;
  /** Set if another tab or device saved first; has the current values. */
  conflict?: StepConflict & { fields: { label: string; text: string }[] };
};
