import { setTimeout as pause } from "node:timers/promises";
import * as v from "valibot";
import type { StoreReader } from "../support/app-stores";

const LOOK_MS = 500;
/** As often as the jobs worker's cron, which the local runtime never fires. */
const CRON_MS = 5 * 60_000;
/** After this long without a change, a message says so. */
const STILL_MS = 60_000;
/** Long enough for two sweeps: when nothing changes for this long, nothing will. */
const GIVE_UP_MS = 2 * CRON_MS + STILL_MS;

const standingSchema = v.object({
  recorded: v.number(),
  waiting: v.number(),
  running: v.number(),
  done: v.number(),
  failed: v.number(),
  attempts: v.number(),
});
type Standing = v.InferOutput<typeof standingSchema>;

const STANDING = `SELECT (SELECT count(*) FROM submissions) AS recorded,
  (SELECT count(*) FROM job_events) AS attempts,
  ${["waiting", "running", "done", "failed"]
    .map((state) => `(SELECT count(*) FROM jobs WHERE state = '${state}') AS ${state}`)
    .join(", ")}`;

/** The current state; undefined while the workers do not answer, for example during a reload. */
async function readStanding(store: StoreReader): Promise<Standing | undefined> {
  const rows = await store.rows(STANDING).catch(() => []);
  return rows[0] && v.parse(standingSchema, rows[0]);
}

const seconds = (ms: number) => `${Math.round(ms / 1000)} s`;

function describe(now: Standing | undefined): string {
  if (!now) return "the workers do not answer";
  const { recorded, waiting, running, done, failed } = now;
  return `${recorded} recorded; jobs: ${waiting} wait, ${running} run, ${done} done, ${failed} failed`;
}

const sweptSchema = v.object({ sent: v.number() });

/** Runs the sweep as the cron would, and logs it: messages that a reload has lost are sent again. */
async function sweep(base: string, elapsedTime: string): Promise<void> {
  const result = await fetch(`${base}/sandbox/sweep`, { method: "POST", body: "{}" })
    .then(async (reply) => `${v.parse(sweptSchema, await reply.json()).sent} messages sent again`)
    .catch((error: unknown) => `no answer (${error})`);
  console.log(`${elapsedTime}: swept in place of the cron, ${result}`);
}

/**
 * Waits until `count` submissions are recorded and all of their jobs are done. Meanwhile runs the
 * sweep as often as the cron would, and logs each minute without a change.
 * @throws Error when nothing has changed for two sweeps.
 */
export async function waitForJobs(store: StoreReader, base: string, count: number): Promise<void> {
  const startedAt = Date.now();
  let [movedAt, toldAt, sweptAt] = [startedAt, startedAt, startedAt];
  let last = "";
  for (;;) {
    const standing = await readStanding(store);
    if (standing?.recorded === count && standing.waiting + standing.running === 0) return;
    const now = Date.now();
    const snapshot = describe(standing) + (standing?.attempts ?? "");
    if (standing && snapshot !== last) [last, movedAt, toldAt] = [snapshot, now, now];
    if (now - toldAt >= STILL_MS) {
      toldAt = now;
      const nextSweep = seconds(sweptAt + CRON_MS - now);
      const stillText = `nothing has moved for ${seconds(now - movedAt)}`;
      console.log(
        `${seconds(now - startedAt)}: ${stillText} (${describe(standing)}); sweep in ${nextSweep}`,
      );
    }
    if (now - movedAt >= GIVE_UP_MS)
      throw new Error(`Nothing has moved for ${seconds(now - movedAt)}: ${describe(standing)}.`);
    if (now - sweptAt >= CRON_MS) {
      sweptAt = now;
      await sweep(base, seconds(now - startedAt));
    }
    await pause(LOOK_MS);
  }
}
