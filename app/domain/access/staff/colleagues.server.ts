import { sql } from "drizzle-orm";
import * as v from "valibot";
import { addDays } from "~/platform/clock";
import type { Database } from "~/platform/database.server";

const MAX_COLLEAGUES = 100;
/** Whoever has done nothing for so long has left, or has another name now. */
const ACTIVE_DAYS = 180;

const colleaguesSchema = v.array(v.object({ id: v.string(), name: v.string() }));

/**
 * Staff who have worked here lately, other than one of them, by name. The recursive query finds each id by one index step, and
 * all artists who signed by one more.
 */
export async function listColleagues(
  db: Database,
  staffId: string,
  now: Date,
): Promise<v.InferOutput<typeof colleaguesSchema>> {
  const since = addDays(now, -ACTIVE_DAYS).toISOString();
  const rows = await db.all(sql`WITH RECURSIVE people(id) AS (
    SELECT min(staff_id) FROM audit
    UNION ALL SELECT (SELECT min(staff_id) FROM audit WHERE staff_id >
        CASE WHEN people.id >= 'artist:' AND people.id < 'artist;' THEN 'artist;' ELSE people.id END)
      FROM people WHERE people.id IS NOT NULL)
    SELECT people.id, latest.staff_name AS name FROM people
      JOIN audit AS latest ON latest.id = (SELECT max(id) FROM audit WHERE staff_id = people.id)
      WHERE people.id NOT IN ('artist', ${staffId}) AND people.id NOT LIKE 'artist:%'
        AND latest.created_at > ${since}
      ORDER BY name, people.id LIMIT ${MAX_COLLEAGUES}`);
  return v.parse(colleaguesSchema, rows);
}
