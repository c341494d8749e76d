import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/components/page-title";
import { storeLinkToken } from "~/pages/artist-link.server";
import { InvalidInvitation } from "~/views/wizard/links/invalid-link";

/** The address is secret, so no script may read it. */
export const handle = { scripts: false };

/** Moves the token out of the address; only an invalid invitation is shown here. */
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
