import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { type MailKind, mailTraits } from "./mail-kinds";

/**
 * The condition that neither the submission's account nor the address's account opted out. Uses
 * tables of a higher layer.
 */
export function isMailAllowed(
  kind: MailKind,
  { address, submissionId }: { address: SQL; submissionId: SQL },
): SQL {
  const { choice } = mailTraits(kind);
  if (!choice) return sql`TRUE`;
  const path = `$.${choice}`;
  return sql`NOT EXISTS (SELECT 1 FROM artists WHERE artists.deleted_at IS NULL
    AND json_extract(artists.mail_choices, ${path}) = 0
    AND (artists.email = ${address} OR artists.id =
      (SELECT chosen.artist_id FROM submissions AS chosen WHERE chosen.id = ${submissionId})))`;
}

export async function hasAccount(db: Database, address: string): Promise<boolean> {
  const row = await db.get<{ hasAccount: number }>(sql`SELECT EXISTS (SELECT 1 FROM artists
    WHERE artists.email = ${address} AND artists.deleted_at IS NULL) AS "hasAccount"`);
  return row?.hasAccount === 1;
}
