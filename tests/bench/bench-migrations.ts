import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { unstable_splitSqlQuery } from "wrangler";
import { openDatabase } from "~/platform/database.server";
import { BACKFILLS, runBackfills } from "../../workers/jobs/sweep/run-backfills";
import { batchedDatabase, DATABASE_WORKER_SCRIPT } from "../support/batched-database";
import { migrationNames } from "../support/board-fixture";
import { table } from "./figures";
import { atMost } from "./verdict";

/** A version before every back-fill. */
const OLD = "0017";
/** About 1 GB: each submission, and its draft, with 10 KB of answers. */
const FULL_ROWS = 45_000;
const SMOKE_ROWS = 300;
const ROWS_AT_ONCE = 500;
/** D1 ends a statement after 30 s, and its machines may be slower. */
const MAX_SECONDS = 10;
const MAX_SLICE_SECONDS = 3;
const SHOWN = 8;

type Timed = [name: string, seconds: number];

async function timed(name: string, run: () => Promise<unknown>): Promise<Timed> {
  const startedAt = performance.now();
  await run();
  return [name, (performance.now() - startedAt) / 1_000];
}

const TIME = "'2025-03-01T10:00:00.000Z'";
const DATES = `${TIME}, ${TIME}`;
const LARGE = "hex(randomblob(5000))";

/** What a label of some years has, for each of the numbers `i`; one draft in fifty is open. */
const HISTORY = [
  `INSERT INTO drafts (id, key_hash, answers, completed_steps, created_at, updated_at, expires_at, submitted_at)
   SELECT printf('D%08d', i), 'k' || i, json_object('artist', json_object('email', 'a' || i || '@example.com'), 'about', ${LARGE}),
     '["artist","music"]', ${DATES}, '2999-01-01', iif(i % 50 = 0, NULL, ${TIME}) FROM n`,
  `INSERT INTO draft_keys (key_hash, draft_id, created_at) SELECT printf('K%08d', i), printf('D%08d', i), ${TIME} FROM n`,
  `INSERT INTO submissions (id, draft_id, reference, artist_name, email, release_title, form_data, files, status, status_history, reply_due_at, created_at, updated_at)
   SELECT printf('S%08d', i), printf('D%08d', i), 'MHG-' || i, 'Artist ' || i, 'a' || i || '@example.com', 'Release ' || i,
     json_object('releaseType', 'single', 'bio', ${LARGE}), '[]', 'live', '[]', ${DATES}, ${TIME} FROM n`,
  ...["audio:track-1", "audio:track-2", "artwork"].map(
    (slot) =>
      `INSERT INTO uploads (id, draft_id, kind, slot, file_name, size, content_type, key, multipart_id, part_size, state, created_at, updated_at)
       SELECT printf('U%08d-${slot}', i), printf('D%08d', i), 'track', '${slot}', 'a.wav', 1, 'audio/wav', 'k' || i || '${slot}', '', 1, 'complete', ${DATES} FROM n`,
  ),
  ...["confirmation", "status-change"].map(
    (kind) =>
      `INSERT INTO mail_outbox (id, dedupe_key, kind, recipient, address, mailbox, submission_id, subject, text_body, html_body, state, created_at)
       SELECT printf('M%08d-${kind}', i), '${kind}:' || i, '${kind}', 'a' || i || '@example.com', 'a' || i || '@example.com', 'a' || i || '@example.com',
         printf('S%08d', i), 'Hello', hex(randomblob(300)), '', 'sent', ${TIME} FROM n`,
  ),
  ...["status-set", "note-written"].map(
    (action) =>
      `INSERT INTO audit (id, staff_id, staff_name, action, subject, detail, created_at)
       SELECT printf('A%08d-${action}', i), 'ida', 'Ida', '${action}', printf('S%08d', i), 'live', ${TIME} FROM n`,
  ),
];

async function fillHistory(db: D1Database, rows: number): Promise<void> {
  for (let start = 0; start < rows; start += ROWS_AT_ONCE) {
    const last = Math.min(rows, start + ROWS_AT_ONCE) - 1;
    const numbers = `WITH RECURSIVE n(i) AS (SELECT ${start} UNION ALL SELECT i + 1 FROM n WHERE i < ${last})`;
    await db.batch(HISTORY.map((statement) => db.prepare(`${numbers} ${statement}`)));
  }
}

/** Applies migrations as wrangler splits them. @returns the time of each statement. */
async function migrate(db: D1Database, names: readonly string[]): Promise<Timed[]> {
  const times: Timed[] = [];
  for (const name of names) {
    const text = readFileSync(new URL(`../../migrations/${name}`, import.meta.url), "utf8");
    for (const piece of unstable_splitSqlQuery(text)) {
      const label = `${name.slice(0, 4)} ${piece.replaceAll(/\s+/g, " ").slice(0, 70)}`;
      times.push(await timed(label, () => db.prepare(piece).run()));
    }
  }
  return times;
}

async function runSlices(db: D1Database): Promise<Timed[]> {
  const times: Timed[] = [];
  const deps = {
    db: openDatabase(db),
    now: () => new Date(),
    log: (...line: unknown[]) => console.error(...line),
  };
  for (const { name } of BACKFILLS) {
    const readMarker = () =>
      db
        .prepare("SELECT 1 FROM backfills WHERE name = ? AND finished_at IS NULL")
        .bind(name)
        .first();
    while ((await readMarker()) !== null)
      times.push(await timed(name, () => runBackfills(deps, { slices: 1 })));
  }
  return times;
}

const longest = (times: readonly Timed[]) => Math.max(...times.map(([, seconds]) => seconds));

function slowestOf(title: string, times: readonly Timed[]): string {
  const slowest = times.toSorted(([, one], [, other]) => other - one).slice(0, SHOWN);
  return table([[title, "s"], ...slowest.map(([name, seconds]) => [name, seconds.toFixed(2)])]);
}

/** Migrates a large database from a version of long ago. */
export async function benchMigrations(smoke: boolean): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "migrations-"));
  const miniflare = new Miniflare({
    modules: true,
    script: DATABASE_WORKER_SCRIPT,
    d1Databases: ["DB"],
    d1Persist: folder,
  });
  try {
    const db = batchedDatabase(miniflare);
    await migrate(
      db,
      migrationNames.filter((name) => name.slice(0, 4) <= OLD),
    );
    const rows = smoke ? SMOKE_ROWS : FULL_ROWS;
    await fillHistory(db, rows);
    const statements = await migrate(
      db,
      migrationNames.filter((name) => name.slice(0, 4) > OLD),
    );
    const slices = await runSlices(db);
    console.log(
      `Migrations after ${OLD} over ${rows} submissions with their drafts, files, mails and trail:`,
    );
    console.log(slowestOf("Statement", statements));
    const all = slices.reduce((sum, [, seconds]) => sum + seconds, 0);
    console.log(`${slices.length} slices of back-fills took ${all.toFixed(1)} s in all:`);
    console.log(slowestOf("Slice", slices));
    const text = (seconds: number) => `${seconds.toFixed(2)} s`;
    const [statement, slice] = [longest(statements), longest(slices)];
    const isQuick = atMost("longest statement", statement, MAX_SECONDS, text(statement));
    return atMost("longest slice", slice, MAX_SLICE_SECONDS, text(slice)) && isQuick;
  } finally {
    await miniflare.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
}
