import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import { boardItemColumn } from "~/domain/access/entry-tables.server";
import type { Database } from "~/platform/database.server";
import { submissions } from "../submission-tables.server";

/*
 * A board item belongs to at most one submission. The item of a waiting-list entry goes on to the
 * submission of its invitation.
 */

export const isItemUsedSql = (item: SQL | string): SQL =>
  sql`EXISTS (SELECT 1 FROM submissions AS holder WHERE holder.${boardItemColumn} = ${item})`;

/** The item for a submission's row; null where another submission has it. */
export const itemIfUnusedSql = (item: SQL): SQL =>
  sql`(SELECT brought.item FROM (SELECT ${item} AS item) AS brought WHERE NOT ${isItemUsedSql(sql`brought.item`)})`;

const invitationWhere = (condition: SQL) =>
  sql`EXISTS (SELECT 1 FROM invitations WHERE ${condition} AND deactivated_at IS NULL)`;

/**
 * The condition that the item of a `waiting_list` row now belongs to an invitation or a submission.
 */
export const isItemReassignedSql = sql`(${invitationWhere(sql`waiting_list_id = waiting_list.id`)}
  OR ${invitationWhere(sql`${boardItemColumn} = waiting_list.${boardItemColumn}`)}
  OR ${isItemUsedSql(sql`waiting_list.${boardItemColumn}`)})`;

export async function hasSubmissionItem(db: Database, entryId: string): Promise<boolean> {
  const [row] = await db.all(sql`SELECT 1 FROM waiting_list WHERE id = ${entryId} AND (
    ${isItemUsedSql(sql`waiting_list.${boardItemColumn}`)}
    OR EXISTS (SELECT 1 FROM invitations JOIN submissions ON submissions.id = invitations.redeemed_by
      WHERE invitations.waiting_list_id = waiting_list.id AND invitations.deactivated_at IS NULL
      AND submissions.${boardItemColumn} IS NOT NULL))`);
  return row !== undefined;
}

const entrySchema = v.object({ item: v.nullable(v.string()), coming: v.number() });

/** Gives an invited submission its entry's item. @returns "coming" while that is being made. */
export async function takeEntryItem(db: Database, submissionId: string, now: Date) {
  const [row] = await db.all(sql`SELECT entry.${boardItemColumn} AS item,
      EXISTS (SELECT 1 FROM jobs WHERE jobs.submission_id IS NULL AND jobs.type = 'sync-waiting-list'
        AND jobs.subject = entry.id AND jobs.state IN ('waiting', 'running')) AS coming
    FROM submissions JOIN invitations ON invitations.id = submissions.link_id
    JOIN waiting_list AS entry ON entry.id = invitations.waiting_list_id
    WHERE submissions.id = ${submissionId} AND submissions.entry = 'invited'
      AND submissions.${boardItemColumn} IS NULL`);
  if (row === undefined) return undefined;
  const { item, coming } = v.parse(entrySchema, row);
  if (item === null) return coming === 1 ? "coming" : undefined;
  await db
    .update(submissions)
    .set({ boardItemId: item, updatedAt: now.toISOString() })
    .where(
      and(
        eq(submissions.id, submissionId),
        isNull(submissions.boardItemId),
        sql`NOT ${isItemUsedSql(item)}`,
      ),
    );
  return undefined;
}
