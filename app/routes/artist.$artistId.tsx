import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData, useRouteError } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { pageTitle } from "~/components/page-title";
import { showArtist } from "~/pages/public/public-pages.server";
import { ArtistPage } from "~/views/public/release/artist-page";
import { artistCard } from "~/views/public/release/link-cards";
import sheet from "~/views/public/release/release.css?url";

export const handle = { scripts: false, sheet: "own" };

export const links: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];

export const loader = ({ context, params }: LoaderFunctionArgs) =>
  showArtist(context, params.artistId);

export const meta: MetaFunction<typeof loader> = ({ data, ...page }) =>
  data ? artistCard(data, page) : pageTitle("We can't find that page", page);

export default function Artist() {
  return <ArtistPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />;
}
