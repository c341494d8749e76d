import { and, eq, gt, sql } from "drizzle-orm";
import { jobValues } from "~/jobs/job-store.server";
import { jobs } from "~/jobs/job-tables.server";
import type { Database, ExtraStatement } from "~/platform/database.server";
import { artists, signatureRequests } from "../artist-tables.server";
import { isArtistRequest, isAwaitingSignature } from "./requests.server";

/** What a signature here consists of. */
interface Signature {
  /** Of the request. */
  id: string;
  artistId: string;
  /** Of the text that was shown. */
  textHash: string;
  typedName: string;
  /** Of the job that makes the PDF. */
  jobId: string;
}

/**
 * Signs what waits to be signed here, with just the text that was shown; the account's signature is
 * set, the PDF asked for and the trail written in the same batch. Of two at once one does.
 * @returns whether this one did.
 */
export async function signRequest(
  db: Database,
  { id, artistId, textHash, typedName, jobId }: Signature,
  at: Date,
  alongside: ExtraStatement,
): Promise<boolean> {
  const now = at.toISOString();
  const t = signatureRequests;
  const isOpen = and(
    isArtistRequest(artistId, id),
    isAwaitingSignature,
    eq(t.provider, "portal"),
    eq(t.textHash, textHash),
    gt(t.expiresAt, now),
  );
  const isSigned = sql`EXISTS (SELECT 1 FROM ${jobs} WHERE ${eq(jobs.id, jobId)})`;
  const job = jobValues({
    id: jobId,
    type: "make-agreement-pdf",
    submissionId: sql`NULL`,
    subject: id,
    at,
  });
  const [, rows] = await db.batch([
    db.insert(jobs).select(sql`SELECT ${job} WHERE EXISTS (SELECT 1 FROM ${t} WHERE ${isOpen})`),
    db
      .update(t)
      .set({ status: "signed", signedAt: now, typedName, updatedAt: now })
      .where(and(isOpen, isSigned))
      .returning({ id: t.id }),
    db
      .update(artists)
      .set({ contractSignatureId: id })
      .where(and(eq(artists.id, artistId), isSigned)),
    alongside(isSigned),
  ]);
  return rows.length > 0;
}

/** Declines what waits to be signed here. @returns whether it waited. */
export async function declineRequest(
  db: Database,
  { id, artistId }: Pick<Signature, "id" | "artistId">,
  at: Date,
): Promise<boolean> {
  const now = at.toISOString();
  const rows = await db
    .update(signatureRequests)
    .set({ status: "declined", updatedAt: now })
    .where(
      and(
        isArtistRequest(artistId, id),
        isAwaitingSignature,
        eq(signatureRequests.provider, "portal"),
        gt(signatureRequests.expiresAt, now),
      ),
    )
    .returning({ id: signatureRequests.id });
  return rows.length > 0;
}
