import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/components/page-title";
import { storeLinkToken } from "~/pages/artist-link.server";
import { InvalidInvitation } from "~/views/wizard/links/invalid-link";

/** Its address is a secret, though one that opens nothing: no script is to see it. */
export const handle = { scripts: false };

/** Takes the token out of the address; only an invitation that opens nothing has a page here. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  return storeLinkToken(request, context, "invited", params.token);
}

export const meta: MetaFunction = (page) => [
  ...pageTitle("Your invitation", page),
  { name: "robots", content: "noindex" },
];

export default function OpenInvitation() {
  const { why } = useLoaderData<typeof loader>();
  return <InvalidInvitation reason={why} hasDraft={false} />;
}
