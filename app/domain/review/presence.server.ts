import { and, asc, gt, ne, type SQL, sql } from "drizzle-orm";
import { staffPresence } from "~/domain/access/staff/desk-tables.server";
import { addSeconds } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import type { Staff } from "~/platform/principal";

/** Whoever was not seen for so long has gone. */
export const PRESENCE_SECONDS = 15;

/** A colleague at the desk; `itemId` is the entry that they look at, null on the list. */
export interface Presence {
  staffId: string;
  name: string;
  itemId: string | null;
}

const freshSince = (now: Date) => addSeconds(now, -PRESENCE_SECONDS).toISOString();

/** Where a member of staff is, and the entry that is kept for them; a subquery may decide either. */
interface PresenceChange {
  staff: Staff;
  itemId: string | null | SQL;
  nextId?: SQL;
  now: Date;
}

/** Says where a member of staff is: on an entry, or with null on the list. */
export function markPresent(
  db: Database,
  { staff, itemId, nextId = sql`NULL`, now }: PresenceChange,
) {
  const row = { staffId: staff.id, staffName: staff.name, seenAt: now.toISOString() };
  return db
    .insert(staffPresence)
    .values({ ...row, itemId, nextId })
    .onConflictDoUpdate({
      target: staffPresence.staffId,
      set: {
        ...{ staffName: row.staffName, seenAt: row.seenAt },
        ...{ itemId: sql`excluded.item_id`, nextId: sql`excluded.next_id` },
      },
    });
}

/** The colleagues of a member of staff who are at the desk, by name. */
export function presentStaff(
  db: Database,
  { staffId, now }: { staffId: string; now: Date },
): Promise<Presence[]> {
  const { staffId: id, staffName: name, itemId, seenAt } = staffPresence;
  return db
    .select({ staffId: id, name, itemId })
    .from(staffPresence)
    .where(and(ne(id, staffId), gt(seenAt, freshSince(now))))
    .orderBy(asc(name), asc(id));
}

/** The condition that no colleague looks at an entry of `review_items`, and that it is kept for none. */
export const isFreeSql = (staffId: string, now: Date): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM staff_presence AS other
    WHERE (other.item_id = review_items.id OR other.next_id = review_items.id)
    AND other.staff_id <> ${staffId} AND other.seen_at > ${freshSince(now)})`;
