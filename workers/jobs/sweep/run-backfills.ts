import { and, eq, isNull, sql } from "drizzle-orm";
import * as v from "valibot";
import { backfills } from "~/jobs/job-tables.server";
import { runInBatches } from "~/platform/batching";
import type { Statement } from "~/platform/database.server";
import { aiAnswers } from "./backfills/ai-answers";
import type { Backfill } from "./backfills/backfill";
import { firstReplies } from "./backfills/first-replies";
import { formerAddresses, mailArtists } from "./backfills/former-addresses";
import { passedSteps } from "./backfills/passed-steps";
import { reviewSubmissions, reviewWaitingList } from "./backfills/review-entries";
import { reviewReleases } from "./backfills/review-releases";
import { searchTexts } from "./backfills/search-texts";
import { trailWords } from "./backfills/trail-words";
import { warningLinks } from "./backfills/warning-links";
import { processEach } from "./process-each";
import type { SweepDeps } from "./sweep-deps";

/** In the order in which they run: first what deletions and artists rely on. */
export const BACKFILLS: readonly Backfill[] = [
  formerAddresses,
  mailArtists,
  warningLinks,
  reviewSubmissions,
  reviewWaitingList,
  searchTexts,
  reviewReleases,
  firstReplies,
  passedSteps,
  trailWords,
  aiAnswers,
];

/** Measured under a second for rows of 10 KB; the database does nothing else meanwhile. */
const SLICE_ROWS = 1_000;
/** Each costs up to seven statements, and an invocation may run a thousand. */
const SLICES_PER_SWEEP = 40;

const namesSchema = v.array(v.object({ name: v.string() }));
const countSchema = v.array(v.object({ rows: v.number() }));

type BackfillDeps = Pick<SweepDeps, "db" | "log" | "now">;

/** The next slice of a back-fill, with its keys and the statements that fill it. */
export function nextSlice({ name, table, key, statements }: Backfill, rowsAtOnce: number) {
  const marker = (column: string) =>
    sql.raw(`(SELECT ${column} FROM backfills WHERE name = '${name}' AND finished_at IS NULL)`);
  const keyColumn = sql.raw(key);
  const keys = sql`SELECT ${keyColumn} AS id FROM ${sql.raw(table)} WHERE ${keyColumn} > ${marker("cursor")}
    ORDER BY ${keyColumn} LIMIT ${sql.raw(String(rowsAtOnce))}`;
  return { keys, fill: statements(keys, marker("created_at")) };
}

/**
 * Fills the next slice, and moves the cursor in the same transaction: of concurrent sweeps each takes
 * another slice.
 */
async function fillSlice({ db, now }: BackfillDeps, backfill: Backfill, rowsAtOnce: number) {
  const { keys, fill } = nextSlice(backfill, rowsAtOnce);
  const moveCursor = db
    .update(backfills)
    .set({
      cursor: sql`coalesce((SELECT max(id) FROM (${keys})), cursor)`,
      finishedAt: sql`iif((SELECT count(*) FROM (${keys})) < ${rowsAtOnce}, ${now().toISOString()}, NULL)`,
    })
    .where(and(eq(backfills.name, backfill.name), isNull(backfills.finishedAt)));
  const batch: [Statement, ...Statement[]] = [
    db.all(sql`SELECT count(*) AS rows FROM (${keys})`),
    ...fill.map((statement) => db.run(statement)),
    moveCursor,
  ];
  const results: unknown[] = await db.batch(batch);
  const [first] = v.parse(countSchema, results[0]);
  const settled = first?.rows ?? 0;
  return { settled, more: settled === rowsAtOnce };
}

/**
 * Fills in what migrations left, slice by slice.
 * @returns how many rows were looked at.
 */
export async function runBackfills(
  deps: BackfillDeps,
  { slices = SLICES_PER_SWEEP, rows = SLICE_ROWS } = {},
): Promise<number> {
  const { db, log, now } = deps;
  const marked = await db.all(sql`SELECT name FROM backfills WHERE finished_at IS NULL`);
  const open = new Set(v.parse(namesSchema, marked).map(({ name }) => name));
  const pending = BACKFILLS.filter(({ name }) => open.has(name));
  let [rowCount, slicesLeft] = [0, slices];
  const toLogFields = ({ name }: Backfill) => ({ table: name });
  await processEach(pending, { part: "backfills", log, toLogFields }, async (backfill) => {
    if (backfill.after && open.has(backfill.after)) return false;
    let isFinished = false;
    const fillNext = async () => {
      slicesLeft -= 1;
      const result = await fillSlice(deps, backfill, rows);
      isFinished = !result.more;
      return result;
    };
    rowCount += await runInBatches(fillNext, { batches: slicesLeft }, now);
    if (isFinished) open.delete(backfill.name);
    return isFinished;
  });
  return rowCount;
}
