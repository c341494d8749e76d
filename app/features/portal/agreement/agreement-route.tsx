import type { MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/ui/page-title";
import { AgreementPanel } from "./agreement-panel";
import type { action, loader } from "./agreement-route.server";

/** Signing at Dropbox Sign needs script, and so does a modal dialog. */
export const handle = { scripts: true };

const PATH = "/agreement";

export const meta: MetaFunction = (page) => pageTitle("Artist Agreement", page);

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
