import { and, desc, eq, gt, isNull, lte, ne, type SQL, sql } from "drizzle-orm";
import { addDays } from "~/platform/clock";
import { type Database, rowValues, type Statement } from "~/platform/database.server";
import { sha256Hex } from "~/platform/hash";
import type { SignedIn } from "~/platform/principal";
import { artistSessions, artists } from "./artist-tables.server";
import { displayName, parseProfile } from "./profile";

/** For how long a sign-in lasts, however much is done with it. */
export const ARTIST_SESSION_DAYS = 30;
/** For how long a token for programs lasts. */
const TOKEN_DAYS = 365;
/** For how long a session that is over is kept. */
const KEPT_DAYS = 30;
/** How old the note of the last use may be. */
const USE_NOTED_MS = 3_600_000;

const live = (at: Date) =>
  and(gt(artistSessions.expiresAt, at.toISOString()), isNull(artistSessions.endedAt));

interface NewSession {
  id: string;
  artistId: string;
  kind: SignedIn["kind"];
  /** New, and a secret. */
  token: string;
  codeMark: string;
  device: string;
  /** A hash of the network address. */
  address?: string | undefined;
  /** The token that the same browser had: whoever put it there before has nothing of it. */
  before?: string | undefined;
}

/**
 * The statements that open a session, for the batch of what allows it.
 * @param when a condition; where it does not hold in that batch, none is opened.
 */
export async function openSessionStatements(
  db: Database,
  { token, before, ...row }: NewSession,
  at: Date,
  when: SQL = sql`1`,
): Promise<[Statement, Statement, Statement]> {
  const now = at.toISOString();
  const { id, artistId, kind, codeMark, device, address = null } = row;
  const expiresAt = addDays(at, kind === "token" ? TOKEN_DAYS : ARTIST_SESSION_DAYS).toISOString();
  const session: typeof artistSessions.$inferSelect = {
    id,
    artistId,
    kind,
    tokenHash: await sha256Hex(token),
    codeMark,
    device,
    address,
    createdAt: now,
    lastUsedAt: now,
    expiresAt,
    endedAt: null,
    confirmedAt: null,
  };
  const old = eq(artistSessions.tokenHash, before === undefined ? "" : await sha256Hex(before));
  return [
    db
      .update(artistSessions)
      .set({ endedAt: now })
      .where(and(old, live(at), when)),
    db
      .insert(artistSessions)
      .select(sql`SELECT ${rowValues(artistSessions, session)} WHERE ${when}`),
    db
      .delete(artistSessions)
      .where(lte(artistSessions.expiresAt, addDays(at, -KEPT_DAYS).toISOString())),
  ];
}

/** Who holds this token, while its session lasts and the invitation code is still the one. */
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
        live(now),
      ),
    );
  if (!row) return undefined;
  const { lastUsedAt, profile, ...who } = row;
  if (now.getTime() - Date.parse(lastUsedAt) > USE_NOTED_MS)
    await db
      .update(artistSessions)
      .set({ lastUsedAt: now.toISOString() })
      .where(eq(artistSessions.id, who.sessionId));
  return { ...who, name: displayName(parseProfile(profile)), kind };
}

/** Whether this artist has signed in from a network address lately, by its hash. */
export async function isKnownAddress(
  db: Database,
  artistId: string,
  address: string,
): Promise<boolean> {
  const here = and(eq(artistSessions.artistId, artistId), eq(artistSessions.address, address));
  return (await db.$count(artistSessions, here)) > 0;
}

/** The condition that an artist has fewer than so many tokens for programs. */
export function hasFewerTokens(artistId: string, limit: number, at: Date): SQL {
  const tokens = and(
    eq(artistSessions.artistId, artistId),
    eq(artistSessions.kind, "token"),
    live(at),
  );
  return sql`(SELECT count(*) FROM ${artistSessions} WHERE ${tokens}) < ${limit}`;
}

/** How many are shown: far more than somebody has devices. */
const LISTED = 100;

/** A sign-in as its artist sees it. */
type ArtistSession = Pick<
  typeof artistSessions.$inferSelect,
  "id" | "kind" | "device" | "createdAt" | "lastUsedAt" | "expiresAt"
>;

/** The sessions of an artist that last, the latest first. */
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
        live(now),
      ),
    )
    .orderBy(desc(id))
    .limit(LISTED);
}

/**
 * Ends sessions of an artist: one, or all but one.
 * @returns how many lasted until now.
 */
export async function endArtistSessions(
  db: Database,
  artistId: string,
  which: { only: string } | { allBut: string | undefined },
  at: Date,
): Promise<number> {
  const condition: SQL | undefined =
    "only" in which
      ? eq(artistSessions.id, which.only)
      : which.allBut === undefined
        ? undefined
        : ne(artistSessions.id, which.allBut);
  const rows = await db
    .update(artistSessions)
    .set({ endedAt: at.toISOString() })
    .where(and(eq(artistSessions.artistId, artistId), condition, live(at)))
    .returning({ id: artistSessions.id });
  return rows.length;
}
