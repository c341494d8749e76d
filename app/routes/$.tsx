import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData, useRouteError } from "@remix-run/react";
import { ErrorPage, errorHeading } from "~/components/error-page";
import { pageTitle } from "~/components/page-title";
import { aboutPath, labelOf } from "~/pages/label.server";
import { showCatalogue } from "~/pages/public/public-pages.server";
import { about } from "~/reference/pages/about";
import { NO_PAGE, refusal } from "~/session/refusal";
import sheet from "~/views/public/content.css?url";
import { contentMeta, organization } from "~/views/public/content-meta";
import { ContentPage } from "~/views/public/content-page";
import { Catalogue } from "~/views/public/release/catalogue";

/** There is nothing to do but to read, or to go elsewhere. */
export const handle = { scripts: false, sheet: "own" };

export const links: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];

/** The page about the label is here, since only its settings tell where; nothing else is. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  if (`/${params["*"]}` !== aboutPath(context.settings)) throw refusal(404, NO_PAGE);
  return { ...labelOf(context), ...(await showCatalogue(context)) };
}

export function action() {
  throw refusal(404, NO_PAGE);
}

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

/** Were a refused post left to the root, it would lack its own data: brand and help. */
export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />;
}
