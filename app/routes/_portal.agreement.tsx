import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/components/page-title";
import { agreementAction } from "~/pages/portal/agreement-action.server";
import { agreementPage, readPanelState } from "~/pages/portal/agreement-page.server";
import { requireArtist } from "~/session/require-artist";
import { AgreementPanel } from "~/views/portal/agreement/agreement-panel";

/** Signing at Dropbox Sign needs script, and so does a modal dialog. */
export const handle = { scripts: true };

const PATH = "/agreement";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const artist = await requireArtist(request, context);
  return { agreement: await agreementPage(context, artist, readPanelState(request.url)) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const artist = await requireArtist(request, context);
  return agreementAction(request, context, artist);
}

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
