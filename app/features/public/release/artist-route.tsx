import type { LinksFunction, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/ui/page-title";
import { ArtistPage } from "./artist-page";
import type { loader } from "./artist-route.server";
import { artistCard } from "./link-cards";
import sheet from "./release.css?url";

export const handle = { scripts: false, sheet: "own" };

export const links: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];

export const meta: MetaFunction<typeof loader> = ({ data, ...page }) =>
  data ? artistCard(data, page) : pageTitle("We can't find that page", page);

export default function Artist() {
  return <ArtistPage {...useLoaderData<typeof loader>()} />;
}
