import type { LinksFunction, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/ui/page-title";
import { releaseCard } from "./link-cards";
import sheet from "./release.css?url";
import { ReleasePage } from "./release-page";
import type { loader } from "./release-route.server";

export const handle = { scripts: false, sheet: "own" };

export const links: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];

export const meta: MetaFunction<typeof loader> = ({ data, ...page }) =>
  data ? releaseCard(data, page) : pageTitle("We can't find that page", page);

export default function Release() {
  return <ReleasePage {...useLoaderData<typeof loader>()} />;
}
