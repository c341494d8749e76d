import { sql } from "drizzle-orm";
import type { Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import type { Draft } from "../draft/draft";

const HOUR_MS = 3_600_000;
/** How long a press counts by itself. */
const PRESS_MS = 24 * HOUR_MS;
/**
 * How long it counts while files arrive, with at most a day after the last one: 20 tracks of 200 MB
 * take a day at 0.4 Mbit/s, and longer with interruptions.
 */
const RUN_MS = 7 * 24 * HOUR_MS;

/** When the last file of a draft was complete. Table of another room. */
async function lastArrival(db: Database, draftId: string): Promise<number | undefined> {
  const row = await db.get<{ at: string | null }>(sql`SELECT max(updated_at) AS at FROM uploads
    WHERE draft_id = ${draftId} AND state = 'complete'`);
  return row?.at ? Date.parse(row.at) : undefined;
}

async function isPressValid(db: Database, id: string, pressedAt: Date, now: Date) {
  const age = now.getTime() - pressedAt.getTime();
  if (age < 0 || age > RUN_MS) return false;
  if (age <= PRESS_MS) return true;
  const arrivedAt = await lastArrival(db, id);
  return arrivedAt !== undefined && now.getTime() - arrivedAt <= PRESS_MS;
}

export async function validSubmitTime(
  { db, clock }: { db: Database; clock: Clock },
  { id, pressedAt }: Pick<Draft, "id" | "pressedAt">,
): Promise<Date | undefined> {
  return pressedAt && (await isPressValid(db, id, pressedAt, clock())) ? pressedAt : undefined;
}

/** The day 'Submit Music' was pressed, however long the files then took. */
export async function submitDate(
  deps: { db: Database; clock: Clock; artistDay: (at: Date) => Date },
  draft: Pick<Draft, "id" | "pressedAt">,
): Promise<Date> {
  return deps.artistDay((await validSubmitTime(deps, draft)) ?? deps.clock());
}
