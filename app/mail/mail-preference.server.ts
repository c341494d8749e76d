import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { MailKind } from "./mail";

/** The kinds that an artist with an account may do without, and the choice that says so. */
const CHOICES: Partial<Record<MailKind, "statuses" | "reminders">> = {
  "status-change": "statuses",
  "draft-expiry": "reminders",
};

/**
 * The condition that nobody chose to do without a mail: neither the account that its submission
 * belongs to nor that of its address. The table is that of a room above this one.
 */
export function isMailAllowed(
  kind: MailKind,
  { address, submissionId }: { address: SQL; submissionId: SQL },
): SQL {
  const choice = CHOICES[kind];
  if (!choice) return sql`TRUE`;
  const path = `$.${choice}`;
  return sql`NOT EXISTS (SELECT 1 FROM artists WHERE artists.deleted_at IS NULL
    AND json_extract(artists.mail_choices, ${path}) = 0
    AND (artists.email = ${address} OR artists.id =
      (SELECT chosen.artist_id FROM submissions AS chosen WHERE chosen.id = ${submissionId})))`;
}

/** Whether an address is an account's, which chooses its mails on a page of its own. */
export async function hasAccount(db: Database, address: string): Promise<boolean> {
  const row = await db.get<{ is: number }>(sql`SELECT EXISTS (SELECT 1 FROM artists
    WHERE artists.email = ${address} AND artists.deleted_at IS NULL) AS "is"`);
  return row?.is === 1;
}
