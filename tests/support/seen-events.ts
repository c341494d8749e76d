import { appendFileSync } from "node:fs";

/** What `npm test` names in the environment: the file that gathers the events of all its apps. */
const FILE = "EVENTS_SEEN";

const seenEvents = new Set<string>();

/**
 * Remembers the events of log lines in what a worker has printed, each once, for the end of `npm test`,
 * which holds that every event of the list was written by some journey. Whoever runs a worker of the
 * product in the real runtime hands its output on to this.
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

/** What the local run's tool says of a request when the connection to a worker broke under it. */
const BROKE =
  "Your worker restarted mid-request. Please try sending the request again. Only GET or HEAD requests are retried automatically.";
/** What comes of one that it tries again by itself, and of the next one, where the first had a body. */
const TRIED_AGAIN = "TypeError: Cannot reconstruct a Request with a used body.\n";

/**
 * Whether an answer is of the proxy that stands before the workers of a local run, and of no worker:
 * it names no request, as ours do, and says what only the proxy says. Any other answer without a name
 * is what the runtime makes of a worker that has failed.
 * @param body undefined where an answer has none, as to a HEAD.
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
