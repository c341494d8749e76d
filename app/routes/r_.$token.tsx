import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/components/page-title";
import { storeLinkToken } from "~/pages/artist-link.server";
import { InvalidReturningLink } from "~/views/wizard/links/invalid-link";

/** The address is secret, so no script may read it. */
export const handle = { scripts: false };

/** Moves the token out of the address; only an invalid link is shown here. */
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
