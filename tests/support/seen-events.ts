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
