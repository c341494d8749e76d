import type { LinksFunction, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { about } from "~/reference/pages/about";
import { errorHeading } from "~/ui/error-page";
import { pageTitle } from "~/ui/page-title";
import sheet from "./content.css?url";
import { contentMeta, organization } from "./content-meta";
import { ContentPage } from "./content-page";
import { Catalogue } from "./release/catalogue";
import type { loader } from "./unknown-address-route.server";

export const handle = { scripts: false, sheet: "own" };

export const links: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];

export const meta: MetaFunction<typeof loader> = ({ data, error, ...page }) =>
  data
    ? contentMeta(about, data, page, { card: "about", data: organization(data) })
    : pageTitle(errorHeading(error), page);

export default function About() {
  const { releases, artists, ...label } = useLoaderData<typeof loader>();
  return (
    <ContentPage content={about} label={label}>
      <Catalogue releases={releases} artists={artists} />
    </ContentPage>
  );
}
