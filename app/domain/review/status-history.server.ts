import { and, eq, inArray, sql } from "drizzle-orm";
import * as v from "valibot";
import { waitingList } from "~/domain/access/entry-tables.server";
import type { AuditAction } from "~/domain/access/staff/audit.server";
import { audit } from "~/domain/access/staff/staff-tables.server";
import { submissions } from "~/domain/submission/submission-tables.server";
import type { Database } from "~/platform/database.server";
import type { Staff } from "~/platform/principal";
import type { ReviewItem } from "./review-item";

/** The tables of what is decided on. */
export const decidedTables = { submission: submissions, waiting: waitingList };

export interface LatestDecision {
  status: string;
  at: string;
  reason?: string | undefined;
  /** Missing if it was set on the board. */
  by?: string | undefined;
  /** Whether the artist was asked for changes. */
  changes?: boolean | undefined;
  /** The status that was undone, where that has brought this one back. */
  undone?: string | undefined;
  /** Whether whoever is told of it has made it. */
  isOwn?: boolean | undefined;
}

const decisionRecordSchema = v.object({
  status: v.string(),
  at: v.string(),
  reason: v.optional(v.string()),
  by: v.optional(v.string()),
  changes: v.optional(v.boolean()),
  undone: v.optional(v.string()),
});

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
  return v.parse(v.array(decisionRecordSchema), JSON.parse(row?.history ?? "[]"));
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
