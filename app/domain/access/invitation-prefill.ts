import * as v from "valibot";
import { emailLine, singleLine } from "~/forms/fields";
import { listedCountry } from "~/reference/country-aliases";

/** Values that an invitation fills in (specification, wizard, section 3, "Invitation data"). */
export const invitationPrefillSchema = v.object({
  firstName: singleLine,
  surname: singleLine,
  email: emailLine,
  artistName: singleLine,
  instagramProfile: singleLine,
  tiktokProfile: singleLine,
  spotifyProfile: singleLine,
  country: v.pipe(singleLine, v.transform(listedCountry)),
  city: singleLine,
  listenLink: singleLine,
});
export type InvitationPrefill = v.InferOutput<typeof invitationPrefillSchema>;
