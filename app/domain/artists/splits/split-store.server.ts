import { and, asc, eq, ne, type SQL, sql } from "drizzle-orm";
import type { Database, Statement } from "~/platform/database.server";
import { writtenName } from "~/platform/formats/written-name";
import { sha256Hex } from "~/platform/hash";
import { signatureOf } from "~/platform/signed-link";
import { releaseDetails, splitConfirmations } from "../artist-tables.server";
import { isReleaseInProgress, type ReleaseOwner } from "../release-condition.server";
import { linkCutoff, type SplitAnswerRow, writerStates } from "./split-state";
import { needsConfirmation, type SplitTrack, serializeSplit, writerEmailKey } from "./splits";

export type SplitRow = typeof splitConfirmations.$inferSelect;

/**
 * The token of a letter. It is derived from the id with a secret, so that a reminder has the same
 * link; the database alone does not reveal it.
 */
export async function letterToken(secret: string, letterId: string): Promise<string> {
  return (await signatureOf(secret, `split-letter\n${letterId}`)).slice(0, 48);
}

/** All questions about a release that are not replaced. */
export function splitRows(db: Database, submissionId: string): Promise<SplitRow[]> {
  return db
    .select()
    .from(splitConfirmations)
    .where(
      and(
        eq(splitConfirmations.submissionId, submissionId),
        ne(splitConfirmations.state, "replaced"),
      ),
    )
    .orderBy(asc(splitConfirmations.id));
}

const trackTitle = (tracks: readonly { title: string }[], index: number) =>
  tracks[index]?.title ?? "";

export interface SplitLetter {
  id: string;
  email: string;
  name: string;
  /** The statement that inserts them fills in what is alike. */
  rows: (Partial<SplitRow> & Pick<SplitRow, "trackId" | "share">)[];
}

/**
 * Letters to everybody who was not asked about the current shares, or whose link has expired.
 * @param nextId returns a new ULID at each call.
 */
export async function pendingSplitLetters(
  splitTracks: readonly SplitTrack[],
  tracks: readonly { title: string }[],
  options: { rows: readonly SplitAnswerRow[]; now: Date; nextId: () => string; secret: string },
): Promise<SplitLetter[]> {
  const { rows, now, nextId, secret } = options;
  const letters = new Map<string, SplitLetter>();
  for (const [index, track] of splitTracks.entries()) {
    const split = serializeSplit(trackTitle(tracks, index), track);
    for (const { writer, state } of writerStates(track, { rows, now })) {
      if (!needsConfirmation(writer) || (state !== "unasked" && state !== "expired")) continue;
      const email = writerEmailKey(writer);
      const letter = letters.get(email) ?? {
        id: nextId(),
        email,
        name: writtenName(writer),
        rows: [],
      };
      letters.set(email, letter);
      letter.rows.push({
        id: nextId(),
        trackId: track.id,
        songwriterId: writer.id,
        name: writtenName(writer),
        email,
        share: Number(writer.percentage),
        split,
        letterId: letter.id,
        tokenHash: await sha256Hex(await letterToken(secret, letter.id)),
      });
    }
  }
  return [...letters.values()];
}

/** Lists are bound as one value: D1 allows a hundred parameters. */
const json = (values: unknown) => JSON.stringify(values);

/**
 * Replaces questions about changed shares, tells those that hold of the shares of others, and inserts
 * the new ones with their letters, in one batch. Its first statement checks that the shares are still those that were validated; of two
 * concurrent calls one writes, and nobody is asked twice.
 * @param version of the row of the release.
 * @param createMail the statements of a letter; `when` holds if its rows exist.
 * @returns the letters that were written.
 */
export async function requestSplitAnswers(
  db: Database,
  owner: ReleaseOwner,
  options: {
    splitTracks: readonly SplitTrack[];
    tracks: readonly { title: string }[];
    letters: readonly SplitLetter[];
    version: number;
    now: Date;
    createMail: (letter: SplitLetter, when: SQL) => Promise<readonly Statement[]>;
  },
): Promise<SplitLetter[]> {
  const { splitTracks, tracks, letters, version, now, createMail } = options;
  const { submissionId } = owner;
  const currentShares = splitTracks.flatMap((track, index) =>
    track.writers.filter(needsConfirmation).map((writer) => ({
      track: track.id,
      email: writerEmailKey(writer),
      name: writtenName(writer),
      share: Number(writer.percentage),
      split: serializeSplit(trackTitle(tracks, index), track),
    })),
  );
  const isUnchanged = sql`${isReleaseInProgress(owner)} AND EXISTS (SELECT 1 FROM ${releaseDetails}
    WHERE submission_id = ${submissionId} AND version = ${version})`;
  const timestamp = now.toISOString();
  const current = sql`FROM json_each(${json(currentShares)}) AS one
    WHERE one.value ->> 'track' = track_id AND one.value ->> 'email' = email
      AND one.value ->> 'name' = name AND one.value ->> 'share' = share`;
  const isCurrent = sql`EXISTS (SELECT 1 ${current})`;
  const isAsked = sql`submission_id = ${submissionId} AND state <> 'replaced' AND ${isUnchanged}`;
  const replaceStatement = db
    .update(splitConfirmations)
    .set({ state: "replaced", updatedAt: timestamp })
    .where(
      sql`${isAsked} AND (NOT ${isCurrent} OR (state = 'waiting' AND created_at < ${linkCutoff(now)}))`,
    );
  const refreshStatement = db
    .update(splitConfirmations)
    .set({ split: sql`(SELECT one.value ->> 'split' ${current})` })
    .where(isAsked);
  const rows = letters.flatMap((letter) => letter.rows);
  const insertStatement = db.insert(splitConfirmations).select(
    sql`SELECT value ->> 'id', ${submissionId}, value ->> 'trackId', value ->> 'songwriterId',
        value ->> 'name', value ->> 'email', value ->> 'share', value ->> 'split',
        '', value ->> 'letterId', value ->> 'tokenHash', 'waiting',
        NULL, NULL, NULL, ${timestamp}, ${timestamp}
      FROM json_each(${json(rows)}) WHERE ${isUnchanged} AND NOT EXISTS (
        SELECT 1 FROM split_confirmations AS asked WHERE asked.submission_id = ${submissionId}
          AND asked.track_id = value ->> 'trackId' AND asked.email = value ->> 'email'
          AND asked.state <> 'replaced')`,
  );
  const mails = await Promise.all(
    letters.map((letter) =>
      createMail(
        letter,
        sql`EXISTS (SELECT 1 FROM ${splitConfirmations} WHERE letter_id = ${letter.id})`,
      ),
    ),
  );
  await db.batch([replaceStatement, refreshStatement, insertStatement, ...mails.flat()]);
  const letterRows = await db
    .selectDistinct({ id: splitConfirmations.letterId })
    .from(splitConfirmations)
    .where(
      sql`${splitConfirmations.letterId} IN (SELECT value FROM json_each(${json(letters.map(({ id }) => id))}))`,
    );
  return letters.filter((letter) => letterRows.some(({ id }) => id === letter.id));
}
