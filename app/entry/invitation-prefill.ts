import * as v from "valibot";
import { line } from "~/forms/fields";

/** What an invitation fills in (specification, wizard, section 3, "Invitation data"). */
export const invitationPrefillSchema = v.object({
  firstName: line,
  surname: line,
  email: line,
  artistName: line,
  instagramProfile: line,
  tiktokProfile: line,
  spotifyProfile: line,
  country: line,
  city: line,
  listenLink: line,
});
export type InvitationPrefill = v.InferOutput<typeof invitationPrefillSchema>;
