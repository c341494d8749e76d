import { and, eq, isNull, lte, ne, sql } from "drizzle-orm";
import { rereadRefusedStatement } from "~/domain/submission/record/request-board-status.server";
import type { Database } from "~/platform/database.server";
import { artists, signatureRequests } from "../artist-tables.server";
import { isArtistRequest, isAwaitingSignature, type SignatureRequest } from "./requests.server";

/** After that, another request may take over one that never recorded its ids. */
const CLAIM_MS = 60_000;
/** Sorts before every claim, so that the next one may try. */
const RETRY_AT_ONCE = "1970-01-01T00:00:00.000Z";

const isUnsent = (id: string) =>
  and(
    eq(signatureRequests.id, id),
    isAwaitingSignature,
    isNull(signatureRequests.providerRequestId),
  );

/**
 * Claims the right to create the request at the signing service. @returns whether the claim
 * succeeded.
 */
export async function claimProviderRequest(db: Database, id: string, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - CLAIM_MS).toISOString();
  const rows = await db
    .update(signatureRequests)
    .set({ updatedAt: now.toISOString() })
    .where(and(isUnsent(id), lte(signatureRequests.updatedAt, since)))
    .returning({ id: signatureRequests.id });
  return rows.length > 0;
}

/**
 * Records the ids of the signing service; undefined releases the claim after a failure.
 * @returns whether the request was still waiting for them.
 */
export async function recordProviderIds(
  db: Database,
  id: string,
  providerIds: { providerRequestId: string; providerSignatureId: string } | undefined,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(signatureRequests)
    .set(
      providerIds ? { ...providerIds, updatedAt: now.toISOString() } : { updatedAt: RETRY_AT_ONCE },
    )
    .where(isUnsent(id))
    .returning({ id: signatureRequests.id });
  return rows.length > 0;
}

export interface ProviderStatus {
  status: "signed" | "declined" | "expired";
  /** ISO time of the signature. */
  signedAt?: string;
  signerName?: string;
}

/**
 * Applies a status of the signing service. Idempotent; a signature wins over every earlier status.
 * @returns whether anything changed.
 */
export async function applyProviderStatus(
  db: Database,
  { id, artistId }: Pick<SignatureRequest, "id" | "artistId">,
  { status, signedAt, signerName }: ProviderStatus,
  now: Date,
): Promise<boolean> {
  const timestamp = now.toISOString();
  const t = signatureRequests;
  const isChangeable = status === "signed" ? ne(t.status, "signed") : isAwaitingSignature;
  // Finished at the service, so there is nothing to cancel there.
  const set = { status, updatedAt: timestamp, withdrawnAt: timestamp };
  const signature = { ...set, signedAt: signedAt ?? timestamp, typedName: signerName ?? null };
  const isSigned = sql`EXISTS (SELECT 1 FROM ${t} WHERE ${and(isArtistRequest(artistId, id), eq(t.status, "signed"), eq(t.updatedAt, timestamp))})`;
  const [rows] = await db.batch([
    db
      .update(t)
      .set(status === "signed" ? signature : set)
      .where(and(isArtistRequest(artistId, id), isChangeable))
      .returning({ id: t.id }),
    db
      .update(artists)
      .set({ contractSignatureId: id })
      .where(and(eq(artists.id, artistId), isSigned)),
    rereadRefusedStatement(db, artistId, now, isSigned),
  ]);
  return rows.length > 0;
}
