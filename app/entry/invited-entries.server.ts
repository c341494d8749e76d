import { and, eq, lt, ne, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Staff } from "~/platform/principal";
import { INVITED } from "./entry-status";
import { waitingList } from "./entry-tables.server";

/* An invitation is the reply to its entry of the waiting list, which from then on is settled. */

/** What a member of staff decided by what they pressed. */
interface Decision {
  by: Staff;
  at: string;
}

/** The statement that gives entries a status, and their history who did it and when. */
function statusOf(
  db: Database,
  status: string,
  { name, at }: { name: string | SQL; at: string },
  which: SQL | undefined,
) {
  const word = sql`json_object('status', ${status}, 'at', ${at}, 'by', ${name})`;
  return db
    .update(waitingList)
    .set({
      status,
      statusHistory: sql`json_insert(${waitingList.statusHistory}, '$[#]', ${word})`,
      updatedAt: at,
    })
    .where(which);
}

/** Who made an invitation, where that is known. */
const maker = (which: SQL) =>
  sql`coalesce((SELECT made.staff_name FROM invitations AS made WHERE ${which}), 'the team')`;

/** The statement that settles the entry of the invitation with this hash, once it is written. */
export const entryInvitedStatement = (db: Database, tokenHash: string, { by, at }: Decision) =>
  statusOf(
    db,
    INVITED,
    { name: by.name, at },
    and(
      eq(
        waitingList.id,
        sql`(SELECT waiting_list_id FROM invitations WHERE token_hash = ${tokenHash})`,
      ),
      ne(waitingList.status, INVITED),
    ),
  );

/** The statement that settles the entry of the invitation that this submission has spent, if it is not yet. */
export function entryRedeemedStatement(
  db: Database,
  id: string,
  { by, at }: { by: string; at: string },
) {
  const entry = sql`(SELECT waiting_list_id FROM invitations WHERE id = ${id} AND redeemed_by = ${by})`;
  return statusOf(
    db,
    INVITED,
    { at, name: maker(sql`made.id = ${id}`) },
    and(eq(waitingList.id, entry), ne(waitingList.status, INVITED)),
  );
}

/** The statement that has the entry of an invitation wait again which was stopped in that moment. */
export const reopenEntry = (db: Database, invitationId: string, { by, at }: Decision) =>
  statusOf(
    db,
    "pending",
    { name: by.name, at },
    and(
      eq(
        waitingList.id,
        sql`(SELECT waiting_list_id FROM invitations
          WHERE id = ${invitationId} AND deactivated_at = ${at} AND redeemed_by IS NULL)`,
      ),
      eq(waitingList.status, INVITED),
    ),
  );

/**
 * Settles entries whose reply is overdue though their artists have an invitation: those that were invited
 * before an invitation settled its entry.
 */
export async function closeOverdueInvited(db: Database, now: Date): Promise<void> {
  const at = now.toISOString();
  const own = sql`made.waiting_list_id = waiting_list.id AND made.deactivated_at IS NULL`;
  const isInvited = sql`EXISTS (SELECT 1 FROM invitations AS made WHERE ${own})`;
  await statusOf(
    db,
    INVITED,
    { at, name: maker(own) },
    and(eq(waitingList.status, "pending"), lt(waitingList.replyDueAt, at), isInvited),
  );
}
