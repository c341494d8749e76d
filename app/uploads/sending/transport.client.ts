import { retryAfter } from "./back-off";
import { type Answer, type Ask, type Send, STALL_MS, type Transport } from "./transport";

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function ask(call: Ask, signal: AbortSignal): Promise<Answer> {
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
    const retryAfterMs = retryAfter(response.headers.get("Retry-After"), new Date());
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
  const line = new RegExp(`^${name}:\\s*(.*?)\\s*$`, "im").exec(request.getAllResponseHeaders());
  return line?.[1] ?? null;
}

/** XMLHttpRequest, because fetch tells nothing about what has been sent. */
function send(order: Send, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    let stalled: ReturnType<typeof setTimeout> | undefined;
    let sentAll = false;
    const stop = () => request.abort();
    const limit = order.limitMs === undefined ? undefined : setTimeout(stop, order.limitMs);
    const watch = (ms: number) => {
      clearTimeout(stalled);
      stalled = setTimeout(stop, ms);
    };
    const end = (answer: Answer) => {
      clearTimeout(stalled);
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
    request.onload = () =>
      end({
        kind: "answer",
        status: request.status,
        body: parsed(request.responseText),
        etag: headerOf(request, "etag") ?? undefined,
        retryAfterMs: retryAfter(headerOf(request, "retry-after"), new Date()),
      });
    request.onerror = () => none("Network error");
    request.onabort = () => none("Upload timeout");
    if (signal.aborted) return none("Network error");
    signal.addEventListener("abort", stop, { once: true });
    watch(STALL_MS);
    request.send(order.body);
  });
}

/** The browser's own way to the label. */
export const browserTransport: Transport = { ask, send };
