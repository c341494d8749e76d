import { and, asc, eq, gte, ne, type SQL, sql } from "drizzle-orm";
import { type Database, isOneOfSql, type Statement } from "~/platform/database.server";
import { writtenName } from "~/platform/formats/written-name";
import { sha256Hex } from "~/platform/hash";
import { signatureOf } from "~/platform/signed-link";
import { inProgressStatuses } from "~/reference/statuses";
import { inTrackOrder, releaseDetails, splitConfirmations } from "../artist-tables.server";
import { isReleaseInProgress, type ReleaseOwner } from "../release-condition.server";
import { linkCutoff, type SplitRequestRow, type WriterState, writerStates } from "./split-state";
import { needsConfirmation, type Splits, serializeSplit, writerEmailKey } from "./splits";

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

export async function shareStates(
  splits: Splits,
  tracks: readonly { title: string }[],
  { rows, now }: { rows: readonly SplitRequestRow[]; now: Date },
): Promise<WriterState[][]> {
  return Promise.all(
    splits.tracks.map(async (track, index) => {
      const splitHash = await sha256Hex(serializeSplit(trackTitle(tracks, index), track));
      const currentRows = rows.filter((row) => row.splitHash === splitHash);
      return writerStates(track, { rows: currentRows, now });
    }),
  );
}

export interface SplitLetter {
  id: string;
  email: string;
  name: string;
  rows: SplitRow[];
}

/**
 * Letters to everybody who was not asked about the current shares, or whose link has expired.
 * @param nextId returns a new ULID at each call.
 */
export async function pendingSplitLetters(
  { submissionId }: ReleaseOwner,
  splits: Splits,
  tracks: readonly { title: string }[],
  options: { rows: readonly SplitRequestRow[]; now: Date; nextId: () => string; secret: string },
): Promise<SplitLetter[]> {
  const { rows, now, nextId, secret } = options;
  const states = await shareStates(splits, tracks, { rows, now });
  const letters = new Map<string, SplitLetter>();
  const timestamp = now.toISOString();
  for (const [index, track] of splits.tracks.entries()) {
    const split = serializeSplit(trackTitle(tracks, index), track);
    const splitHash = await sha256Hex(split);
    for (const { writer, state } of states[index] ?? []) {
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
        submissionId,
        trackId: track.id,
        songwriterId: writer.id,
        name: writtenName(writer),
        email,
        share: Number(writer.percentage),
        split,
        splitHash,
        letterId: letter.id,
        tokenHash: await sha256Hex(await letterToken(secret, letter.id)),
        state: "waiting",
        note: null,
        remindedAt: null,
        answeredAt: null,
        createdAt: timestamp,
        updatedAt: timestamp,
      });
    }
  }
  return [...letters.values()];
}

/** Lists are bound as one value: D1 allows a hundred parameters. */
const json = (values: unknown) => JSON.stringify(values);

/**
 * Replaces questions about changed shares and inserts the new ones with their letters, in one
 * batch. Its first statement checks that the shares are still those that were validated; of two
 * concurrent calls one writes, and nobody is asked twice.
 * @param version of the row of the release.
 * @param createMail the statements of a letter; `when` holds if its rows exist.
 * @returns the letters that were written.
 */
export async function requestSplitAnswers(
  db: Database,
  owner: ReleaseOwner,
  options: {
    splits: Splits;
    tracks: readonly { title: string }[];
    letters: readonly SplitLetter[];
    version: number;
    now: Date;
    createMail: (letter: SplitLetter, when: SQL) => Promise<readonly Statement[]>;
  },
): Promise<SplitLetter[]> {
  const { splits, tracks, letters, version, now, createMail } = options;
  const { submissionId } = owner;
  const currentShares = await Promise.all(
    splits.tracks.flatMap((track, index) =>
      track.writers.filter(needsConfirmation).map(async (writer) => ({
        track: track.id,
        writer: writer.id,
        email: writerEmailKey(writer),
        hash: await sha256Hex(serializeSplit(trackTitle(tracks, index), track)),
      })),
    ),
  );
  const isUnchanged = sql`${isReleaseInProgress(owner)} AND EXISTS (SELECT 1 FROM ${releaseDetails}
    WHERE submission_id = ${submissionId} AND version = ${version})`;
  const timestamp = now.toISOString();
  const isCurrent = sql`EXISTS (SELECT 1 FROM json_each(${json(currentShares)}) AS one
    WHERE one.value ->> 'track' = track_id AND one.value ->> 'writer' = songwriter_id
      AND one.value ->> 'email' = email AND one.value ->> 'hash' = split_hash)`;
  const updateStatement = db
    .update(splitConfirmations)
    .set({ state: "replaced", updatedAt: timestamp })
    .where(
      sql`submission_id = ${submissionId} AND state <> 'replaced' AND ${isUnchanged}
        AND (NOT ${isCurrent} OR (state = 'waiting' AND created_at < ${linkCutoff(now)}))`,
    );
  const rows = letters.flatMap((letter) => letter.rows);
  const insertStatement = db.insert(splitConfirmations).select(
    sql`SELECT value ->> 'id', ${submissionId}, value ->> 'trackId', value ->> 'songwriterId',
        value ->> 'name', value ->> 'email', value ->> 'share', value ->> 'split',
        value ->> 'splitHash', value ->> 'letterId', value ->> 'tokenHash', 'waiting',
        NULL, NULL, NULL, ${timestamp}, ${timestamp}
      FROM json_each(${json(rows)}) WHERE ${isUnchanged} AND NOT EXISTS (
        SELECT 1 FROM split_confirmations AS asked WHERE asked.submission_id = ${submissionId}
          AND asked.track_id = value ->> 'trackId' AND asked.songwriter_id = value ->> 'songwriterId'
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
  await db.batch([updateStatement, insertStatement, ...mails.flat()]);
  const letterRows = await db
    .selectDistinct({ id: splitConfirmations.letterId })
    .from(splitConfirmations)
    .where(
      sql`${splitConfirmations.letterId} IN (SELECT value FROM json_each(${json(letters.map(({ id }) => id))}))`,
    );
  return letters.filter((letter) => letterRows.some(({ id }) => id === letter.id));
}

/** All rows of a link, including replaced ones; empty for an unknown link. */
export async function splitRowsByToken(db: Database, token: string): Promise<SplitRow[]> {
  return db
    .select()
    .from(splitConfirmations)
    .where(eq(splitConfirmations.tokenHash, await sha256Hex(token)))
    .orderBy(inTrackOrder(splitConfirmations.trackId), asc(splitConfirmations.id));
}

interface SplitAnswer {
  state: "confirmed" | "disputed";
  note: string;
}

/**
 * Stores or changes an answer if it is unchanged since the page was opened and the release is in
 * progress; of two concurrent answers one counts.
 * @param expectedVersion of the displayed answer, see {@link splitAnswerVersion}.
 * @param extraStatements for the same batch; `when` holds if this answer was stored.
 * @returns whether it was stored.
 */
export async function answerSplit(
  db: Database,
  {
    row,
    expectedVersion,
    answer,
    now,
  }: { row: SplitRow; expectedVersion: string; answer: SplitAnswer; now: Date },
  extraStatements: (when: SQL) => Promise<readonly Statement[]>,
): Promise<boolean> {
  const timestamp = now.toISOString();
  const { state, note } = answer;
  const isAnswered = sql`EXISTS (SELECT 1 FROM ${splitConfirmations} WHERE id = ${row.id}
    AND state = ${state} AND answered_at = ${timestamp})`;
  const [rows] = await db.batch([
    db
      .update(splitConfirmations)
      .set({ state, note: note || null, answeredAt: timestamp, updatedAt: timestamp })
      .where(
        and(
          eq(splitConfirmations.id, row.id),
          sql`${splitConfirmations.state} || ':' || coalesce(${splitConfirmations.answeredAt}, '') = ${expectedVersion}`,
          ne(splitConfirmations.state, "replaced"),
          gte(splitConfirmations.createdAt, linkCutoff(now)),
          sql`EXISTS (SELECT 1 FROM submissions AS asked WHERE asked.id = ${row.submissionId}
            AND ${isOneOfSql(sql`lower(asked.status)`, inProgressStatuses)})`,
        ),
      )
      .returning({ id: splitConfirmations.id }),
    ...(await extraStatements(isAnswered)),
  ]);
  return rows.length > 0;
}

export const splitAnswerVersion = ({ state, answeredAt }: Pick<SplitRow, "state" | "answeredAt">) =>
  `${state}:${answeredAt ?? ""}`;
