import { useLoaderData, useOutletContext, useRouteLoaderData } from "@remix-run/react";
import { home } from "~/reference/pages/home";
import type { Label } from "~/reference/pages/page-content";
import { organization } from "./content-meta";
import { HomePage } from "./home-page";
import type { loader } from "./home-route.server";
import { publicMeta } from "./public-page";

export const meta = publicMeta(home, "home", organization);

export default function Home() {
  const isSignedIn = useRouteLoaderData<{ artist?: string }>("root")?.artist !== undefined;
  const label = useOutletContext<Label>();
  return <HomePage {...useLoaderData<typeof loader>()} label={label} isSignedIn={isSignedIn} />;
}
