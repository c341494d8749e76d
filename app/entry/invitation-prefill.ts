import * as v from "valibot";
import { singleLine } from "~/forms/fields";

/** What an invitation fills in (specification, wizard, section 3, "Invitation data"). */
export const invitationPrefillSchema = v.object({
  firstName: singleLine,
  surname: singleLine,
  email: singleLine,
  artistName: singleLine,
  instagramProfile: singleLine,
  tiktokProfile: singleLine,
  spotifyProfile: singleLine,
  country: singleLine,
  city: singleLine,
  listenLink: singleLine,
});
export type InvitationPrefill = v.InferOutput<typeof invitationPrefillSchema>;
