import * as v from "valibot";
import { countryLine } from "~/forms/country-line";
import { emailLine, singleLine } from "~/forms/fields";

/** What an invitation fills in (specification, wizard, section 3, "Invitation data"). */
export const invitationPrefillSchema = v.object({
  firstName: singleLine,
  surname: singleLine,
  email: emailLine,
  artistName: singleLine,
  instagramProfile: singleLine,
  tiktokProfile: singleLine,
  spotifyProfile: singleLine,
  country: countryLine,
  city: singleLine,
  listenLink: singleLine,
});
export type InvitationPrefill = v.InferOutput<typeof invitationPrefillSchema>;
