import { setTimeout as pause } from "node:timers/promises";
import * as v from "valibot";
import { startApp } from "../support/app-server";
import { openStoreReader, type StoreReader } from "../support/app-stores";
import type { Visitor } from "../support/visitor";
import { visitorsAtReview } from "./clone-drafts";
import { table } from "./figures";
import { atLeast, atMost } from "./verdict";
import { waitForJobs } from "./watch-jobs";

/** How many submits run at the same time. */
const AT_ONCE = 50;
/** Tries per submit: the local proxy drops requests, mostly while workers are reloaded. */
const TRIES = 8;

/**
 * Lets many artists submit at the same time, waits until the jobs worker has finished, and counts the
 * items on the board, the mails in the outbox and the rows of the jobs table.
 * @returns whether everything arrived exactly once. The speed is printed, but has no target.
 */
export async function benchJobs(count: number): Promise<boolean> {
  console.log(`jobs: ${count} submissions in a burst, ${AT_ONCE} at a time\n`);
  const app = await startApp({ build: false });
  try {
    const store = openStoreReader(app.url);
    const visitors = await visitorsAtReview(store, app.url, count);
    const startedAt = performance.now();
    await submitAll(visitors);
    const submittedAt = performance.now();
    await waitForJobs(store, app.url, count);
    const endedAt = performance.now();
    await printFigures(store, { count, submit: submittedAt - startedAt, all: endedAt - startedAt });
    return await judge(store, app.url, count);
  } finally {
    await app.stop();
  }
}

async function submitAll(visitors: readonly Visitor[]): Promise<void> {
  const queue = visitors[Symbol.iterator]();
  const submit = async () => {
    for (const visitor of queue) {
      // Sending a submit again does not record it twice.
      for (let tries = 1; ; tries++) {
        const reply = await visitor
          .post("/submit/review", { intent: "submit" })
          .catch(() => undefined);
        const done = reply?.headers.get("Location") === "/submit/success";
        await reply?.arrayBuffer();
        if (done) break;
        if (tries === TRIES) throw new Error(`A submit was answered with ${reply?.status}`);
        await pause(tries * 250);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, submit));
}

const figuresSchema = v.array(v.object({ ms: v.number() }));

async function printFigures(
  store: StoreReader,
  { count, submit, all }: { count: number; submit: number; all: number },
): Promise<void> {
  const seconds = (ms: number) => (ms / 1000).toFixed(2);
  const perSecond = (ms: number) => ((count * 1000) / ms).toFixed(1);
  const [row] = await store.rows("SELECT count(*) AS jobs FROM jobs");
  console.log(`submitting: ${seconds(submit)} s, ${perSecond(submit)} submissions/s`);
  console.log(
    `until the last of ${row?.jobs} jobs was done: ${seconds(all)} s, ${perSecond(all)} submissions/s\n`,
  );
  const spans: [string, string][] = [
    [
      "in the queue (message)",
      "SELECT queued_ms AS ms FROM job_events WHERE queued_ms IS NOT NULL",
    ],
    [
      "submitted, until on the board",
      // The first attempt brings the item; what comes with clips and folder waits for these.
      `SELECT (julianday(attempt.at) - julianday(jobs.created_at)) * 86400000 + attempt.ms AS ms
       FROM jobs INNER JOIN job_events AS attempt ON attempt.id =
         (SELECT min(id) FROM job_events WHERE job_id = jobs.id AND ms IS NOT NULL)
       WHERE jobs.type = 'sync-board' AND jobs.subject = ''`,
    ],
    ["work of one board sync", workSql("sync-board")],
    ["work of one confirmation", workSql("confirm-by-mail")],
  ];
  const rows = [["ms", "p50", "p95", "most"]];
  for (const [name, sql] of spans) {
    const figures = v.parse(figuresSchema, await store.rows(sql)).map(({ ms }) => ms);
    const sortedFigures = figures.toSorted((a, b) => a - b);
    const percentile = (share: number) =>
      (sortedFigures[Math.ceil(share * sortedFigures.length) - 1] ?? 0).toFixed(0);
    rows.push([name, percentile(0.5), percentile(0.95), percentile(1)]);
  }
  console.log(`${table(rows)}\n`);
}

function workSql(type: string): string {
  return `SELECT ms FROM job_events WHERE ms IS NOT NULL
    AND job_id IN (SELECT id FROM jobs WHERE type = '${type}')`;
}

const itemsSchema = v.array(
  v.object({ column_values: v.object({ submission_id: v.optional(v.string(), "") }) }),
);

async function judge(store: StoreReader, base: string, count: number): Promise<boolean> {
  const reply = await fetch(`${base}/sandbox/monday/items`);
  const items = v.parse(itemsSchema, await reply.json());
  const syncedIds = new Set(items.map((item) => item.column_values.submission_id));
  const number = async (sql: string) => Number((await store.rows(sql))[0]?.n);
  const linkedCount = await number("SELECT count(monday_item_id) AS n FROM submissions");
  const mails = await number(
    "SELECT count(DISTINCT dedupe_key) AS n FROM mail_outbox WHERE kind = 'confirmation'",
  );
  const failedCount = await number("SELECT count(*) AS n FROM jobs WHERE state = 'failed'");
  const deadLetterCount = await number("SELECT count(*) AS n FROM dead_letters");
  const repeated = await number(
    `SELECT count(*) AS n FROM (SELECT job_id FROM job_events WHERE outcome = 'done'
     GROUP BY job_id HAVING count(*) > 1)`,
  );
  const text = String;
  return [
    atLeast("submissions on the board", syncedIds.size, count, text(syncedIds.size)),
    atMost("items on the board", items.length, count, text(items.length)),
    atLeast("submissions that know their item", linkedCount, count, text(linkedCount)),
    atLeast("confirmations", mails, count, text(mails)),
    atMost("jobs done twice", repeated, 0, text(repeated)),
    atMost("jobs failed", failedCount, 0, text(failedCount)),
    atMost("messages given up", deadLetterCount, 0, text(deadLetterCount)),
  ].every(Boolean);
}
