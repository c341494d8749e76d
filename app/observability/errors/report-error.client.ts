import * as v from "valibot";
import { MAX_STACK, REPORT_PATH } from "../monitoring-paths";
import { type Failure, REPORTS_KEY } from "./page-errors.client";

/** Retries, each after 1 s times its number (specification, 7). */
export const RETRIES = 3;
export const RETRY_MS = 1_000;
/** Reports queued for the next visit; the newest are kept. */
export const MAX_QUEUED_REPORTS = 10;

const queuedReportsSchema = v.pipe(v.string(), v.parseJson(), v.array(v.string()));

interface BrowserFacts {
  url: string;
  userAgent: string;
  release?: string | undefined;
  metadata: Record<"viewport" | "connection" | "performance", object>;
}

/** What reporting needs of the browser. Any of it may throw. */
export interface ReporterDeps {
  /** Resolves with the status of the reply; rejects without one. */
  send(body: string): Promise<number>;
  /** For closing pages. */
  beacon(body: string): boolean;
  sleep(ms: number): Promise<void>;
  now(): Date;
  storage(): Pick<Storage, "getItem" | "setItem" | "removeItem">;
  surroundings(): BrowserFacts;
}

function compose({ submissionId, ...failure }: Failure, deps: ReporterDeps): string {
  const { url, userAgent, release, metadata } = deps.surroundings();
  const errorData = {
    // More than is stored: the server scrubs personal data before it cuts.
    message: failure.message.slice(0, 2_000),
    stack: failure.stack?.slice(0, MAX_STACK),
    stage: failure.stage,
    timestamp: deps.now().toISOString(),
    url: url.slice(0, 2_000),
    userAgent: userAgent.slice(0, 400),
    release,
    metadata,
  };
  return JSON.stringify({ submissionId: submissionId ?? null, errorData });
}

/** The queue in local storage, shared by all tabs. */
function createReportQueue({ storage }: ReporterDeps) {
  const update = (transform: (reports: string[]) => string[]) => {
    // Storage may be full, disabled or hold foreign data.
    try {
      const reports = transform(read());
      if (reports.length > 0)
        storage().setItem(REPORTS_KEY, JSON.stringify(reports.slice(-MAX_QUEUED_REPORTS)));
      else storage().removeItem(REPORTS_KEY);
    } catch {}
  };
  const read = (): string[] => {
    try {
      const result = v.safeParse(queuedReportsSchema, storage().getItem(REPORTS_KEY));
      return result.success ? result.output : [];
    } catch {
      return [];
    }
  };
  return {
    read,
    add: (body: string) => update((reports) => [...reports, body]),
    remove: (body: string) => update((reports) => reports.filter((queued) => queued !== body)),
  };
}

/**
 * Reports failures to the server, with retries, on closing and on the next visit. A report may arrive
 * twice; the server counts it once. Never throws.
 */
export function createErrorReporter(deps: ReporterDeps) {
  const store = createReportQueue(deps);
  const unansweredBodies = new Set<string>();

  /** @returns whether the server replied; a refused report is not retried. */
  async function deliver(body: string): Promise<boolean> {
    unansweredBodies.add(body);
    for (let attempt = 0; attempt <= RETRIES; attempt++) {
      if (attempt > 0) await deps.sleep(RETRY_MS * attempt);
      const status = await Promise.resolve(body)
        .then((text) => deps.send(text))
        .catch(() => 0);
      if (status < 200 || status >= 500 || status === 429 || status === 408) continue;
      unansweredBodies.delete(body);
      store.remove(body);
      return true;
    }
    return false;
  }

  return {
    /** Resolves when the report has arrived or is queued. */
    async report(failure: Failure): Promise<void> {
      try {
        const body = compose(failure, deps);
        store.add(body);
        await deliver(body);
      } catch {}
    },
    /** Sends queued reports; stops at the first failure. */
    async sendKept(): Promise<void> {
      try {
        for (const body of store.read())
          if (!unansweredBodies.has(body) && !(await deliver(body))) return;
      } catch {}
    },
    /** Call when the page is being left. */
    leave(): void {
      for (const body of unansweredBodies)
        try {
          deps.beacon(body);
        } catch {}
    },
  };
}

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
