import * as v from "valibot";
import { emailLine, linkLine, singleLine, singleLineUpTo } from "~/forms/fields";
import { listedCountry } from "~/reference/country-aliases";
import { MAX_LISTEN_LINK } from "./listen-link";

/** Values that an invitation fills in (specification, wizard, section 3, "Invitation data"). */
export const invitationPrefillSchema = v.object({
  firstName: singleLine,
  surname: singleLine,
  email: emailLine,
  artistName: singleLine,
  instagramProfile: linkLine,
  tiktokProfile: linkLine,
  spotifyProfile: linkLine,
  country: v.pipe(singleLine, v.transform(listedCountry)),
  city: singleLine,
  listenLink: singleLineUpTo(MAX_LISTEN_LINK),
});
export type InvitationPrefill = v.InferOutput<typeof invitationPrefillSchema>;
