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

export const handle = { scripts: false, sheet: "own" };

export const links: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];

/** The label's own page lives here because its address depends on the settings; anything else is not found. */
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

/** The root has no data after a refused post, so its error page would lack brand and contact. */
export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />;
}
