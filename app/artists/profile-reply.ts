import type { StepConflict } from "~/forms/autosave/autosave-state";
import type { FormReply } from "~/forms/form-reply";
import type { SpotifyAnswer } from "~/submission/steps/spotify-profile";

/** What the buttons beside Save ask for. */
export const CANCEL_EMAIL_CHANGE = "drop-email";
export const REMOVE_PICTURE = "remove-picture";
/** Gives up what was typed and not saved. */
export const DISCARD_PROFILE_DRAFT = "drop-typed";

/** What the action of the profile sends back when it stays on the page. */
export type ProfileReply = FormReply & {
  /** The token of what a next save goes over. */
  version?: string | undefined;
  spotify?: SpotifyAnswer;
  /** Set where another tab or device was faster, and nothing was saved: what stands there now. */
  conflict?: StepConflict & { fields: { label: string; text: string }[] };
};
