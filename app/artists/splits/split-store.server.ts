import { and, asc, eq, gte, ne, type SQL, sql } from "drizzle-orm";
import type { Database, Statement } from "~/platform/database.server";
import { sha256Hex } from "~/platform/hash";
import { signatureOf } from "~/platform/signed-link";
import { releaseDetails, splitConfirmations } from "../artist-tables.server";
import { isReleaseInProgress, type ReleaseOwner } from "../release-condition.server";
import { linkCutoff, type SplitRequestRow, type WriterState, writerStates } from "./split-state";
import {
  needsConfirmation,
  type Splits,
  serializeSplit,
  writerEmailKey,
  writerName,
} from "./splits";

export type SplitRow = typeof splitConfirmations.$inferSelect;

/**
 * The token of a letter. Worked out of its id by a secret of ours, so that the reminder brings the same
 * link as the letter before it; the database alone tells nobody.
 */
export async function letterToken(secret: string, letterId: string): Promise<string> {
  return (await signatureOf(secret, `split-letter\n${letterId}`)).slice(0, 48);
}

/** What was ever asked about a release, and is not replaced. */
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

const titleAt = (tracks: readonly { title: string }[], index: number) => tracks[index]?.title ?? "";

/** Where every share of a release stands, by track. */
export async function shareStates(
  splits: Splits,
  tracks: readonly { title: string }[],
  { rows, now }: { rows: readonly SplitRequestRow[]; now: Date },
): Promise<WriterState[][]> {
  return Promise.all(
    splits.tracks.map(async (track, index) => {
      const splitHash = await sha256Hex(serializeSplit(titleAt(tracks, index), track));
      const currentRows = rows.filter((row) => row.splitHash === splitHash);
      return writerStates(track, { rows: currentRows, now });
    }),
  );
}

/** A letter to one address, and the tracks it asks about. */
export interface SplitLetter {
  id: string;
  email: string;
  name: string;
  rows: SplitRow[];
}

/**
 * The letters that are still to be written: to everybody who was not asked yet about the shares as they
 * are now, or whose link has ended.
 * @param nextId a new ULID at each call.
 */
export async function pendingSplitLetters(
  { submissionId }: ReleaseOwner,
  splits: Splits,
  tracks: readonly { title: string }[],
  asking: { rows: readonly SplitRequestRow[]; now: Date; nextId: () => string; secret: string },
): Promise<SplitLetter[]> {
  const { rows, now, nextId, secret } = asking;
  const states = await shareStates(splits, tracks, { rows, now });
  const letters = new Map<string, SplitLetter>();
  const at = now.toISOString();
  for (const [index, track] of splits.tracks.entries()) {
    const split = serializeSplit(titleAt(tracks, index), track);
    const splitHash = await sha256Hex(split);
    for (const { writer, state } of states[index] ?? []) {
      if (!needsConfirmation(writer) || (state !== "unasked" && state !== "expired")) continue;
      const email = writerEmailKey(writer);
      const letter = letters.get(email) ?? {
        id: nextId(),
        email,
        name: writerName(writer),
        rows: [],
      };
      letters.set(email, letter);
      letter.rows.push({
        id: nextId(),
        submissionId,
        trackId: track.id,
        songwriterId: writer.id,
        name: writerName(writer),
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
        createdAt: at,
        updatedAt: at,
      });
    }
  }
  return [...letters.values()];
}

/** Lists travel as one value: D1 binds a hundred to a statement. */
const json = (values: unknown) => JSON.stringify(values);

/**
 * Asks: replaces what was asked about shares that are others now, writes the new rows, and, in the same
 * batch, their letters. Its first statement decides that the shares are still those that were checked;
 * of two tabs that ask at once one writes, and nobody is asked twice.
 * @param version of the row of the release.
 * @param mailOf the statements of a letter, given the condition that its rows are there.
 * @returns the letters that were written.
 */
export async function requestSplitAnswers(
  db: Database,
  own: ReleaseOwner,
  asking: {
    splits: Splits;
    tracks: readonly { title: string }[];
    letters: readonly SplitLetter[];
    version: number;
    now: Date;
    mailOf: (letter: SplitLetter, when: SQL) => Promise<readonly Statement[]>;
  },
): Promise<SplitLetter[]> {
  const { splits, tracks, letters, version, now, mailOf } = asking;
  const { submissionId } = own;
  const standing = await Promise.all(
    splits.tracks.flatMap((track, index) =>
      track.writers.filter(needsConfirmation).map(async (writer) => ({
        track: track.id,
        writer: writer.id,
        email: writerEmailKey(writer),
        hash: await sha256Hex(serializeSplit(titleAt(tracks, index), track)),
      })),
    ),
  );
  const isUnchanged = sql`${isReleaseInProgress(own)} AND EXISTS (SELECT 1 FROM ${releaseDetails}
    WHERE submission_id = ${submissionId} AND version = ${version})`;
  const at = now.toISOString();
  const stands = sql`EXISTS (SELECT 1 FROM json_each(${json(standing)}) AS one
    WHERE one.value ->> 'track' = track_id AND one.value ->> 'writer' = songwriter_id
      AND one.value ->> 'email' = email AND one.value ->> 'hash' = split_hash)`;
  const updateStatement = db
    .update(splitConfirmations)
    .set({ state: "replaced", updatedAt: at })
    .where(
      sql`submission_id = ${submissionId} AND state <> 'replaced' AND ${isUnchanged}
        AND (NOT ${stands} OR (state = 'waiting' AND created_at < ${linkCutoff(now)}))`,
    );
  const rows = letters.flatMap((letter) => letter.rows);
  // In the order of the table's columns.
  const insertStatement = db.insert(splitConfirmations).select(
    sql`SELECT value ->> 'id', ${submissionId}, value ->> 'trackId', value ->> 'songwriterId',
        value ->> 'name', value ->> 'email', value ->> 'share', value ->> 'split',
        value ->> 'splitHash', value ->> 'letterId', value ->> 'tokenHash', 'waiting',
        NULL, NULL, NULL, ${at}, ${at}
      FROM json_each(${json(rows)}) WHERE ${isUnchanged} AND NOT EXISTS (
        SELECT 1 FROM split_confirmations AS asked WHERE asked.submission_id = ${submissionId}
          AND asked.track_id = value ->> 'trackId' AND asked.songwriter_id = value ->> 'songwriterId'
          AND asked.state <> 'replaced')`,
  );
  const mails = await Promise.all(
    letters.map((letter) =>
      mailOf(
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

/** The rows that a link opens, the replaced ones among them; none for a link that is none of ours. */
export async function splitRowsByToken(db: Database, token: string): Promise<SplitRow[]> {
  return db
    .select()
    .from(splitConfirmations)
    .where(eq(splitConfirmations.tokenHash, await sha256Hex(token)))
    .orderBy(asc(splitConfirmations.trackId), asc(splitConfirmations.id));
}

/** An answer to one question. */
interface SplitAnswer {
  state: "confirmed" | "disputed";
  note: string;
}

/**
 * Answers, or changes an answer, where nobody has answered since the page was shown: of two presses at
 * once one counts, and the other is told. While the release is in progress only.
 * @param seen what the page showed: the state and when it was answered.
 * @param alongside statements of the same batch, given the condition that this answer is there.
 * @returns whether it counts.
 */
export async function answerSplit(
  db: Database,
  { row, seen, answer, now }: { row: SplitRow; seen: string; answer: SplitAnswer; now: Date },
  alongside: (when: SQL) => Promise<readonly Statement[]>,
): Promise<boolean> {
  const at = now.toISOString();
  const { state, note } = answer;
  const counts = sql`EXISTS (SELECT 1 FROM ${splitConfirmations} WHERE id = ${row.id}
    AND state = ${state} AND answered_at = ${at})`;
  const [rows] = await db.batch([
    db
      .update(splitConfirmations)
      .set({ state, note: note || null, answeredAt: at, updatedAt: at })
      .where(
        and(
          eq(splitConfirmations.id, row.id),
          sql`${splitConfirmations.state} || ':' || coalesce(${splitConfirmations.answeredAt}, '') = ${seen}`,
          ne(splitConfirmations.state, "replaced"),
          gte(splitConfirmations.createdAt, linkCutoff(now)),
          sql`EXISTS (SELECT 1 FROM submissions AS asked WHERE asked.id = ${row.submissionId}
            AND lower(asked.status) = 'in progress')`,
        ),
      )
      .returning({ id: splitConfirmations.id }),
    ...(await alongside(counts)),
  ]);
  return rows.length > 0;
}

/** How a page says which answer it shows. */
export const splitAnswerVersion = ({ state, answeredAt }: Pick<SplitRow, "state" | "answeredAt">) =>
  `${state}:${answeredAt ?? ""}`;
