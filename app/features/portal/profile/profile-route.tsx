import type { MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { pageTitle } from "~/ui/page-title";
import { ProfileEditor } from "./profile-editor";
import type { action, loader } from "./profile-route.server";

/** For city and Spotify suggestions, and for shrinking the picture before upload. */
export const handle = { scripts: true };

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
