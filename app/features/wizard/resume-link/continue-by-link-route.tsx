import { useActionData, useLoaderData } from "@remix-run/react";
import { DraftNotFound } from "~/ui/draft-not-found";
import { SECRET_ADDRESS, titled } from "~/ui/page-title";
import type { loader } from "./continue-by-link-route.server";
import { LiveLink, SubmittedLink } from "./linked-draft";

export const meta = titled("Continue your submission", ...SECRET_ADDRESS);

export default function ContinueHere() {
  const link = useLoaderData<typeof loader>();
  const reply = useActionData<{ url: string }>();
  if (!("dead" in link)) return <LiveLink {...link} url={(reply ?? link.shown)?.url} />;
  return link.noDraft ? (
    <DraftNotFound text={link.dead} hasOtherDraft={link.own} />
  ) : (
    <SubmittedLink text={link.dead} />
  );
}
