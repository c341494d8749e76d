import { type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import type { Database } from "~/platform/database.server";

/** The audit action for an agreement signed on paper. */
export const SIGNED_ON_PAPER = "agreement-on-paper";

/** The condition that the artist of a submission has signed an agreement, here or on paper. */
export const hasSignedAgreementSql = (submissionId: SQL): SQL => sql`(
  EXISTS (SELECT 1 FROM submissions AS release
    INNER JOIN signature_requests AS agreement ON agreement.artist_id = release.artist_id
    WHERE release.id = ${submissionId} AND agreement.status = 'signed')
  OR EXISTS (SELECT 1 FROM audit AS entry
    WHERE entry.subject = ${submissionId} AND entry.action = ${SIGNED_ON_PAPER}))`;

export const hasSignedAgreement = (submissionId: string): SQL =>
  hasSignedAgreementSql(sql`${submissionId}`);

const idsSchema = v.array(v.object({ id: v.string() }));

export async function unsignedSubmissions(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.all(sql`SELECT chosen.value AS id
    FROM json_each(${JSON.stringify(ids)}) AS chosen WHERE NOT ${hasSignedAgreementSql(sql`chosen.value`)}`);
  return new Set(v.parse(idsSchema, rows).map(({ id }) => id));
}
