import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useOutletContext } from "@remix-run/react";
import { home } from "~/reference/pages/home";
import type { Label } from "~/reference/pages/page-content";
import { homePicture } from "~/reference/pages/page-pictures";
import { organization } from "~/views/public/content-meta";
import sheet from "~/views/public/home.css?url";
import { HomePage } from "~/views/public/home-page";
import { publicMeta } from "~/views/public/public-page";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];

export async function loader({ context }: LoaderFunctionArgs) {
  return { picture: (await context.pictures.sizes()).get(homePicture.name) };
}

export const meta = publicMeta(home, "home", organization);

export default function Home() {
  const { brand } = useOutletContext<Label>();
  const { picture } = useLoaderData<typeof loader>();
  return <HomePage brand={brand} picture={picture} />;
}
