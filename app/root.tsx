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
import { measuredPage } from "~/observability/analytics/measured-pages";
import { saysItIsTooOld } from "~/platform/browsers/oldest-browsers";
import { lastOf } from "~/platform/formats/last-of";
import { isShell } from "~/platform/formats/shell";
import { canMeasure, cookieChoiceOf } from "~/session/cookie-choice";
import type { ArtistBar } from "~/ui/artist-bar";
import { EarlyScript } from "~/ui/early-script";
import { ErrorPage, errorHeading } from "~/ui/error-page";
import { HydratedPart } from "~/ui/hydration/late-part";
import { useNonce } from "~/ui/nonce";
import { LineNotice, PageFrame } from "~/ui/page-frame";
import { pageTitle } from "~/ui/page-title";
import styles from "~/ui/theme/styles.css?url";
import { ThemeProvider } from "~/ui/theme/theme-provider";
import { useHydrated } from "~/ui/use-hydrated";
import { aboutPath, socialLinks } from "./platform/label";

export const links: LinksFunction = () => [
  // The font of all text comes with the styles, so that little moves when it is there.
  {
    rel: "preload",
    href: "/fonts/instrument-sans-latin.woff2",
    as: "font",
    type: "font/woff2",
    crossOrigin: "anonymous",
  },
  { rel: "icon", href: "/icon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/cards/icon-180.png" },
  { rel: "manifest", href: "/site.webmanifest" },
];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { settings, scope } = context;
  // A page that is stored for offline use is personal to nobody. A failed read must not hide the page.
  const artist = isShell(request) ? undefined : await scope.artist("read").catch(scope.logFailure);
  return {
    artist: artist ? artist.name : undefined,
    brand: settings.BRAND_NAME,
    supportEmail: settings.SUPPORT_EMAIL,
    about: aboutPath(settings),
    social: socialLinks(settings),
    // Set by the action of a form that was posted as a document, which runs before this.
    isRefused: scope.isRefused,
    // Pages stored for offline use are shown only in browsers that have answered already.
    asksAboutCookies: !isShell(request) && cookieChoiceOf(request) === undefined,
    // A page that is stored for offline use was stored by a script.
    runsScripts: isShell(request) || !saysItIsTooOld(request.headers.get("User-Agent")),
    measures: canMeasure(request) && measuredPage(new URL(request.url).pathname) !== undefined,
  };
}

// Only the artist's name can change during a visit, by their own edit.
export const shouldRevalidate: ShouldRevalidateFunction = ({ formAction }) =>
  formAction?.startsWith("/edit-profile") ?? false;

/** Only error pages get this title: every reachable route has its own. */
export const meta: MetaFunction<typeof loader> = ({ error, ...page }) =>
  pageTitle(errorHeading(error), page);

/** The `handle` of a route may say whether its pages need scripts; the innermost one counts. */
const pageHandle = v.object({ scripts: v.boolean() });
/** The `handle` of routes that draw the frame around their pages themselves, such as staff's. */
const frameHandle = v.object({ frame: v.literal("own") });
/** The `handle` of routes whose pages have single-key shortcuts. */
const shortcutsHandle = v.object({ shortcuts: v.literal(true) });
/** A `handle` that says that the route's own style sheet is complete. */
const ownSheet = v.object({ sheet: v.literal("own") });
/** The `handle` and the data of routes with the bar of a signed-in artist. */
const barHandle = v.object({
  Bar: v.custom<typeof ArtistBar>((value) => typeof value === "function"),
});
const barData = v.object({
  member: v.object({
    name: v.string(),
    picture: v.optional(v.string()),
    ownDraft: v.optional(v.string()),
  }),
});

/** Whether this page needs no scripts. */
function useReadOnly(): boolean {
  const innermostHandle = lastOf(
    useMatches().filter(({ handle }) => v.is(pageHandle, handle)),
  )?.handle;
  return v.is(pageHandle, innermostHandle) && !innermostHandle.scripts;
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const matches = useMatches();
  const { measures, runsScripts = true } = useRouteLoaderData<typeof loader>("root") ?? {};
  const readOnly = useReadOnly();
  // Scripts that an earlier page started keep running.
  const hydrated = useHydrated();
  const scripted = hydrated || (!readOnly && runsScripts);
  // A route without data shows an error, which needs the style of all pages.
  const usesOwnSheet =
    !scripted && matches.some((match) => v.is(ownSheet, match.handle) && match.data !== undefined);
  const hasOwnFrame = matches.some(({ handle }) => v.is(frameHandle, handle));
  const hasShortcuts = matches.some(
    ({ handle, data }) => v.is(shortcutsHandle, handle) && data !== undefined,
  );
  return (
    <html
      lang="en"
      data-mantine-color-scheme="light"
      data-measured={measures && scripted ? "yes" : undefined}
      // Set by the guard already; repeated here for when React renders the page again.
      data-scripts={hydrated ? "start" : undefined}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* Decides whether the other scripts start, so it stands before them. */}
        {scripted && <EarlyScript id="script-guard" />}
        {/* Pages with a sheet of their own are only read. */}
        {!usesOwnSheet && <EarlyScript id="post-once" />}
        {scripted && hasShortcuts && <EarlyScript id="early-keys" />}
        {!scripted && hasOwnFrame && <EarlyScript id="local-times" />}
        <meta name="theme-color" content="#faf6f1" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#14100e" media="(prefers-color-scheme: dark)" />
        <Meta />
        {!usesOwnSheet && <link rel="stylesheet" href={styles} />}
        <Links />
      </head>
      <body>
        <ThemeProvider>
          {scripted ? <HydratedPart>{children}</HydratedPart> : children}
        </ThemeProvider>
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

/** The layout; if the root loader failed, the label is unknown. */
function Frame({ children }: { children: ReactNode }) {
  const label = useRouteLoaderData<typeof loader>("root");
  const readOnly = useReadOnly();
  const matches = useMatches();
  const bars = matches.flatMap(({ handle, data }) =>
    v.is(barHandle, handle) && v.is(barData, data)
      ? [<handle.Bar key="bar" member={data.member} />]
      : [],
  );
  if (matches.some(({ handle }) => v.is(frameHandle, handle)))
    return (
      <>
        {children}
        <LineNotice />
      </>
    );
  return (
    <PageFrame
      brand={label?.brand ?? ""}
      about={label?.about}
      social={label?.social ?? []}
      artist={label?.artist}
      artistBar={bars[0]}
      showsCookieNotice={label?.asksAboutCookies ?? false}
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
