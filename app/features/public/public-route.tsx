import type { LinksFunction } from "@remix-run/cloudflare";
import { Outlet, useLoaderData } from "@remix-run/react";
import sheet from "./content.css?url";
import type { loader } from "./public-route.server";

/** Public pages need no script and have their own style sheet. */
export const handle = { scripts: false, sheet: "own" };

export const links: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];

export default function PublicPages() {
  return <Outlet context={useLoaderData<typeof loader>()} />;
}
