import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import { waitingList } from "~/domain/access/entry-tables.server";
import type { AuditAction } from "~/domain/access/staff/audit.server";
import { audit } from "~/domain/access/staff/staff-tables.server";
import { submissions } from "~/domain/submission/submission-tables.server";
import { jobValues } from "~/jobs/job-store.server";
import { jobs } from "~/jobs/job-tables.server";
import type { Database } from "~/platform/database.server";
import type { Ids } from "~/platform/ids";
import type { Staff } from "~/platform/principal";
import type { ReviewItem } from "./review-item";

/** The tables of what is decided on. */
export const decidedTables = { submission: submissions, waiting: waitingList };

const decisionSchema = v.object({
  status: v.string(),
  at: v.string(),
  reason: v.optional(v.string()),
  /** Missing if it was set on the board. */
  by: v.optional(v.string()),
  /** Whether the artist was asked for changes. */
  changes: v.optional(v.boolean()),
  /** The status that was undone, where that has brought this one back. */
  undone: v.optional(v.string()),
});
/** `isOwn`: whether whoever is told of it has made it. */
export type LatestDecision = v.InferOutput<typeof decisionSchema> & { isOwn?: boolean };

/** The condition that an entry of the history is the last one. */
export const isLastSql = (
  table: typeof submissions | typeof waitingList,
  id: string,
  entryId: string,
) =>
  sql`EXISTS (SELECT 1 FROM ${table} WHERE ${table.id} = ${id}
    AND json_extract(${table.statusHistory}, '$[#-1].id') = ${entryId})`;

/**
 * The job that tells the board of the last entry of a history, and its statement for the batch that writes it;
 * none without a board.
 */
export function boardJob(
  { db, ids, hasBoard }: { db: Database; ids: Ids; hasBoard: boolean },
  change: { submissionId: string; entryId: string; at: Date; requestId: string },
  isWritten: SQL,
) {
  if (!hasBoard) return { jobIds: [], statements: [] };
  const { entryId, ...fields } = change;
  const id = ids.next(change.at);
  const row = jobValues({ ...fields, id, type: "set-board-status", subject: sql`${entryId}` });
  return {
    jobIds: [id],
    statements: [db.insert(jobs).select(sql`SELECT ${row} WHERE ${isWritten}`)],
  };
}

/** All statuses of an entry, oldest first. */
export async function loadStatusHistory(
  db: Database,
  { id, kind }: Pick<ReviewItem, "id" | "kind">,
): Promise<LatestDecision[]> {
  const table = decidedTables[kind];
  const [row] = await db
    .select({ history: table.statusHistory })
    .from(table)
    .where(eq(table.id, id));
  return v.parse(v.array(decisionSchema), JSON.parse(row?.history ?? "[]"));
}

/** The latest decision, for a member of staff who came second, and how many there are. */
export async function latestDecision(
  db: Database,
  item: ReviewItem,
  { id: staffId }: Pick<Staff, "id">,
): Promise<LatestDecision & { revision: number }> {
  const history = await loadStatusHistory(db, item);
  const last = history.at(-1) ?? { status: item.status, at: item.createdAt };
  const actions: AuditAction[] = ["status-set", "status-undone"];
  // Names repeat, so the trail says whose it is.
  const [entry] = await db
    .select({ staffId: audit.staffId })
    .from(audit)
    .where(
      and(eq(audit.subject, item.id), inArray(audit.action, actions), eq(audit.createdAt, last.at)),
    )
    .orderBy(sql`rowid DESC`)
    .limit(1);
  const isOwn = entry?.staffId === staffId;
  return { ...last, isOwn, revision: history.length };
}
