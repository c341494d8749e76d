import { and, eq, exists, isNull, type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import type { Database } from "~/platform/database.server";
import { sha256Hex } from "~/platform/hash";
import { invitations, waitingList } from "./entry-tables.server";
import { type InvitationPrefill, invitationPrefillSchema } from "./invitation-prefill";
import { entryRedeemedStatement } from "./invited-entries.server";
import type { DeadLink } from "./link-texts";
import { asLinkToken } from "./link-token";

type Row = typeof invitations.$inferSelect;

/** An invitation, what it fills in opened. */
export type Invitation = Omit<Row, "prefill"> & { prefill: InvitationPrefill };

function invitationOf(row: Row): Invitation {
  return { ...row, prefill: v.parse(invitationPrefillSchema, JSON.parse(row.prefill)) };
}

/** Why an invitation begins nothing any more, if it does not. */
function overBecause(
  { redeemedBy, deactivatedAt, expiresAt }: Row,
  now: Date,
): DeadLink | undefined {
  if (redeemedBy !== null) return "used";
  if (deactivatedAt !== null) return "deactivated";
  return expiresAt <= now.toISOString() ? "expired" : undefined;
}

/** The invitation that a token names and that may be begun with, or why there is none. */
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
  return overBecause(row, now) ?? invitationOf(row);
}

/** Remembers that a form was begun with an invitation; the first time stays. */
export async function markInvitationOpened(db: Database, id: string, now: Date): Promise<void> {
  await db
    .update(invitations)
    .set({ openedAt: now.toISOString() })
    .where(and(eq(invitations.id, id), isNull(invitations.openedAt)));
}

/** Neither spent nor stopped. One that has expired is good for what was begun with it in time. */
const unspent = (id: string) =>
  and(eq(invitations.id, id), isNull(invitations.redeemedBy), isNull(invitations.deactivatedAt));

/** The condition that a submission may be recorded on an invitation. */
export function isInvitationUsableSql(db: Database, id: string): SQL {
  return exists(db.select({ id: invitations.id }).from(invitations).where(unspent(id)));
}

/**
 * The item on the board that an invitation's submission brings up to date: a value for its row. That of
 * an entry of the waiting list may have been made after its invitation.
 */
export function itemOfInvitation(id: string): SQL {
  return sql`(SELECT coalesce(link.monday_item_id, entry.monday_item_id) FROM ${invitations} AS link
    LEFT JOIN ${waitingList} AS entry ON entry.id = link.waiting_list_id WHERE link.id = ${id})`;
}

/**
 * The statements that spend an invitation and settle the entry of the waiting list that it came from,
 * for the batch that records its submission: of any number at once, one finds it unspent.
 * @param recorded the condition that the submission stands in its table.
 */
export function redeemInvitationStatements(
  db: Database,
  id: string,
  { by, at, recorded }: { by: string; at: string; recorded: SQL },
) {
  const updateStatement = db
    .update(invitations)
    .set({ redeemedBy: by, redeemedAt: at })
    .where(and(unspent(id), recorded));
  return [updateStatement, entryRedeemedStatement(db, id, { by, at })] as const;
}

/** Why nothing can be recorded on an invitation any more; undefined where something can. */
export async function invitationEndReason(
  db: Database,
  id: string,
): Promise<"used" | "deactivated" | undefined> {
  const [row] = await db.select().from(invitations).where(eq(invitations.id, id));
  if (row?.redeemedBy) return "used";
  return row && row.deactivatedAt === null ? undefined : "deactivated";
}
