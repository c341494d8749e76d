import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/components/page-title";
import { storeLinkToken } from "~/pages/artist-link.server";
import { InvalidReturningLink } from "~/views/wizard/links/invalid-link";

/** As for invitations: no script is to see a secret address. */
export const handle = { scripts: false };

/** Takes the token out of the address; only a link that opens nothing has a page here. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  return storeLinkToken(request, context, "returning", params.token);
}

export const meta: MetaFunction = (page) => [
  ...pageTitle("Your link", page),
  { name: "robots", content: "noindex" },
];

export default function OpenReturningLink() {
  const { why } = useLoaderData<typeof loader>();
  return <InvalidReturningLink reason={why} hasDraft={false} />;
}
