import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/components/page-title";
import { storeyStyles } from "~/components/storey-styles";
import { moveToken } from "~/pages/artist-link.server";
import { DeadInvitation } from "~/views/wizard/links/dead-link";

/** Its address is a secret, though one that opens nothing: no script is to see it. */
export const handle = { scripts: false };

export const links: LinksFunction = () => storeyStyles("wizard");

/** Takes the token out of the address; only an invitation that opens nothing has a page here. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  return moveToken(request, context, "invited", params.token);
}

export const meta: MetaFunction = (page) => [
  ...pageTitle("Your invitation", page),
  { name: "robots", content: "noindex" },
];

export default function OpenInvitation() {
  const { why } = useLoaderData<typeof loader>();
  return <DeadInvitation is={why} own={false} />;
}
