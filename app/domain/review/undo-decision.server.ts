import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import { type AuditActor, auditStatement } from "~/domain/access/staff/audit.server";
import { reasonUses, undoableDecisions } from "~/domain/access/staff/staff-tables.server";
import { mailOutbox } from "~/domain/mail/mail-tables.server";
import { restoreDropped } from "~/domain/mail/merged-mails.server";
import { fixLinks, submissions } from "~/domain/submission/submission-tables.server";
import { jobs } from "~/jobs/job-tables.server";
import { addSeconds } from "~/platform/clock";
import { type Database, rowValues, type Statement } from "~/platform/database.server";
import type { DeskDeps } from "./assign-item.server";
import type { ItemVersion } from "./decision";
import { COLUMNS } from "./queue-query.server";
import { type ReviewItem, reviewItemSchema } from "./review-item";
import { boardJob, decidedTables, isLastSql } from "./status-history.server";
import { UNDO_SECONDS } from "./undo-time";

const jobList = (jobIds: string) => sql`(SELECT value FROM json_each(${jobIds}))`;

/**
 * Statements that let a decision be undone while its mails wait, to be run before those of its account.
 * @param isDecided holds if the batch has made the decision.
 */
export function undoableStatements(
  db: Database,
  decision: {
    /** The id of the decision in the status history. */
    id: string;
    itemId: string;
    staffId: string;
    revision: number;
    /** The jobs of its mails, that of its own first. */
    jobIds: readonly string[];
    accountId: string | undefined;
  },
  isDecided: SQL,
  now: Date,
): Statement[] {
  const { itemId, accountId = null } = decision;
  const expiresAt = addSeconds(now, UNDO_SECONDS).toISOString();
  const jobIds = JSON.stringify(decision.jobIds);
  const values = rowValues(undoableDecisions, {
    ...{ ...decision, jobIds, accountId, expiresAt },
    hadNoOwner: sql`EXISTS (SELECT 1 FROM ${submissions}
      WHERE ${submissions.id} = ${itemId} AND ${submissions.artistId} IS NULL)`,
    createdAt: now.toISOString(),
  });
  return [
    db.delete(undoableDecisions).where(and(eq(undoableDecisions.itemId, itemId), isDecided)),
    db.insert(undoableDecisions).select(sql`SELECT ${values} WHERE ${isDecided}`),
  ];
}

const undoableItemSchema = v.object({
  ...reviewItemSchema.entries,
  expiresAt: v.string(),
  mailState: v.nullable(v.string()),
});
export type UndoableItem = v.InferOutput<typeof undoableItemSchema>;

/**
 * The latest decision of a member of staff that can still be undone: about the given entry, else about
 * any.
 */
export async function findUndoable(
  db: Database,
  staffId: string,
  now: Date,
  itemId = "",
): Promise<UndoableItem | undefined> {
  const [row] = await db.all(sql`SELECT entry.*, undoable.expires_at AS expiresAt,
      (SELECT letter.state FROM jobs AS held JOIN mail_outbox AS letter ON letter.id = held.subject
        WHERE held.id = json_extract(undoable.job_ids, '$[0]')) AS mailState
    FROM undoable_decisions AS undoable
    JOIN (SELECT ${COLUMNS} FROM review_items) AS entry ON entry.id = undoable.item_id
    WHERE undoable.staff_id = ${staffId} AND undoable.expires_at > ${now.toISOString()}
      AND undoable.revision = entry.revision
    ORDER BY undoable.item_id = ${itemId} DESC, undoable.id DESC LIMIT 1`);
  return row === undefined ? undefined : v.parse(undoableItemSchema, row);
}

interface UndoDeps extends DeskDeps {
  hasBoard: boolean;
  /** Statements that remove an account that the decision has created, if nothing uses it. */
  removeAccount: (accountId: string, condition: SQL) => readonly Statement[];
}

/** `late`: the time is over; `changed`: somebody decided again. */
export type UndoResult = { kind: "undone"; jobIds: string[] } | { kind: "late" | "changed" };

/** Statements that remove the mails of a decision, but not that of an account which stays. */
function removeMails(
  db: Database,
  { jobIds, accountId }: typeof undoableDecisions.$inferSelect,
  isUndone: SQL,
): Statement[] {
  const isAccountGone = sql`NOT EXISTS (SELECT 1 FROM artists WHERE id = ${accountId})`;
  const letters = sql`(SELECT subject FROM jobs WHERE id IN ${jobList(jobIds)})`;
  return [
    db
      .delete(mailOutbox)
      .where(
        and(
          sql`${mailOutbox.id} IN ${letters}`,
          sql`(${mailOutbox.kind} <> 'account' OR ${isAccountGone})`,
          isUndone,
        ),
      ),
    db
      .delete(jobs)
      .where(
        and(
          sql`${jobs.id} IN ${jobList(jobIds)}`,
          sql`NOT EXISTS (SELECT 1 FROM mail_outbox AS letter WHERE letter.id = ${jobs.subject})`,
          isUndone,
        ),
      ),
  ];
}

/**
 * Undoes one's own decision while its mails wait: one batch puts the earlier status back as a new entry of
 * the history, removes the mails, and lets that about the earlier status go out if it had not.
 */
export async function undoDecision(
  deps: UndoDeps,
  { kind }: Pick<ReviewItem, "kind">,
  { id, revision }: ItemVersion,
  { by: actor, requestId }: AuditActor,
): Promise<UndoResult> {
  const { db, clock, ids, removeAccount } = deps;
  const table = decidedTables[kind];
  const now = clock();
  const timestamp = now.toISOString();
  const [decision] = await db
    .select()
    .from(undoableDecisions)
    .where(and(eq(undoableDecisions.itemId, id), eq(undoableDecisions.staffId, actor.id)))
    .orderBy(desc(undoableDecisions.id))
    .limit(1);
  if (!decision || decision.revision !== revision) return { kind: "changed" };
  const { accountId } = decision;
  const undoneId = ids.next(now);
  const entry = JSON.stringify({ at: timestamp, by: actor.name, id: undoneId });
  const history = table.statusHistory;
  const undoneStatus = sql`json_extract(${history}, '$[#-1].status')`;
  // Whatever belonged to the earlier status, such as its reason, comes back with it.
  const restoredEntry = sql`json_set(json_patch(json_extract(${history}, '$[#-2]'), ${entry}),
    '$.undone', ${undoneStatus})`;
  const isUndone = isLastSql(table, id, undoneId);
  const job = { submissionId: id, entryId: undoneId, at: now, requestId };
  const board = boardJob(deps, job, isUndone);
  const auditEntry = { id: ids.next(now), at: now, by: actor, subject: id, requestId };
  const isOwnedSince = decision.hadNoOwner ? isUndone : sql`FALSE`;
  const [restoredRows] = await db.batch([
    db
      .update(table)
      .set({
        status: sql`json_extract(${history}, '$[#-2].status')`,
        ...(kind === "submission" && {
          changesAskedAt: sql`iif(json_extract(${history}, '$[#-2].changes'), json_extract(${history}, '$[#-2].at'), NULL)`,
        }),
        statusHistory: sql`json_insert(${history}, '$[#]', ${restoredEntry})`,
        updatedAt: timestamp,
      })
      .where(
        and(
          eq(table.id, id),
          sql`json_array_length(${history}) = ${revision}`,
          sql`json_extract(${history}, '$[#-1].id') = ${decision.id}`,
          sql`${decision.expiresAt} > ${timestamp}`,
        ),
      )
      .returning({ id: table.id }),
    auditStatement(
      db,
      {
        ...auditEntry,
        action: "status-undone",
        detail: sql`(SELECT json_extract(${history}, '$[#-1].undone') FROM ${table} WHERE ${table.id} = ${id})`,
      },
      isUndone,
    ),
    // The links of the earlier status, which the decision had ended, work again.
    db
      .update(fixLinks)
      .set({ endedAt: null })
      .where(
        and(
          eq(fixLinks.submissionId, id),
          sql`${fixLinks.endedAt} = (SELECT json_extract(${history}, '$[#-2].at') FROM ${table} WHERE ${table.id} = ${id})`,
          isUndone,
        ),
      ),
    db
      .update(submissions)
      .set({ artistId: null })
      .where(and(eq(submissions.id, id), isOwnedSince)),
    ...(accountId === null ? [] : removeAccount(accountId, isUndone)),
    ...removeMails(db, decision, isUndone),
    restoreDropped(db, id, isUndone),
    ...board.statements,
    db.delete(reasonUses).where(and(eq(reasonUses.decisionId, decision.id), isUndone)),
    db.delete(undoableDecisions).where(and(eq(undoableDecisions.id, decision.id), isUndone)),
  ]);
  if (restoredRows.length > 0) return { kind: "undone", jobIds: board.jobIds };
  const isUnchanged = sql`${table.id} = ${id} AND json_array_length(${history}) = ${revision}`;
  return { kind: (await db.$count(table, isUnchanged)) > 0 ? "late" : "changed" };
}
