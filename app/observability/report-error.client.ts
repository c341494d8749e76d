import * as v from "valibot";
import { type BrowserFacts, createErrorReporter, type Failure } from "./error-reporter.client";
import { REPORT_PATH } from "./report-path";

/** The Network Information API; not every browser has it. */
const connectionSchema = v.object({
  effectiveType: v.optional(v.string()),
  downlink: v.optional(v.number()),
  rtt: v.optional(v.number()),
  saveData: v.optional(v.boolean()),
});

function surroundings(): BrowserFacts {
  const network = v.safeParse(connectionSchema, Reflect.get(navigator, "connection"));
  // iOS 15.0 lacks this type.
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

function createBrowserReporter() {
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
  // Not unload: phones kill hidden tabs without it, and it disables the back/forward cache.
  window.addEventListener("pagehide", () => reporter.leave());
  return reporter;
}

let reporter: ReturnType<typeof createBrowserReporter> | undefined;

function browserReporter() {
  reporter ??= createBrowserReporter();
  return reporter;
}

/** Never throws, and need not be awaited. */
export function reportError(failure: Failure): Promise<void> {
  return browserReporter().report(failure);
}

/** Sends queued reports of an earlier visit; call once after loading. */
export function sendQueuedReports(): Promise<void> {
  return browserReporter().sendKept();
}
