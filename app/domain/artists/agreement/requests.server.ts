import { and, desc, eq, inArray, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { addDays } from "~/platform/clock";
import type { Database, Statement } from "~/platform/database.server";
import { artists, signatureRequests } from "../artist-tables.server";
import { SIGNING_DAYS, type SigningProvider } from "./signature";

export type SignatureRequest = typeof signatureRequests.$inferSelect;

const OPEN = "awaiting_signature";
export const isAwaitingSignature = eq(signatureRequests.status, OPEN);
const belongsTo = (artistId: string) => eq(signatureRequests.artistId, artistId);
export const isArtistRequest = (artistId: string, id: string) =>
  and(belongsTo(artistId), eq(signatureRequests.id, id));

interface CurrentAgreement {
  artistId: string;
  provider: SigningProvider;
  templateVersion: string;
  text: string;
  /** SHA-256 of the text. */
  textHash: string;
}

export interface AgreementStatus {
  /** Signed under the current version, otherwise the latest for this exact text. */
  current: SignatureRequest | undefined;
  /** Whether this call created it. */
  isNew: boolean;
  /** Signed requests of other versions, latest first. */
  earlier: SignatureRequest[];
}

/** More than any artist has. */
const MAX_ROWS = 60;

function toAgreementStatus(
  rows: SignatureRequest[],
  agreement: CurrentAgreement,
  isCreated: boolean,
): AgreementStatus {
  const { provider, templateVersion, textHash } = agreement;
  const signedRows = rows.filter(({ status }) => status === "signed");
  const isCurrentVersion = (row: SignatureRequest) => row.templateVersion === templateVersion;
  // A refusal counts for every provider.
  const latestRow = rows.find(
    (row) => row.textHash === textHash && (row.provider === provider || row.status === "declined"),
  );
  return {
    current: signedRows.find(isCurrentVersion) ?? latestRow,
    isNew: isCreated,
    earlier: signedRows.filter((row) => !isCurrentVersion(row)),
  };
}

/**
 * Creates a request to sign the current agreement, unless there is one; of several concurrent
 * calls one creates it. Requests past their time, with another text or for another provider
 * expire.
 * After a refusal or an expiry only `again` creates a new one.
 * @param id of the new row.
 */
export async function createSignatureRequest(
  db: Database,
  agreement: CurrentAgreement,
  { id, again, now }: { id: string; again: boolean; now: Date },
): Promise<AgreementStatus> {
  const { artistId, provider, templateVersion, text, textHash } = agreement;
  const timestamp = now.toISOString();
  const expiresAt = addDays(now, SIGNING_DAYS).toISOString();
  const t = signatureRequests;
  const noneExists = (where: SQL | undefined) =>
    sql`NOT EXISTS (SELECT 1 FROM ${t} WHERE ${and(belongsTo(artistId), where)})`;
  // A portal request that was replaced before its time does not count: the artist did not let it pass.
  const countsAsAsked = or(
    ne(t.status, "expired"),
    lte(t.expiresAt, t.updatedAt),
    ne(t.provider, "portal"),
  );
  const isNotAsked = again
    ? sql`1`
    : noneExists(
        and(
          eq(t.textHash, textHash),
          eq(t.provider, provider),
          ne(t.status, "signed"),
          countsAsAsked,
        ),
      );
  const isStale = or(
    lte(t.expiresAt, timestamp),
    ne(t.textHash, textHash),
    ne(t.provider, provider),
  );
  const [, newRows, rows] = await db.batch([
    db
      .update(t)
      .set({ status: "expired", updatedAt: timestamp })
      .where(and(belongsTo(artistId), isAwaitingSignature, isStale)),
    // In the order of the table's columns: drizzle binds no parameters of a bare statement.
    db
      .insert(t)
      .select(
        sql`SELECT ${id}, ${artistId}, ${provider}, NULL, NULL, 'awaiting_signature',
          ${templateVersion}, ${textHash}, ${text}, NULL, NULL, NULL, NULL, ${expiresAt}, ${timestamp}, ${timestamp}, NULL
        WHERE ${noneExists(isAwaitingSignature)} AND ${isNotAsked}
          AND ${noneExists(and(eq(t.status, "signed"), eq(t.templateVersion, templateVersion)))}`,
      )
      .returning({ id: t.id }),
    db.select().from(t).where(belongsTo(artistId)).orderBy(desc(t.id)).limit(MAX_ROWS),
  ]);
  return toAgreementStatus(rows, agreement, newRows.length > 0);
}

/** Whether an artist has a request that can be signed on this site. */
export async function hasOpenPortalRequest(db: Database, artistId: string): Promise<boolean> {
  const isOpen = and(
    belongsTo(artistId),
    isAwaitingSignature,
    eq(signatureRequests.provider, "portal"),
  );
  return (await db.$count(signatureRequests, isOpen)) > 0;
}

/** Undefined if it is not this artist's. */
export async function findRequest(
  db: Database,
  artistId: string,
  id: string,
): Promise<SignatureRequest | undefined> {
  const [row] = await db.select().from(signatureRequests).where(isArtistRequest(artistId, id));
  return row;
}

/** Any artist's request, for staff and for events of the signing service. */
export async function findRequestBy(
  db: Database,
  key: { id: string } | { providerRequestId: string },
): Promise<SignatureRequest | undefined> {
  const t = signatureRequests;
  const where = "id" in key ? eq(t.id, key.id) : eq(t.providerRequestId, key.providerRequestId);
  const [row] = await db.select().from(t).where(where);
  return row;
}

export async function filterSignedIds(db: Database, ids: readonly string[]): Promise<Set<string>> {
  const { id, status } = signatureRequests;
  const rows = await db
    .select({ id })
    .from(signatureRequests)
    .where(
      and(
        sql`${id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
        eq(status, "signed"),
      ),
    );
  return new Set(rows.map((row) => row.id));
}

/**
 * Sets the PDF of a signed request that has none.
 * @param extraStatements for the same batch.
 * @returns whether it was set.
 */
export async function setDocumentKey(
  db: Database,
  id: string,
  { documentKey, documentHash }: { documentKey: string; documentHash: string },
  extraStatements: (isFiled: SQL) => Promise<readonly Statement[]>,
): Promise<boolean> {
  const t = signatureRequests;
  const isSigned = sql`EXISTS (SELECT 1 FROM ${t} WHERE ${and(eq(t.id, id), eq(t.documentKey, documentKey))})`;
  const [rows] = await db.batch([
    db
      .update(t)
      .set({ documentKey, documentHash })
      .where(and(eq(t.id, id), eq(t.status, "signed"), isNull(t.documentKey)))
      .returning({ id: t.id }),
    ...(await extraStatements(isSigned)),
  ]);
  return rows.length > 0;
}

interface SignedState {
  requestId: string;
  signedAt: string;
  templateVersion: string;
}

/** The latest signature of each artist, by account id; artists without one are left out. */
export async function latestSignatures(
  db: Database,
  artistIds: readonly string[],
): Promise<Map<string, SignedState>> {
  if (artistIds.length === 0) return new Map();
  const t = signatureRequests;
  const rows = await db
    .select({ artistId: artists.id, id: t.id, signedAt: t.signedAt, version: t.templateVersion })
    .from(artists)
    .innerJoin(t, eq(t.id, artists.contractSignatureId))
    .where(inArray(artists.id, [...artistIds]));
  return new Map(
    rows.map(({ artistId, id, signedAt, version }) => [
      artistId,
      { requestId: id, signedAt: signedAt ?? "", templateVersion: version },
    ]),
  );
}
