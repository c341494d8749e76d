import { and, eq, exists, isNull, type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import type { Database } from "~/platform/database.server";
import { sha256Hex } from "~/platform/hash";
import { boardItemColumn, invitations, waitingList } from "./entry-tables.server";
import { type InvitationPrefill, invitationPrefillSchema } from "./invitation-prefill";
import { entryRedeemedStatement } from "./invited-entries.server";
import type { DeadLink } from "./link-texts";
import { asLinkToken } from "./link-token";

type Row = typeof invitations.$inferSelect;

export type Invitation = Omit<Row, "prefill"> & { prefill: InvitationPrefill };

function parseInvitation(row: Row): Invitation {
  return { ...row, prefill: v.parse(invitationPrefillSchema, JSON.parse(row.prefill)) };
}

/** Why an invitation cannot be used; undefined if it can. */
function endReason({ redeemedBy, deactivatedAt, expiresAt }: Row, now: Date): DeadLink | undefined {
  if (redeemedBy !== null) return "used";
  if (deactivatedAt !== null) return "deactivated";
  return expiresAt <= now.toISOString() ? "expired" : undefined;
}

export async function readInvitation(
  db: Database,
  text: unknown,
  now: Date,
): Promise<Invitation | DeadLink> {
  if (text === undefined || text === "") return "none";
  const token = asLinkToken(text);
  if (token === undefined) return "malformed";
  const [row] = await db
    .select()
    .from(invitations)
    .where(eq(invitations.tokenHash, await sha256Hex(token)));
  if (!row) return "unknown";
  return endReason(row, now) ?? parseInvitation(row);
}

/** Records the first use of an invitation. */
export async function markInvitationOpened(db: Database, id: string, now: Date): Promise<void> {
  await db
    .update(invitations)
    .set({ openedAt: now.toISOString() })
    .where(and(eq(invitations.id, id), isNull(invitations.openedAt)));
}

/** Neither used nor deactivated. An expired one is valid for drafts that were started in time. */
const isUnspent = (id: string) =>
  and(eq(invitations.id, id), isNull(invitations.redeemedBy), isNull(invitations.deactivatedAt));

export function isInvitationUsableSql(db: Database, id: string): SQL {
  return exists(db.select({ id: invitations.id }).from(invitations).where(isUnspent(id)));
}

/**
 * The board item for an invitation's submission, as a value for its row. The entry's item may be
 * newer than the invitation.
 */
export function itemOfInvitation(id: string): SQL {
  return sql`(SELECT coalesce(link.${boardItemColumn}, entry.${boardItemColumn}) FROM ${invitations} AS link
    LEFT JOIN ${waitingList} AS entry ON entry.id = link.waiting_list_id WHERE link.id = ${id})`;
}

/**
 * Statements that redeem an invitation and close its waiting list entry, for the batch that
 * records the submission; of concurrent submissions one redeems it.
 * @param recorded the condition that the submission was inserted.
 */
export function redeemInvitationStatements(
  db: Database,
  id: string,
  {
    by: submissionId,
    at: redeemedAt,
    recorded: isRecorded,
  }: { by: string; at: string; recorded: SQL },
) {
  const updateStatement = db
    .update(invitations)
    .set({ redeemedBy: submissionId, redeemedAt })
    .where(and(isUnspent(id), isRecorded));
  return [updateStatement, entryRedeemedStatement(db, id, { submissionId, redeemedAt })] as const;
}

/** Why no submission can use an invitation any more; undefined if one can. */
export async function invitationEndReason(db: Database, id: string) {
  const [row] = await db.select().from(invitations).where(eq(invitations.id, id));
  if (row?.redeemedBy) return "used";
  return row && row.deactivatedAt === null ? undefined : "deactivated";
}
