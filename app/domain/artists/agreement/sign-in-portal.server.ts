import { and, eq, gt, sql } from "drizzle-orm";
import { rereadRefusedStatement } from "~/domain/submission/record/request-board-status.server";
import { jobValues } from "~/jobs/job-store.server";
import { jobs } from "~/jobs/job-tables.server";
import type { Database, ExtraStatement } from "~/platform/database.server";
import { artists, signatureRequests } from "../artist-tables.server";
import { isArtistRequest, isAwaitingSignature } from "./requests.server";

interface Signature {
  id: string;
  artistId: string;
  /** Hash of the text that was displayed. */
  textHash: string;
  typedName: string;
  jobId: string;
}

/**
 * Signs an open request whose text is still the displayed one. The same batch sets the account's
 * signature and inserts the PDF job, the audit entry and readings of the board; of two concurrent calls one succeeds.
 * @returns whether this call signed it.
 */
export async function signRequest(
  db: Database,
  { id, artistId, textHash, typedName, jobId }: Signature,
  now: Date,
  extraStatement: ExtraStatement,
): Promise<boolean> {
  const timestamp = now.toISOString();
  const t = signatureRequests;
  const isOpen = and(
    isArtistRequest(artistId, id),
    isAwaitingSignature,
    eq(t.provider, "portal"),
    eq(t.textHash, textHash),
    gt(t.expiresAt, timestamp),
  );
  const isSigned = sql`EXISTS (SELECT 1 FROM ${jobs} WHERE ${eq(jobs.id, jobId)})`;
  const job = jobValues({
    id: jobId,
    type: "make-agreement-pdf",
    submissionId: sql`NULL`,
    subject: id,
    at: now,
  });
  const [, rows] = await db.batch([
    db.insert(jobs).select(sql`SELECT ${job} WHERE EXISTS (SELECT 1 FROM ${t} WHERE ${isOpen})`),
    db
      .update(t)
      .set({ status: "signed", signedAt: timestamp, typedName, updatedAt: timestamp })
      .where(and(isOpen, isSigned))
      .returning({ id: t.id }),
    db
      .update(artists)
      .set({ contractSignatureId: id })
      .where(and(eq(artists.id, artistId), isSigned)),
    extraStatement(isSigned),
    rereadRefusedStatement(db, artistId, now, isSigned),
  ]);
  return rows.length > 0;
}

export async function declineRequest(
  db: Database,
  { id, artistId }: Pick<Signature, "id" | "artistId">,
  now: Date,
): Promise<boolean> {
  const timestamp = now.toISOString();
  const rows = await db
    .update(signatureRequests)
    .set({ status: "declined", updatedAt: timestamp })
    .where(
      and(
        isArtistRequest(artistId, id),
        isAwaitingSignature,
        eq(signatureRequests.provider, "portal"),
        gt(signatureRequests.expiresAt, timestamp),
      ),
    )
    .returning({ id: signatureRequests.id });
  return rows.length > 0;
}
