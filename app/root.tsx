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
  // A form that was posted as a document: its action has run before this.
  return { brand, supportEmail, isRefused: context.scope.isRefused };
}

// The brand never changes while a visitor is here.
export const shouldRevalidate = () => false;

/** Only error pages come by this title: every route that can be reached has one of its own. */
export const meta: MetaFunction<typeof loader> = ({ error, ...page }) =>
  pageTitle(errorHeading(error), page);

/** What a route may say of its page: that it needs no scripts. */
const pageHandle = v.object({ scripts: v.literal(false) });

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const readOnly = useMatches().some(({ handle }) => v.is(pageHandle, handle));
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
