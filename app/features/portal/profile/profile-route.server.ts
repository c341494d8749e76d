import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { findAccount } from "~/domain/artists/accounts.server";
import { pendingEmail } from "~/domain/artists/email-change.server";
import { picturePath, readPicture } from "~/domain/artists/picture";
import {
  profileDraftOf,
  profileFormValues,
  profileVersion,
} from "~/domain/artists/profile-draft.server";
import { cityHints } from "~/domain/submission/steps/city-hints.server";
import { refusal } from "~/session/refusal";
import { requireArtist } from "~/session/require-artist";
import { editProfile } from "./edit-profile.server";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, clock } = context;
  const { id } = await requireArtist(request, context, "read");
  const [account, pending] = await Promise.all([
    findAccount(db, id),
    pendingEmail(db, id, clock()),
  ]);
  if (!account) throw refusal(404, "This account no longer exists.");
  const { artistId, version } = account;
  const picture = readPicture(account.picture);
  return {
    /** The saved values, overlaid with unsaved input. */
    profileValues: profileFormValues(account),
    page: {
      draftId: artistId,
      step: "profile",
      path: "/api/profile/form",
      version: await profileVersion(account),
    },
    edition: version,
    /** When that input began, as an ISO time; undefined if there is none. */
    draftStartedAt: profileDraftOf(account)?.at,
    picture: picture ? picturePath(artistId, picture.id, "large") : null,
    pending,
    mailIsOff: context.mail.connection.state === "off",
    cities: cityHints(profileFormValues(account).country),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const artist = await requireArtist(request, context, "write");
  return editProfile(request, context, artist);
}
