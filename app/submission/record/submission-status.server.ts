import { and, asc, eq, isNull, lt } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { submissions } from "../submission-tables.server";

/** Remembers what the board shows of a submission's status, since it was written there. */
export async function recordBoardStatus(
  db: Database,
  id: string,
  boardStatus: string,
  now: Date,
): Promise<void> {
  await db
    .update(submissions)
    .set({ boardStatus, boardStatusAt: now.toISOString() })
    .where(eq(submissions.id, id));
}

/** Ids of submissions that should have been answered by now, of which nobody was told yet. */
export async function overdueSubmissions(
  db: Database,
  now: Date,
  limit: number,
): Promise<string[]> {
  const overdue = and(
    eq(submissions.status, "pending"),
    lt(submissions.replyDueAt, now.toISOString()),
    isNull(submissions.overdueToldAt),
  );
  const rows = await db
    .select({ id: submissions.id })
    .from(submissions)
    .where(overdue)
    .orderBy(asc(submissions.replyDueAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Remembers that it was told that a reply is overdue. */
export async function recordOverdueNotice(db: Database, id: string, now: Date): Promise<void> {
  await db
    .update(submissions)
    .set({ overdueToldAt: now.toISOString() })
    .where(eq(submissions.id, id));
}
