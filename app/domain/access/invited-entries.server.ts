import { and, eq, lt, ne, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Staff } from "~/platform/principal";
import { INITIAL_STATUS, INVITED } from "~/reference/statuses";
import { waitingList } from "./entry-tables.server";

/* An invitation is the reply to its waiting list entry, and closes it. */

interface Decision {
  staff: Staff;
  decidedAt: string;
}

function updateStatusStatement(
  db: Database,
  status: string,
  { name, changedAt }: { name: string | SQL; changedAt: string },
  condition: SQL | undefined,
) {
  const historyEntry = sql`json_object('status', ${status}, 'at', ${changedAt}, 'by', ${name})`;
  return db
    .update(waitingList)
    .set({
      status,
      statusHistory: sql`json_insert(${waitingList.statusHistory}, '$[#]', ${historyEntry})`,
      updatedAt: changedAt,
    })
    .where(condition);
}

const creatorName = (condition: SQL) =>
  sql`coalesce((SELECT made.staff_name FROM invitations AS made WHERE ${condition}), 'the team')`;

/** Closes the entry of the invitation with this hash, once it is inserted. */
export const entryInvitedStatement = (
  db: Database,
  tokenHash: string,
  { staff, decidedAt }: Decision,
) =>
  updateStatusStatement(
    db,
    INVITED,
    { name: staff.name, changedAt: decidedAt },
    and(
      eq(
        waitingList.id,
        sql`(SELECT waiting_list_id FROM invitations WHERE token_hash = ${tokenHash})`,
      ),
      ne(waitingList.status, INVITED),
    ),
  );

/** Closes the entry of a redeemed invitation, if it is still open. */
export function entryRedeemedStatement(
  db: Database,
  id: string,
  { submissionId, redeemedAt }: { submissionId: string; redeemedAt: string },
) {
  const entry = sql`(SELECT waiting_list_id FROM invitations WHERE id = ${id} AND redeemed_by = ${submissionId})`;
  return updateStatusStatement(
    db,
    INVITED,
    { changedAt: redeemedAt, name: creatorName(sql`made.id = ${id}`) },
    and(eq(waitingList.id, entry), ne(waitingList.status, INVITED)),
  );
}

/** Reopens the entry of an invitation that was deactivated at the same moment. */
export const reopenEntry = (db: Database, invitationId: string, { staff, decidedAt }: Decision) =>
  updateStatusStatement(
    db,
    INITIAL_STATUS,
    { name: staff.name, changedAt: decidedAt },
    and(
      eq(
        waitingList.id,
        sql`(SELECT waiting_list_id FROM invitations
          WHERE id = ${invitationId} AND deactivated_at = ${decidedAt} AND redeemed_by IS NULL)`,
      ),
      eq(waitingList.status, INVITED),
    ),
  );

/** Closes overdue entries that have an invitation from before invitations closed entries. */
export async function closeOverdueInvited(db: Database, now: Date): Promise<void> {
  const timestamp = now.toISOString();
  const isOwnInvitation = sql`made.waiting_list_id = waiting_list.id AND made.deactivated_at IS NULL`;
  const isInvited = sql`EXISTS (SELECT 1 FROM invitations AS made WHERE ${isOwnInvitation})`;
  await updateStatusStatement(
    db,
    INVITED,
    { changedAt: timestamp, name: creatorName(isOwnInvitation) },
    and(eq(waitingList.status, INITIAL_STATUS), lt(waitingList.replyDueAt, timestamp), isInvited),
  );
}
