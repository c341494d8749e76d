import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunction,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import type { ReactNode } from "react";
import * as v from "valibot";
import { ErrorPage, errorHeading } from "~/components/error-page";
import { HydratedPart } from "~/components/hydration/late-part";
import { useNonce } from "~/components/nonce";
import { PageFrame } from "~/components/page-frame";
import { pageTitle } from "~/components/page-title";
import { ScriptGuard } from "~/components/script-guard";
import styles from "~/components/theme/styles.css?url";
import { useHydrated } from "~/components/use-hydrated";
import { measuredPage } from "~/monitoring/vitals/measured-pages";
import { aboutPath, socialLinks } from "~/pages/label.server";
import { lastOf } from "~/platform/formats/last-of";
import { isShell } from "~/platform/formats/shell";
import { canMeasure, cookieChoiceOf } from "~/session/cookie-choice";

export const links: LinksFunction = () => [
  { rel: "icon", href: "/icon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/cards/icon-180.png" },
  { rel: "manifest", href: "/site.webmanifest" },
];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { settings, scope } = context;
  // A page that is kept for later is nobody's. What cannot be read hides no page.
  const artist = isShell(request) ? undefined : await scope.artist().catch(scope.logFailure);
  return {
    artist: artist ? artist.name : undefined,
    brand: settings.BRAND_NAME,
    supportEmail: settings.SUPPORT_EMAIL,
    about: aboutPath(settings),
    social: socialLinks(settings),
    // A form that was posted as a document: its action has run before this.
    isRefused: scope.isRefused,
    // A page that is kept for later comes to browsers that have answered long since.
    asksAboutCookies: !isShell(request) && cookieChoiceOf(request) === undefined,
    measures: canMeasure(request) && measuredPage(new URL(request.url).pathname) !== undefined,
  };
}

// None of it changes while a visitor is here, but for the name that they give themselves.
export const shouldRevalidate: ShouldRevalidateFunction = ({ formAction }) =>
  formAction?.startsWith("/edit-profile") ?? false;

/** Only error pages come by this title: every route that can be reached has one of its own. */
export const meta: MetaFunction<typeof loader> = ({ error, ...page }) =>
  pageTitle(errorHeading(error), page);

/** What a route may say of its pages: whether they need scripts; the innermost that says so counts. */
const pageHandle = v.object({ scripts: v.boolean() });
/** And that its own style sheet holds all it needs. */
const ownSheet = v.object({ sheet: v.literal("own") });
/** What the layout of a signed-in artist's pages has read: whom its bar shows. */
const barData = v.object({ member: v.object({ name: v.string() }) });

/** Whether this page has nothing to do but to be read. */
function useReadOnly(): boolean {
  const ownHandle = lastOf(useMatches().filter(({ handle }) => v.is(pageHandle, handle)))?.handle;
  return v.is(pageHandle, ownHandle) && !ownHandle.scripts;
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const matches = useMatches();
  const measures = useRouteLoaderData<typeof loader>("root")?.measures;
  const readOnly = useReadOnly();
  // Who comes from a page with scripts keeps what they do.
  const hydrated = useHydrated();
  const scripted = hydrated || !readOnly;
  // Without its data a route shows what went wrong, in the style of all pages.
  const bare =
    !scripted && matches.some((on) => v.is(ownSheet, on.handle) && on.data !== undefined);
  return (
    <html
      lang="en"
      data-mantine-color-scheme="light"
      data-measured={measures && scripted ? "yes" : undefined}
      // The guard has set it by then, and it stays when React draws the page anew.
      data-scripts={hydrated ? "start" : undefined}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {scripted && <ScriptGuard />}
        <meta name="theme-color" content="#faf6f1" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#14100e" media="(prefers-color-scheme: dark)" />
        <Meta />
        {!bare && <link rel="stylesheet" href={styles} />}
        <Links />
      </head>
      <body>
        {scripted ? <HydratedPart>{children}</HydratedPart> : children}
        {scripted && (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        )}
      </body>
    </html>
  );
}

/** The layout; where the root itself has failed, nothing is known of the label. */
function Frame({ children }: { children: ReactNode }) {
  const label = useRouteLoaderData<typeof loader>("root");
  const readOnly = useReadOnly();
  const hasArtistBar = useMatches().some(({ data }) => v.is(barData, data));
  return (
    <PageFrame
      brand={label?.brand ?? ""}
      about={label?.about}
      social={label?.social ?? []}
      artist={label?.artist}
      hasArtistBar={hasArtistBar}
      asks={label?.asksAboutCookies ?? false}
      scripted={!readOnly}
    >
      {children}
    </PageFrame>
  );
}

export default function App() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

export function ErrorBoundary() {
  return (
    <Frame>
      <ErrorPage error={useRouteError()} />
    </Frame>
  );
}
