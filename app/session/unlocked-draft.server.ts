import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { artistSessions, artists } from "~/domain/artists/artist-tables.server";
import type { Draft } from "~/domain/submission/draft/draft";
import { parseDraftRow } from "~/domain/submission/draft/draft-store.server";
import { draftKeys, drafts } from "~/domain/submission/submission-tables.server";
import {
  type DraftFiles,
  filesAsJson,
  filesInJson,
} from "~/domain/uploads/receiving/file-views.server";
import type { Clock } from "~/platform/clock";
import { type Database, memoizeByDatabase } from "~/platform/database.server";
import { sha256Hex } from "~/platform/hash";
import { draftCookieOf, hashKey, type KeyHashes } from "./draft-cookie.server";

const keyPlaceholders = {
  keyHash: sql.placeholder("keyHash"),
  ownHash: sql.placeholder("ownHash"),
};

/**
 * The condition for the draft that a key unlocks: by its own key, a link, or a browser that a
 * sign-in brought it to, while that session is live.
 * @param now as an ISO date.
 */
export function draftUnlockedBySql(
  { keyHash, ownHash }: KeyHashes<string | Placeholder>,
  now: string | Placeholder,
): SQL {
  const { sessionId } = draftKeys;
  const isSessionLive = sql`EXISTS (SELECT 1 FROM ${artistSessions} JOIN ${artists} ON ${artists.id} = ${artistSessions.artistId}
    WHERE ${artistSessions.id} = ${sessionId} AND ${artistSessions.codeMark} = ${artists.codeMark}
    AND ${artists.deletedAt} IS NULL AND ${artistSessions.expiresAt} > ${now} AND ${artistSessions.endedAt} IS NULL)`;
  const linkedDraftId = sql`SELECT ${draftKeys.draftId} FROM ${draftKeys} WHERE ${draftKeys.keyHash} IN (${keyHash}, ${ownHash})
    AND (${sessionId} IS NULL OR ${isSessionLive})`;
  return sql`(${drafts.keyHash} = ${keyHash} OR ${drafts.id} = (${linkedDraftId}))`;
}

/** The condition for the draft of this browser; undefined without a draft cookie. */
export async function currentDraftSql(
  request: Request,
  context: { clock: Clock } & Parameters<typeof draftCookieOf>[1],
): Promise<SQL | undefined> {
  const cookie = await draftCookieOf(request, context);
  if (typeof cookie !== "object") return undefined;
  return draftUnlockedBySql(await hashKey(cookie.key), context.clock().toISOString());
}

/** Whether the draft of a key belongs to the artist of a session token, live or ended. */
export async function isOfSignIn(
  db: Database,
  { key, token, now }: { key: string; token: string; now: Date },
): Promise<boolean> {
  const isUnlocked = draftUnlockedBySql(await hashKey(key), now.toISOString());
  const row = await db.get<{ isTheirs: number }>(sql`SELECT EXISTS (SELECT 1 FROM ${drafts}
    JOIN artist_sessions AS own ON own.artist_id = ${drafts.artistId}
    WHERE own.token_hash = ${await sha256Hex(token)} AND ${isUnlocked}) AS "isTheirs"`);
  return row?.isTheirs === 1;
}

const draftByKey = memoizeByDatabase((db) =>
  db
    .select()
    .from(drafts)
    .where(draftUnlockedBySql(keyPlaceholders, sql.placeholder("now")))
    .prepare(),
);

/** Also finds an expired draft. */
export async function findDraft(db: Database, key: string, now: Date): Promise<Draft | undefined> {
  const values = { ...(await hashKey(key)), now: now.toISOString() };
  const [row] = await draftByKey(db).all(values);
  return row && parseDraftRow(row);
}

const draftWithFiles = memoizeByDatabase((db) =>
  db
    .select({ row: drafts, files: filesAsJson(db, drafts.id) })
    .from(drafts)
    .where(draftUnlockedBySql(keyPlaceholders, sql.placeholder("now")))
    .prepare(),
);

export interface DraftWithFiles extends DraftFiles {
  draft: Draft;
}

export async function findDraftWithFiles(
  db: Database,
  key: string,
  now: Date,
): Promise<DraftWithFiles | undefined> {
  const values = { ...(await hashKey(key)), now: now.toISOString() };
  const [result] = await draftWithFiles(db).all(values);
  return result && { draft: parseDraftRow(result.row), ...filesInJson(result.files) };
}
