import { type ChaosApp, startChaosApp } from "./chaos-app";
import { pollUntil } from "./app-stores";
import { findFaults, readSubmissions } from "./chaos-findings";
import {
  createArtists,
  type Decision,
  decide,
  openJournal,
  signInStaff,
  submitRelease,
} from "./chaos-people";

/** Longer than the lease of a job, an attempt at a mail and the time to undo a decision. */
const ROUND_MS = 10 * 60_000;
const MAX_ROUNDS = 60;
/** Only guards against a message that never comes; the next sweep sends it again. */
const ROUND_SECONDS = 20;

/** Puts the clock ahead and sweeps, until nothing is left to do. @returns the rounds. */
async function settle(app: ChaosApp, startMs: number): Promise<number> {
  const countOpen = async (when: string) => {
    const sql = `SELECT count(*) AS n FROM jobs WHERE state IN ('waiting', 'running') ${when}`;
    return Number((await app.store.rows(sql))[0]?.n);
  };
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const clockMs = startMs + round * ROUND_MS;
    await app.control({ clockMs });
    await app.call("sweep", {});
    const now = new Date(Date.now() + clockMs).toISOString();
    const isDue = `AND (due_at IS NULL OR due_at < '${now}')`;
    const isQuiet = async () => ((await countOpen(isDue)) === 0 ? true : undefined);
    await pollUntil(isQuiet, ROUND_SECONDS).catch(() => undefined);
    if ((await countOpen("")) === 0) return round;
  }
  return MAX_ROUNDS;
}

/** What a run has found. */
export interface ChaosResult {
  /** Answers that no artist understands. */
  unclear: string[];
  /** What is not as it should be after the faults have ended. */
  faults: string[];
  summary: string;
}

/**
 * Artists submit and staff decide while everything fails; then the faults end.
 * @param count of artists.
 */
export async function runChaos(seed: number, count: number): Promise<ChaosResult> {
  const app = await startChaosApp(seed);
  try {
    const journal = openJournal();
    const artists = createArtists(count);
    const decisions = new Map<string, Decision>();
    const staff = await signInStaff(journal, app.url);
    await Promise.all(artists.map((artist) => submitRelease(journal, app.url, artist)));
    for (const { id } of await readSubmissions(app)) {
      const decision = decisions.size % 3 === 2 ? "rejected" : "approved";
      await decide(journal, staff, id, decision);
      decisions.set(id, decision);
    }
    const rounds = await settle(app, 0);
    const faults = await findFaults(app, artists, decisions);
    const { requests, statuses, unclear } = journal;
    const summary = JSON.stringify({ requests, statuses: Object.fromEntries(statuses), rounds });
    return { unclear, faults, summary };
  } finally {
    await app.stop();
  }
}
