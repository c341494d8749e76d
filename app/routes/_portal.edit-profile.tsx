import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { findAccount } from "~/artists/accounts.server";
import { pendingEmail } from "~/artists/email-change.server";
import { picturePath, readPicture } from "~/artists/picture";
import { profileDraftOf, profileFormValues, profileVersion } from "~/artists/profile-draft.server";
import { pageTitle } from "~/components/page-title";
import { editProfile } from "~/pages/portal/edit-profile.server";
import { refusal } from "~/session/refusal";
import { requireArtist } from "~/session/require-artist";
import { cityHints } from "~/submission/steps/city-hints.server";
import { ProfileEditor } from "~/views/portal/profile/profile-editor";

/** For city and Spotify suggestions, and for shrinking the picture before upload. */
export const handle = { scripts: true };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, clock } = context;
  const { id } = await requireArtist(request, context);
  const [account, pending] = await Promise.all([
    findAccount(db, id),
    pendingEmail(db, id, clock()),
  ]);
  if (!account) throw refusal(404, "This account is no longer here.");
  const { artistId, version } = account;
  const picture = readPicture(account.picture);
  return {
    profileValues: profileFormValues(account),
    page: {
      draftId: artistId,
      step: "profile",
      path: "/api/profile/form",
      version: await profileVersion(account),
    },
    edition: version,
    draftStartedAt: profileDraftOf(account)?.at,
    picture: picture ? picturePath(artistId, picture.id, "large") : null,
    pending,
    mailIsOff: context.mail.connection.state === "off",
    cities: cityHints(profileFormValues(account).country),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const artist = await requireArtist(request, context);
  return editProfile(request, context, artist);
}

export const meta: MetaFunction = (page) => pageTitle("My Profile", page);

export default function EditProfile() {
  const page = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const [params] = useSearchParams();
  // A new key resets the form to the stored values after a save or a discarded draft.
  return (
    <ProfileEditor
      key={page.edition}
      {...page}
      reply={reply}
      justSaved={params.has("saved") && !reply && !page.draftStartedAt}
      justConfirmed={params.has("confirmed") && !reply}
    />
  );
}
