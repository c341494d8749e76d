import { and, eq, isNull, lte, ne, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { artists, signatureRequests } from "../artist-tables.server";
import { isArtistRequest, isAwaitingSignature, type SignatureRequest } from "./requests.server";

/** Milliseconds after which somebody else may ask the service for a request that was never told of. */
const ASKING_MS = 60_000;
/** Of one that may be asked for at once, since the last try is known to have failed. */
const LONG_AGO = "1970-01-01T00:00:00.000Z";

const unsent = (id: string) =>
  and(
    eq(signatureRequests.id, id),
    isAwaitingSignature,
    isNull(signatureRequests.providerRequestId),
  );

/**
 * Takes it upon this request to have the signing service make its own, where nobody is at it.
 * @returns whether it is ours to do.
 */
export async function claimProviderRequest(db: Database, id: string, at: Date): Promise<boolean> {
  const since = new Date(at.getTime() - ASKING_MS).toISOString();
  const rows = await db
    .update(signatureRequests)
    .set({ updatedAt: at.toISOString() })
    .where(and(unsent(id), lte(signatureRequests.updatedAt, since)))
    .returning({ id: signatureRequests.id });
  return rows.length > 0;
}

/**
 * Notes what the signing service made, or, without it, that the next one may try.
 * @returns whether the request still waited for it.
 */
export async function recordProviderIds(
  db: Database,
  id: string,
  providerIds: { providerRequestId: string; providerSignatureId: string } | undefined,
  at: Date,
): Promise<boolean> {
  const rows = await db
    .update(signatureRequests)
    .set(providerIds ? { ...providerIds, updatedAt: at.toISOString() } : { updatedAt: LONG_AGO })
    .where(unsent(id))
    .returning({ id: signatureRequests.id });
  return rows.length > 0;
}

/** What the signing service says of a request. */
export interface ProviderStatus {
  status: "signed" | "declined" | "expired";
  /** ISO; of a signature. */
  signedAt?: string;
  signerName?: string;
}

/**
 * Applies what the signing service says. Told twice, it changes nothing; a signature counts whatever
 * was thought before, since it was given.
 * @returns whether it was news.
 */
export async function applyProviderStatus(
  db: Database,
  { id, artistId }: Pick<SignatureRequest, "id" | "artistId">,
  { status, signedAt, signerName }: ProviderStatus,
  at: Date,
): Promise<boolean> {
  const now = at.toISOString();
  const t = signatureRequests;
  const from = status === "signed" ? ne(t.status, "signed") : isAwaitingSignature;
  // It is over there: nothing is left to withdraw.
  const set = { status, updatedAt: now, withdrawnAt: now };
  const signature = { ...set, signedAt: signedAt ?? now, typedName: signerName ?? null };
  const isSigned = sql`EXISTS (SELECT 1 FROM ${t} WHERE ${and(isArtistRequest(artistId, id), eq(t.status, "signed"), eq(t.updatedAt, now))})`;
  const [rows] = await db.batch([
    db
      .update(t)
      .set(status === "signed" ? signature : set)
      .where(and(isArtistRequest(artistId, id), from))
      .returning({ id: t.id }),
    db
      .update(artists)
      .set({ contractSignatureId: id })
      .where(and(eq(artists.id, artistId), isSigned)),
  ]);
  return rows.length > 0;
}
