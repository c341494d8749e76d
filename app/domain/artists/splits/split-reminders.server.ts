import { and, eq, sql } from "drizzle-orm";
import { addDays } from "~/platform/clock";
import { type Database, isOneOfSql } from "~/platform/database.server";
import { inProgressStatuses } from "~/reference/statuses";
import { splitConfirmations } from "../artist-tables.server";
import { linkCutoff, SPLIT_REMINDER_DAYS } from "./split-state";

export type UnansweredLetter = Awaited<ReturnType<typeof lettersToRemind>>[number];

/**
 * Letters of releases in progress that are due for a reminder, oldest first. Each is reminded
 * once; nobody is about a track that has turned out to be a cover version.
 * @param limit of letters.
 */
export async function lettersToRemind(db: Database, now: Date, limit: number) {
  const due = sql`${splitConfirmations.state} = 'waiting' AND ${splitConfirmations.remindedAt} IS NULL
    AND ${splitConfirmations.createdAt} <= ${addDays(now, -SPLIT_REMINDER_DAYS).toISOString()}
    AND ${splitConfirmations.createdAt} > ${linkCutoff(now)}
    AND NOT EXISTS (SELECT 1 FROM release_details AS told,
      json_each(told.answers, '$.details.tracks') AS track
      WHERE told.submission_id = ${splitConfirmations.submissionId}
        AND track.value ->> 'id' = ${splitConfirmations.trackId}
        AND track.value ->> 'cover' = 'yes')
    AND EXISTS (SELECT 1 FROM submissions AS asked WHERE asked.id = ${splitConfirmations.submissionId}
      AND ${isOneOfSql(sql`lower(asked.status)`, inProgressStatuses)})`;
  const rows = await db
    .select()
    .from(splitConfirmations)
    .where(
      sql`${due} AND ${splitConfirmations.letterId} IN (SELECT letter_id FROM ${splitConfirmations}
        WHERE ${due} GROUP BY letter_id ORDER BY min(created_at) LIMIT ${limit})`,
    );
  const ids = new Set(rows.map(({ letterId }) => letterId));
  return [...ids].map((letterId) => ({
    letterId,
    rows: rows.filter((row) => row.letterId === letterId),
  }));
}

/** Records that a letter's reminder was sent, and the token of its link. */
export async function recordReminder(
  db: Database,
  { letterId, tokenHash }: { letterId: string; tokenHash: string },
  now: Date,
): Promise<void> {
  await db
    .update(splitConfirmations)
    .set({ remindedAt: now.toISOString(), tokenHash })
    .where(and(eq(splitConfirmations.letterId, letterId), eq(splitConfirmations.state, "waiting")));
}
