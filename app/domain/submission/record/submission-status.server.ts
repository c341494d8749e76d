import { and, asc, eq, isNull, lt } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { INITIAL_STATUS } from "~/reference/statuses";
import { submissions } from "../submission-tables.server";
import { settleRefusal } from "./board-refusals.server";

export async function recordBoardStatus(db: Database, id: string, boardStatus: string, now: Date) {
  await db.batch([
    db
      .update(submissions)
      .set({ boardStatus, boardStatusAt: now.toISOString() })
      .where(eq(submissions.id, id)),
    settleRefusal(db, id),
  ]);
}

/** Ids of submissions whose reply is overdue and not reported yet. */
export async function overdueSubmissions(db: Database, now: Date, limit: number) {
  const overdue = and(
    eq(submissions.status, INITIAL_STATUS),
    lt(submissions.replyDueAt, now.toISOString()),
    isNull(submissions.overdueToldAt),
    // It waits for its artist.
    isNull(submissions.changesAskedAt),
  );
  const rows = await db
    .select({ id: submissions.id })
    .from(submissions)
    .where(overdue)
    .orderBy(asc(submissions.replyDueAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function recordOverdueNotice(db: Database, id: string, now: Date): Promise<void> {
  await db
    .update(submissions)
    .set({ overdueToldAt: now.toISOString() })
    .where(eq(submissions.id, id));
}
