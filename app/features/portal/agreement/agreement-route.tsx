import { useActionData, useLoaderData } from "@remix-run/react";
import { titled } from "~/ui/page-title";
import { AgreementPanel } from "./agreement-panel";
import type { action, loader } from "./agreement-route.server";

/** Signing at Dropbox Sign needs script, and so does a modal dialog. */
export const handle = { scripts: true };

const PATH = "/agreement";

export const meta = titled("Artist Agreement");

export default function Agreement() {
  const { agreement } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <AgreementPanel
      agreement={agreement}
      currentPath={reply?.returnTo ?? PATH}
      reply={reply}
      heading="h1"
    />
  );
}
