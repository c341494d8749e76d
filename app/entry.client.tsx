import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { hasQueuedReports, reportPageErrors } from "~/observability/errors/page-errors.client";
import { isMeasured } from "~/observability/monitoring-paths";
import { withModuleRetries, withPageRetries } from "~/platform/page-requests.client";
import { whenIdle } from "~/platform/when-idle.client";
import { loadDrawnParts } from "~/ui/hydration/late-component";
import { prepareHydration } from "~/ui/hydration/take-over.client";

window.fetch = withPageRetries(window.fetch);
window.__remixRouteModules = withModuleRetries(window.__remixRouteModules);

/**
 * Replaces the address of a page that was served at another one by its canonical address, before the router
 * reads it.
 */
function restoreCanonicalUrl(): void {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  const url = new URL(canonical?.href ?? location.href);
  url.search = location.search;
  url.hash = location.hash;
  if (url.pathname !== location.pathname) history.replaceState(history.state, "", url);
}
restoreCanonicalUrl();

/**
 * Waits until the page's data is decoded. RemixBrowser itself waits by suspending the whole root, and a key
 * or click in that moment makes React 18 fail with "Root did not complete" (its error 345). Called once
 * before React starts, it hands out the promise and never suspends again.
 */
async function waitForData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (waiting) {
    if (waiting instanceof Promise) await waiting;
  }
}

/** Reports that React rendered again what it could not hydrate. No input is lost by that. */
function reportRecovery(error: unknown): void {
  window.dispatchEvent(new CustomEvent("drawn-anew", { detail: error }));
}

void waitForData()
  .then(() => loadDrawnParts(document))
  .then(() => {
    prepareHydration(document);
    startTransition(() => {
      hydrateRoot(document, <RemixBrowser />, { onRecoverableError: reportRecovery });
    });
  });
// Nothing is loaded without the visitor's consent; see docs/decisions/0081.
if (isMeasured(document.documentElement))
  whenIdle(() => {
    void import("~/observability/analytics/measure-vitals.client")
      .then(({ measureVitals }) => measureVitals())
      // A missing measurement is no error.
      .catch(() => undefined);
  });
reportPageErrors(window, (failure) => {
  void import("~/observability/errors/report-error.client")
    .then(({ reportError }) => reportError(failure))
    .catch(() => undefined);
});
// Reports of an earlier visit are sent when this one is idle.
if (hasQueuedReports())
  whenIdle(() => {
    void import("~/observability/errors/report-error.client")
      .then(({ sendQueuedReports }) => sendQueuedReports())
      .catch(() => undefined);
  });
