import * as v from "valibot";
import { type BrowserFacts, createErrorReporter, type Failure } from "./error-reporter.client";
import { REPORT_PATH } from "./report-path";

/** The Network Information API, which not every browser has. */
const connectionSchema = v.object({
  effectiveType: v.optional(v.string()),
  downlink: v.optional(v.number()),
  rtt: v.optional(v.number()),
  saveData: v.optional(v.boolean()),
});

function surroundings(): BrowserFacts {
  const network = v.safeParse(connectionSchema, Reflect.get(navigator, "connection"));
  // iOS 15.0 has no such entries, nor a name for them.
  const hasNavigation = typeof PerformanceNavigationTiming === "function";
  const [page] = hasNavigation ? performance.getEntriesByType("navigation") : [];
  const navigation = page instanceof PerformanceNavigationTiming ? page : undefined;
  return {
    url: location.href,
    userAgent: navigator.userAgent,
    release: window.__remixManifest?.version,
    metadata: {
      viewport: { width: innerWidth, height: innerHeight, pixelRatio: devicePixelRatio },
      connection: { online: navigator.onLine, ...(network.success ? network.output : {}) },
      performance: {
        sinceOpened: Math.round(performance.now()),
        firstByte: navigation && Math.round(navigation.responseStart),
        loaded: navigation && Math.round(navigation.loadEventEnd),
      },
    },
  };
}

function openBrowserReporter() {
  const reporter = createErrorReporter({
    send: async (body) => {
      const headers = { "Content-Type": "application/json" };
      return (await fetch(REPORT_PATH, { method: "POST", headers, body, keepalive: true })).status;
    },
    beacon: (body) =>
      navigator.sendBeacon(REPORT_PATH, new Blob([body], { type: "application/json" })),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    now: () => new Date(),
    storage: () => localStorage,
    surroundings,
  });
  // Not unload: phones kill hidden tabs without it, and it keeps pages out of the back cache.
  window.addEventListener("pagehide", () => reporter.leave());
  return reporter;
}

let reporter: ReturnType<typeof openBrowserReporter> | undefined;

function browserReporter() {
  reporter ??= openBrowserReporter();
  return reporter;
}

/** Reports a failure from this page. Never throws, and nobody needs to wait for it. */
export function reportError(failure: Failure): Promise<void> {
  return browserReporter().report(failure);
}

/** Sends the reports that an earlier visit could not; called once when a page has loaded. */
export function sendQueuedReports(): Promise<void> {
  return browserReporter().sendKept();
}
