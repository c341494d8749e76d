import { and, desc, eq, gt, isNull, lte, ne, type SQL, sql } from "drizzle-orm";
import { addDays } from "~/platform/clock";
import { type Database, rowValues, type Statement } from "~/platform/database.server";
import { sha256Hex } from "~/platform/hash";
import type { SignedIn } from "~/platform/principal";
import { ARTIST_SESSION_DAYS } from "~/platform/sign-in-periods";
import { artistSessions, artists } from "./artist-tables.server";
import { displayName, parseProfile } from "./profile";

/** A session ends after this time even while it is in use. */
const TOKEN_DAYS = 365;
const RETENTION_DAYS = 30;
/** `lastUsedAt` is updated at most this often. */
const LAST_USE_INTERVAL_MS = 3_600_000;

const isLive = (now: Date) =>
  and(gt(artistSessions.expiresAt, now.toISOString()), isNull(artistSessions.endedAt));

interface NewSession {
  id: string;
  artistId: string;
  kind: SignedIn["kind"];
  /** Secret; only its hash is stored. */
  token: string;
  codeMark: string;
  device: string;
  /** Hash of the network address. */
  address?: string | undefined;
  /**
   * The token this browser had before; its session ends, so that nobody who planted it gains
   * anything.
   */
  previousToken?: string | undefined;
}

/**
 * Statements that create a session, for the batch of what allows it.
 * @param when a condition; where it does not hold in that batch, no session is created.
 */
export async function openSessionStatements(
  db: Database,
  { token, previousToken, ...row }: NewSession,
  now: Date,
  when: SQL = sql`1`,
): Promise<[Statement, Statement, Statement]> {
  const timestamp = now.toISOString();
  const { id, artistId, kind, codeMark, device, address = null } = row;
  const expiresAt = addDays(now, kind === "token" ? TOKEN_DAYS : ARTIST_SESSION_DAYS).toISOString();
  const session: typeof artistSessions.$inferInsert = {
    id,
    artistId,
    kind,
    tokenHash: await sha256Hex(token),
    codeMark,
    device,
    address,
    createdAt: timestamp,
    lastUsedAt: timestamp,
    expiresAt,
  };
  const isPreviousSession = eq(
    artistSessions.tokenHash,
    previousToken === undefined ? "" : await sha256Hex(previousToken),
  );
  return [
    db
      .update(artistSessions)
      .set({ endedAt: timestamp })
      .where(and(isPreviousSession, isLive(now), when)),
    db
      .insert(artistSessions)
      .select(sql`SELECT ${rowValues(artistSessions, session)} WHERE ${when}`),
    db
      .delete(artistSessions)
      .where(lte(artistSessions.expiresAt, addDays(now, -RETENTION_DAYS).toISOString())),
  ];
}

/**
 * The artist who holds this token, while the session lives and the invitation code is unchanged.
 */
export async function findArtist(
  db: Database,
  { token, kind, now }: { token: string; kind: SignedIn["kind"]; now: Date },
): Promise<SignedIn | undefined> {
  const [row] = await db
    .select({
      id: artists.id,
      artistId: artists.artistId,
      profile: artists.profile,
      sessionId: artistSessions.id,
      lastUsedAt: artistSessions.lastUsedAt,
    })
    .from(artistSessions)
    .innerJoin(artists, eq(artists.id, artistSessions.artistId))
    .where(
      and(
        eq(artistSessions.tokenHash, await sha256Hex(token)),
        eq(artistSessions.kind, kind),
        eq(artistSessions.codeMark, artists.codeMark),
        isNull(artists.deletedAt),
        isLive(now),
      ),
    );
  if (!row) return undefined;
  const { lastUsedAt, profile, ...artist } = row;
  if (now.getTime() - Date.parse(lastUsedAt) > LAST_USE_INTERVAL_MS)
    await db
      .update(artistSessions)
      .set({ lastUsedAt: now.toISOString() })
      .where(eq(artistSessions.id, artist.sessionId));
  return { ...artist, name: displayName(parseProfile(profile)), kind };
}

/** Whether this artist has recently signed in from a network address. @param address its hash. */
export async function isKnownAddress(db: Database, artistId: string, address: string) {
  const isKnownPlace = and(
    eq(artistSessions.artistId, artistId),
    eq(artistSessions.address, address),
  );
  return (await db.$count(artistSessions, isKnownPlace)) > 0;
}

/** The condition that an artist has fewer live API tokens than the limit. */
export function hasFewerTokens(artistId: string, limit: number, now: Date): SQL {
  const tokens = and(
    eq(artistSessions.artistId, artistId),
    eq(artistSessions.kind, "token"),
    isLive(now),
  );
  return sql`(SELECT count(*) FROM ${artistSessions} WHERE ${tokens}) < ${limit}`;
}

const MAX_LISTED = 100;

type ArtistSession = Pick<
  typeof artistSessions.$inferSelect,
  "id" | "kind" | "device" | "createdAt" | "lastUsedAt" | "expiresAt"
>;

/** Live sessions, latest first. */
export async function listArtistSessions(
  db: Database,
  artistId: string,
  now: Date,
): Promise<ArtistSession[]> {
  const { id, kind, device, createdAt, lastUsedAt, expiresAt } = artistSessions;
  return db
    .select({ id, kind, device, createdAt, lastUsedAt, expiresAt })
    .from(artistSessions)
    .innerJoin(artists, eq(artists.id, artistSessions.artistId))
    .where(
      and(
        eq(artistSessions.artistId, artistId),
        eq(artistSessions.codeMark, artists.codeMark),
        isLive(now),
      ),
    )
    .orderBy(desc(id))
    .limit(MAX_LISTED);
}

/** Ends one session of an artist, or all but one. @returns how many were live. */
export async function endArtistSessions(
  db: Database,
  artistId: string,
  selection: { only: string } | { allBut: string | undefined },
  now: Date,
): Promise<number> {
  const condition: SQL | undefined =
    "only" in selection
      ? eq(artistSessions.id, selection.only)
      : selection.allBut === undefined
        ? undefined
        : ne(artistSessions.id, selection.allBut);
  const rows = await db
    .update(artistSessions)
    .set({ endedAt: now.toISOString() })
    .where(and(eq(artistSessions.artistId, artistId), condition, isLive(now)))
    .returning({ id: artistSessions.id });
  return rows.length;
}
