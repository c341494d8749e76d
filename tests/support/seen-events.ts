import { appendFileSync } from "node:fs";

/** The environment variable in which `npm test` names the file of all seen events. */
const FILE = "EVENTS_SEEN";

const seenEvents = new Set<string>();

/**
 * Stores the events in a worker's output, each once. At its end `npm test` expects every event of the
 * list to be among them. Every fixture with a worker of the product must call this.
 */
export function rememberEvents(output: string): void {
  const file = process.env[FILE];
  if (!file) return;
  for (const [, event = ""] of output.matchAll(/\{"ts":"[^"]+","level":"\w+","event":"([^"]+)"/g)) {
    if (seenEvents.has(event)) continue;
    seenEvents.add(event);
    appendFileSync(file, `${event}\n`);
  }
}

/** The local run's error when the connection to a worker broke. */
const BROKE =
  "Your worker restarted mid-request. Please try sending the request again. Only GET or HEAD requests are retried automatically.";
/** The error after its own retry of a request with a body. */
const TRIED_AGAIN = "TypeError: Cannot reconstruct a Request with a used body.\n";

/**
 * Whether a reply is from the proxy of a local run and not from a worker: it has no request id and a
 * text of the proxy. Other replies without a request id come from the runtime after a worker failed.
 * @param body undefined where a reply has none, as to a HEAD.
 */
export function isFromLocalProxy(
  status: number,
  requestId: string | null | undefined,
  body: string | undefined,
): boolean {
  if ((requestId ?? null) !== null) return false;
  if (status === 503) return body === undefined || body === BROKE;
  return status === 500 && (body === undefined || body.startsWith(TRIED_AGAIN));
}
