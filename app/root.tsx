import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { cssBundleHref } from "@remix-run/css-bundle";
import {
  Links,
  LiveReload,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import type { ReactNode } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import * as v from "valibot";
import { ErrorPage, errorHeading } from "~/components/error-page";
import { useNonce } from "~/components/nonce";
import { PageFrame } from "~/components/page-frame";
import { pageTitle } from "~/components/page-title";
import "~/components/theme/styles";

export const links: LinksFunction = () => [
  ...(cssBundleHref ? [{ rel: "stylesheet", href: cssBundleHref }] : []),
  { rel: "icon", href: "/icon.svg", type: "image/svg+xml" },
];

export function loader({ context }: LoaderFunctionArgs) {
  const { BRAND_NAME: brand, SUPPORT_EMAIL: supportEmail } = context.settings;
  return { brand, supportEmail };
}

// The brand never changes while a visitor is here.
export const shouldRevalidate = () => false;

/** Only error pages come by this title: every route that can be reached has one of its own. */
export const meta: MetaFunction<typeof loader> = ({ error, matches }) =>
  pageTitle(errorHeading(error), matches);

/** What a route may say of its page, or of those within it: whether they need scripts. */
const pageHandle = v.object({ scripts: v.boolean() });

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const told = useMatches().flatMap(({ handle }) => (v.is(pageHandle, handle) ? [handle] : []));
  const readOnly = told.at(-1)?.scripts === false;
  // Who comes from a page with scripts keeps what they do.
  const scripted = useHydrated() || !readOnly;
  return (
    <html lang="en" data-mantine-color-scheme="light">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#faf6f1" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#14100e" media="(prefers-color-scheme: dark)" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        {scripted && (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        )}
        <LiveReload nonce={nonce} />
      </body>
    </html>
  );
}

function useBrand() {
  return useRouteLoaderData<typeof loader>("root")?.brand ?? "";
}

export default function App() {
  return (
    <PageFrame brand={useBrand()}>
      <Outlet />
    </PageFrame>
  );
}

export function ErrorBoundary() {
  return (
    <PageFrame brand={useBrand()}>
      <ErrorPage error={useRouteError()} />
    </PageFrame>
  );
}
