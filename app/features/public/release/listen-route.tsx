import type { LinksFunction, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/ui/page-title";
import type { loader } from "./listen-route.server";
import sheet from "./release.css?url";
import { ReleasePage } from "./release-page";

export const handle = { scripts: false, sheet: "own" };

export const links: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];

/** Nothing for search engines and link cards: the page is for one reader. */
export const meta: MetaFunction<typeof loader> = ({ data, ...page }) => [
  ...pageTitle(data ? `Listen to ${data.release.title}` : "We can't find that page", page),
  { name: "robots", content: "noindex, nofollow" },
];

export default function Listen() {
  return <ReleasePage {...useLoaderData<typeof loader>()} />;
}
