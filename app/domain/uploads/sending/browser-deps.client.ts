import { hearDraftVersion } from "~/platform/draft-version.client";
import { retryAfterSeconds } from "~/platform/formats/retry-after";
import {
  type FileRequest,
  type JsonRequest,
  type RequestOutcome,
  STALL_MS,
  type Transport,
  type UploadDeps,
} from "./transport";

/** Milliseconds that a Retry-After header asks for. */
function waitOf(header: string | null): number | undefined {
  const seconds = retryAfterSeconds(header, new Date());
  return seconds === undefined ? undefined : seconds * 1_000;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function ask(call: JsonRequest, signal: AbortSignal): Promise<RequestOutcome> {
  const stopper = new AbortController();
  const stop = () => stopper.abort();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    stop();
  }, call.limitMs);
  // Not AbortSignal.any: phones of a few years ago lack it.
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  try {
    const response = await fetch(call.path, {
      method: call.method,
      headers: call.body && { "Content-Type": "application/json" },
      body: call.body && JSON.stringify(call.body),
      cache: "no-store",
      signal: stopper.signal,
    });
    const body = parsed(await response.text());
    // Announcing a file changes its slot.
    hearDraftVersion(response.headers, call.path.endsWith("/upload-url") ? "files" : undefined);
    const retryAfterMs = waitOf(response.headers.get("Retry-After"));
    return { kind: "answer", status: response.status, body, retryAfterMs };
  } catch {
    return { kind: "none", text: late ? "Upload timeout" : "Network error", sentAll: true };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}

/**
 * A header of the answer. Not by name: asked for one that another origin does not expose, browsers
 * complain in the console.
 */
function headerOf(request: XMLHttpRequest, name: string): string | null {
  const line = new RegExp(`^${name}:(.*)$`, "im").exec(request.getAllResponseHeaders());
  return line?.[1]?.trim() ?? null;
}

/** XMLHttpRequest, because fetch tells nothing about what has been sent. */
function send(order: FileRequest, signal: AbortSignal): Promise<RequestOutcome> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    let stallTimer: ReturnType<typeof setTimeout> | undefined;
    let sentAll = false;
    const stop = () => request.abort();
    const limit = order.limitMs === undefined ? undefined : setTimeout(stop, order.limitMs);
    const watch = (ms: number) => {
      clearTimeout(stallTimer);
      stallTimer = setTimeout(stop, ms);
    };
    const end = (answer: RequestOutcome) => {
      clearTimeout(stallTimer);
      clearTimeout(limit);
      signal.removeEventListener("abort", stop);
      resolve(answer);
    };
    const none = (text: "Network error" | "Upload timeout") => end({ kind: "none", text, sentAll });
    request.open(order.method, order.url);
    request.upload.onprogress = ({ loaded }) => {
      if (!sentAll) watch(STALL_MS);
      order.onProgress(loaded);
    };
    request.upload.onload = () => {
      sentAll = true;
      watch(STALL_MS + order.drainMs);
      order.onSent();
    };
    request.onload = () => {
      // So does sending a small one; parts of others change nothing.
      const ownChange = order.method === "POST" ? "files" : undefined;
      hearDraftVersion({ get: (name) => headerOf(request, name) }, ownChange);
      end({
        kind: "answer",
        status: request.status,
        body: parsed(request.responseText),
        etag: headerOf(request, "etag") ?? undefined,
        retryAfterMs: waitOf(headerOf(request, "retry-after")),
      });
    };
    request.onerror = () => none("Network error");
    request.onabort = () => none("Upload timeout");
    if (signal.aborted) return none("Network error");
    signal.addEventListener("abort", stop, { once: true });
    watch(STALL_MS);
    request.send(order.body);
  });
}

/** The browser's own way to the server. */
export const browserTransport: Transport = { ask, send };

const hurryEvents = new EventTarget();

/** Ends every pause between two tries. */
export function skipRetryDelays(): void {
  hurryEvents.dispatchEvent(new Event("now"));
}

function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (early: boolean) => {
      clearTimeout(timer);
      window.removeEventListener("online", now);
      hurryEvents.removeEventListener("now", now);
      signal.removeEventListener("abort", stop);
      resolve(early);
    };
    const now = () => end(true);
    const stop = () => end(false);
    const timer = setTimeout(stop, ms);
    window.addEventListener("online", now);
    hurryEvents.addEventListener("now", now);
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
  });
}

/** This browser, as sending needs it. */
export const browserDeps: UploadDeps = {
  transport: browserTransport,
  now: () => performance.now(),
  pause,
  later(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  online: () => navigator.onLine,
  random: Math.random,
};

let isLockWanted = false;
let lock: WakeLockSentinel | undefined;
let isAskingForLock = false;

async function askForLock(): Promise<void> {
  if (isAskingForLock || !isLockWanted || (lock && !lock.released) || document.hidden) return;
  isAskingForLock = true;
  try {
    lock = await navigator.wakeLock?.request("screen");
  } catch {
    // Refused, as with a low battery: sending goes on for as long as the screen does.
  }
  isAskingForLock = false;
  if (!isLockWanted) letGoOfLock();
}

function letGoOfLock(): void {
  lock?.release().catch(() => undefined);
  lock = undefined;
}

/**
 * Keeps the screen from going off while something is sent: phones cut off a page that sleeps.
 * Browsers let go of it when the tab is hidden, and it is asked for again when it is shown.
 */
export function keepAwake(sending: boolean): void {
  if (sending === isLockWanted) return;
  isLockWanted = sending;
  if (sending) {
    document.addEventListener("visibilitychange", askForLock);
    void askForLock();
  } else {
    document.removeEventListener("visibilitychange", askForLock);
    letGoOfLock();
  }
}
