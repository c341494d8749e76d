import { useLocation, useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { connectionTrouble, retryNow, subscribe } from "~/platform/connection.client";
import { Button } from "./controls";
import { CookieNotice } from "./cookie-notice";
import { PageLink } from "./page-link";
import { StaticHtml } from "./static-html";

interface FrameProps {
  brand: string;
  /** Where the label's page about itself lives, if that is known. */
  about: string | undefined;
  /** The label's pages elsewhere. */
  social: readonly { name: string; href: string }[];
  /** The name of the artist who is signed in. */
  artist: string | undefined;
  /** Whether the page has the bar of a signed-in artist, which leads into the portal by itself. */
  hasArtistBar: boolean;
  /** Whether this visitor has yet to say if they may be measured. */
  asks: boolean;
  /** Whether this page may run scripts. */
  scripted: boolean;
  children: ReactNode;
}

const legal = [
  ["/terms-of-service", "Terms"],
  ["/privacy-policy", "Privacy"],
  ["/cookie-policy", "Cookies"],
  ["/data-protection", "Data protection"],
  ["/cookie-choices", "Cookie choices"],
] as const;

const signIn = ["/login", "Artist sign-in"] as const;

/** Where these links lead, beside the label's page about itself. */
const PLACES = ["/", "/learn-more", "/submit", signIn[0], ...legal.map(([path]) => path)];

/** The public layout: wordmark and navigation, the page, the small print. */
export function PageFrame(props: FrameProps) {
  const { brand, about, social, artist, hasArtistBar, asks, scripted, children } = props;
  const { pathname } = useLocation();
  const frameTexts = [
    brand,
    about,
    hasArtistBar,
    ...[about ?? "/", ...PLACES].map((path) => currentAt(path, pathname)),
  ];
  const portal = artist === undefined ? signIn : (["/dashboard", artist] as const);
  const ways = hasArtistBar ? [] : [portal];
  const part = (name: string, ...texts: string[]) =>
    artist === undefined || hasArtistBar ? [name, ...frameTexts, ...texts] : undefined;
  const pages = [
    ["/", "Home"],
    ["/learn-more", "Learn more"],
    ...(about ? [[about, "About"] as const] : []),
    ["/submit", "Submit your music"],
    ...ways,
  ] as const;
  return (
    <>
      <a href="#main" className="frame-skip">
        Skip to content
      </a>
      <StaticHtml as="header" of={part("header")} className="frame-header">
        <PageLink to="/" discover="render" className="frame-wordmark">
          {brand || "Home"}
        </PageLink>
        <nav aria-label="Main" className="frame-nav">
          <Links pages={pages} at={pathname} className="frame-links" />
          {/* Another page begins with it closed. */}
          <details key={pathname} className="frame-menu">
            <summary>Menu</summary>
            <Links pages={pages} at={pathname} className="drop-list" />
          </details>
        </nav>
      </StaticHtml>
      <main id="main" className="frame-main" tabIndex={-1}>
        {children}
      </main>
      {asks && <CookieNotice scripted={scripted} />}
      <StaticHtml as="footer" of={part("footer", JSON.stringify(social))} className="frame-footer">
        <Links pages={[...ways, ...legal]} at={pathname} />
        {social.length > 0 && (
          <ul>
            {social.map(({ name, href }) => (
              <li key={href}>
                <a href={href} rel="me noreferrer">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        )}
        <p>© 2025 {brand}</p>
      </StaticHtml>
      <LineNotice />
    </>
  );
}

interface LinksProps {
  pages: readonly (readonly [path: string, name: string])[];
  /** The path of the page that they stand on. */
  at: string;
  className?: string;
}

/** The page itself, or the part of the site that it belongs to. */
function currentAt(path: string, pathname: string): "page" | "true" | undefined {
  if (path === (pathname.replace(/\/$/, "") || "/")) return "page";
  return path !== "/" && pathname.startsWith(`${path}/`) ? "true" : undefined;
}

/** Nothing of these pages is asked for before somebody goes there. */
function Links({ pages, at, className }: LinksProps) {
  return (
    <ul className={className}>
      {pages.map(([path, name]) => (
        <li key={path}>
          <PageLink to={path} aria-current={currentAt(path, at)}>
            {name}
          </PageLink>
        </li>
      ))}
    </ul>
  );
}

/** Milliseconds after which a page that is on its way is slow. */
const SLOW_MS = 400;

/** Whether another page has been on its way for a while; the dashboard says so by itself. */
function useSlowNavigation(): boolean {
  const { state, location } = useNavigation();
  const loads = state === "loading" && location.pathname !== "/dashboard";
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!loads) return;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [loads]);
  return loads && isSlow;
}

/** Says, over the foot of any page, that a page is on its way, or that what was asked for waits for the line. */
function LineNotice() {
  // The .client module is empty on the server, where none of it is ever called.
  const why = useSyncExternalStore(
    (listen) => subscribe(listen),
    () => connectionTrouble(),
    () => "" as const,
  );
  const isSlow = useSlowNavigation();
  return (
    <div role="status" className="frame-place">
      {isSlow && !why && <p className="frame-loading">Loading...</p>}
      {why && (
        <div className="frame-notice">
          <p>
            <strong>
              {why === "offline" ? "You are offline." : "We can't be reached just now."}
            </strong>{" "}
            What you typed is kept, and we'll carry on as soon as the connection is back.
          </p>
          <Button variant="default" onClick={() => retryNow()}>
            Try again
          </Button>
        </div>
      )}
    </div>
  );
}
