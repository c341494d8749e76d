import { hearDraftVersion } from "~/platform/draft-version.client";
import { parseJson } from "~/platform/formats/parse-json";
import { retryAfterSeconds } from "~/platform/formats/retry-after";
import { schedule } from "~/platform/timeout";
import {
  type FileRequest,
  type JsonRequest,
  type RequestOutcome,
  STALL_MS,
  type Transport,
  type UploadDeps,
} from "./transport.client";

/** Milliseconds that a Retry-After header asks for. */
function waitOf(header: string | null): number | undefined {
  const seconds = retryAfterSeconds(header, new Date());
  return seconds === undefined ? undefined : seconds * 1_000;
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
    const body = parseJson(await response.text());
    hearDraftVersion(response.headers, { files: call.announces });
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
    const watch = (ms: number) => {
      clearTimeout(stallTimer);
      stallTimer = setTimeout(stop, ms);
    };
    const end = (answer: RequestOutcome) => {
      clearTimeout(stallTimer);
      signal.removeEventListener("abort", stop);
      resolve(answer);
    };
    const none = (text: "Network error" | "Upload timeout") => end({ kind: "none", text, sentAll });
    request.open("PUT", order.url);
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
      hearDraftVersion({ get: (name) => headerOf(request, name) });
      end({
        kind: "answer",
        status: request.status,
        body: parseJson(request.responseText),
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

/** Waits between two tries; until `hurry` fires "now", the connection is back, or `signal` aborts. */
function pause(ms: number, signal: AbortSignal, hurry: EventTarget): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (early: boolean) => {
      clearTimeout(timer);
      window.removeEventListener("online", now);
      hurry.removeEventListener("now", now);
      signal.removeEventListener("abort", stop);
      resolve(early);
    };
    const now = () => end(true);
    const stop = () => end(false);
    const timer = setTimeout(stop, ms);
    window.addEventListener("online", now);
    hurry.addEventListener("now", now);
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
  });
}

/** This browser, as sending needs it. @param hurry ends every pause by its event "now". */
export const browserDeps = (hurry: EventTarget): UploadDeps => ({
  transport: browserTransport,
  now: () => performance.now(),
  pause: (ms, signal) => pause(ms, signal, hurry),
  later: (ms, run) => schedule(run, ms),
  online: () => navigator.onLine,
  random: Math.random,
});
