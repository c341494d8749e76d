import { and, desc, eq, inArray, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { addDays } from "~/platform/clock";
import type { Database, ExtraStatement } from "~/platform/database.server";
import { artists, signatureRequests } from "../artist-tables.server";
import { SIGNING_DAYS, type SigningProvider } from "./signature";

/** An agreement that an artist was asked to sign, or has signed. */
export type SignatureRequest = typeof signatureRequests.$inferSelect;

const OPEN = "awaiting_signature";
export const isAwaitingSignature = eq(signatureRequests.status, OPEN);
const of = (artistId: string) => eq(signatureRequests.artistId, artistId);
export const isArtistRequest = (artistId: string, id: string) =>
  and(of(artistId), eq(signatureRequests.id, id));

/** The agreement as it stands now, for one artist. */
interface Wanted {
  artistId: string;
  provider: SigningProvider;
  templateVersion: string;
  text: string;
  /** SHA-256 of the text. */
  textHash: string;
}

/** How an artist stands with the agreement of today. */
export interface AgreementStatus {
  /** The one that counts now: signed under this version, else the last for just this text. */
  current: SignatureRequest | undefined;
  /** Whether it was made just now. */
  made: boolean;
  /** What was signed of other versions, the latest first. */
  earlier: SignatureRequest[];
}

/** More than an artist has ever been asked. */
const READ_BACK = 60;

/** What follows for an artist from all that they were asked to sign. */
function standingOf(rows: SignatureRequest[], agreement: Wanted, isMade: boolean): AgreementStatus {
  const { provider, templateVersion, textHash } = agreement;
  const signedRows = rows.filter(({ status }) => status === "signed");
  const isNow = (row: SignatureRequest) => row.templateVersion === templateVersion;
  // A refusal counts wherever it was given.
  const latestRow = rows.find(
    (row) => row.textHash === textHash && (row.provider === provider || row.status === "declined"),
  );
  return {
    current: signedRows.find(isNow) ?? latestRow,
    made: isMade,
    earlier: signedRows.filter((row) => !isNow(row)),
  };
}

/**
 * Asks an artist to sign the agreement of today, unless they were: of several at once one does. What
 * waits longer than its time has expired, and so has what waits with another text or for another
 * place to sign. After a refusal or the end of its time only `again` asks anew.
 * @param id new.
 */
export async function createSignatureRequest(
  db: Database,
  agreement: Wanted,
  { id, again, at }: { id: string; again: boolean; at: Date },
): Promise<AgreementStatus> {
  const { artistId, provider, templateVersion, text, textHash } = agreement;
  const now = at.toISOString();
  const until = addDays(at, SIGNING_DAYS).toISOString();
  const t = signatureRequests;
  const none = (where: SQL | undefined) =>
    sql`NOT EXISTS (SELECT 1 FROM ${t} WHERE ${and(of(artistId), where)})`;
  // What gave way here to another text, before its time was over, was no chance that the artist let pass.
  const ranOut = or(
    ne(t.status, "expired"),
    lte(t.expiresAt, t.updatedAt),
    ne(t.provider, "portal"),
  );
  const neverAsked = again
    ? sql`1`
    : none(and(eq(t.textHash, textHash), eq(t.provider, provider), ne(t.status, "signed"), ranOut));
  const stale = or(lte(t.expiresAt, now), ne(t.textHash, textHash), ne(t.provider, provider));
  const [, newRows, rows] = await db.batch([
    db
      .update(t)
      .set({ status: "expired", updatedAt: now })
      .where(and(of(artistId), isAwaitingSignature, stale)),
    // In the order of the table's columns: the library binds no parameters of a bare statement.
    db
      .insert(t)
      .select(
        sql`SELECT ${id}, ${artistId}, ${provider}, NULL, NULL, 'awaiting_signature',
          ${templateVersion}, ${textHash}, ${text}, NULL, NULL, NULL, NULL, ${until}, ${now}, ${now}, NULL
        WHERE ${none(isAwaitingSignature)} AND ${neverAsked}
          AND ${none(and(eq(t.status, "signed"), eq(t.templateVersion, templateVersion)))}`,
      )
      .returning({ id: t.id }),
    db.select().from(t).where(of(artistId)).orderBy(desc(t.id)).limit(READ_BACK),
  ]);
  return standingOf(rows, agreement, newRows.length > 0);
}

/** Whether an artist has one that waits to be signed here. */
export async function hasOpenPortalRequest(db: Database, artistId: string): Promise<boolean> {
  const here = and(of(artistId), isAwaitingSignature, eq(signatureRequests.provider, "portal"));
  return (await db.$count(signatureRequests, here)) > 0;
}

/** An artist's own request; undefined for none of theirs. */
export async function findRequest(
  db: Database,
  artistId: string,
  id: string,
): Promise<SignatureRequest | undefined> {
  const [row] = await db.select().from(signatureRequests).where(isArtistRequest(artistId, id));
  return row;
}

/** Any request, for staff and for what the signing service tells. */
export async function findRequestBy(
  db: Database,
  by: { id: string } | { providerRequestId: string },
): Promise<SignatureRequest | undefined> {
  const t = signatureRequests;
  const where = "id" in by ? eq(t.id, by.id) : eq(t.providerRequestId, by.providerRequestId);
  const [row] = await db.select().from(t).where(where);
  return row;
}

/** Which of these ids are of agreements that were signed, and are still kept. */
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

/** Names the signed file of a request that has none yet. @returns whether it had none. */
export async function setDocumentKey(
  db: Database,
  id: string,
  { documentKey, documentHash }: { documentKey: string; documentHash: string },
  alongside: ExtraStatement,
): Promise<boolean> {
  const t = signatureRequests;
  const isSigned = sql`EXISTS (SELECT 1 FROM ${t} WHERE ${and(eq(t.id, id), eq(t.documentKey, documentKey))})`;
  const [rows] = await db.batch([
    db
      .update(t)
      .set({ documentKey, documentHash })
      .where(and(eq(t.id, id), eq(t.status, "signed"), isNull(t.documentKey)))
      .returning({ id: t.id }),
    alongside(isSigned),
  ]);
  return rows.length > 0;
}

/** How an artist stands with the agreement, in short: for lists of staff. */
interface SignedState {
  requestId: string;
  signedAt: string;
  templateVersion: string;
}

/** What each of these artists signed last, by the id of their account; those who have not are left out. */
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
