import { Button } from "@mantine/core";
import { useLocation, useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { connectionTrouble, retryNow, subscribe } from "~/platform/connection.client";
import { CookieNotice } from "./cookie-notice";
import { PageLink } from "./page-link";

interface FrameProps {
  brand: string;
  /** The path of the label's page about itself, if there is one. */
  about: string | undefined;
  /** The label's profiles on other sites. */
  social: readonly { name: string; href: string }[];
  /** The name of the signed-in artist. */
  artist: string | undefined;
  /** The bar of a signed-in artist, which takes the place of the navigation. */
  artistBar: ReactNode;
  /** Whether the visitor has yet to answer the cookie notice. */
  showsCookieNotice: boolean;
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

/** The public layout: header with navigation, the page, the footer. */
export function PageFrame(props: FrameProps) {
  const { brand, about, social, artist, artistBar, showsCookieNotice, scripted, children } = props;
  const { pathname } = useLocation();
  const portal = artist === undefined ? signIn : (["/dashboard", artist] as const);
  const portalLinks = artistBar ? [] : [portal];
  const pages = [
    ["/", "Home"],
    ["/learn-more", "Learn more"],
    ...(about ? [[about, "About"] as const] : []),
    ["/submit", "Submit your music"],
    ["/faq", "FAQ"],
    ...portalLinks,
  ] as const;
  return (
    <>
      <a href="#main" className="frame-skip">
        Skip to content
      </a>
      <header className="frame-header">
        <PageLink to="/" discover="render" className="frame-wordmark">
          {brand || "Home"}
        </PageLink>
        {artistBar ?? (
          <nav aria-label="Main" className="frame-nav">
            <Links pages={pages} currentPath={pathname} className="frame-links" />
            {/* Keyed by path, so that it closes on navigation. */}
            <details key={pathname} className="frame-menu">
              <summary>Menu</summary>
              <Links pages={pages} currentPath={pathname} className="drop-list" />
            </details>
          </nav>
        )}
      </header>
      <main id="main" className="frame-main" tabIndex={-1}>
        {children}
      </main>
      {showsCookieNotice && <CookieNotice scripted={scripted} />}
      <footer className="frame-footer">
        <Links pages={[...portalLinks, ...legal]} currentPath={pathname} />
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
      </footer>
      <LineNotice />
    </>
  );
}

interface LinksProps {
  pages: readonly (readonly [path: string, name: string])[];
  currentPath: string;
  className?: string;
}

/** Whether a path is the current page ("page") or contains it ("true"). */
function ariaCurrent(path: string, pathname: string): "page" | "true" | undefined {
  if (path === (pathname.replace(/\/$/, "") || "/")) return "page";
  return path !== "/" && pathname.startsWith(`${path}/`) ? "true" : undefined;
}

/** Links that prefetch nothing. */
function Links({ pages, currentPath, className }: LinksProps) {
  return (
    <ul className={className}>
      {pages.map(([path, name]) => (
        <li key={path}>
          <PageLink to={path} aria-current={ariaCurrent(path, currentPath)}>
            {name}
          </PageLink>
        </li>
      ))}
    </ul>
  );
}

/** Milliseconds after which a navigation counts as slow. */
const SLOW_MS = 400;

/** Whether a navigation has been slow so far; the dashboard has its own notice. */
function useSlowNavigation(): boolean {
  const { state, location } = useNavigation();
  const isLoading = state === "loading" && location.pathname !== "/dashboard";
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isLoading]);
  return isLoading && isSlow;
}

/** Tells that a page is loading, or that a request is waiting for the connection. */
export function LineNotice() {
  // The .client module is empty on the server, where these functions are never called.
  const trouble = useSyncExternalStore(
    (listen) => subscribe(listen),
    () => connectionTrouble(),
    () => "" as const,
  );
  const isSlow = useSlowNavigation();
  return (
    <div role="status" className="frame-place">
      {isSlow && !trouble && <p className="frame-loading">Loading...</p>}
      {trouble && (
        <div className="frame-notice">
          <p>
            <strong>
              {trouble === "offline" ? "You are offline." : "We can't be reached just now."}
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
