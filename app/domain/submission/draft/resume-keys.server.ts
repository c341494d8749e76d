import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { type Database, rowValues } from "~/platform/database.server";
import { sha256Hex } from "~/platform/hash";
import type { Ids } from "~/platform/ids";
import { draftKeys } from "../submission-tables.server";

/**
 * Makes one more key of a draft, for a link that opens it on another device.
 * @returns the key, a secret of which only the hash is stored. It works until the draft ends or all
 * links are stopped.
 */
export async function issueResumeKey(
  db: Database,
  draftId: string,
  ids: Pick<Ids, "secret">,
  now: Date,
): Promise<string> {
  const { key, row } = await createKey(draftId, ids, now);
  await db.insert(draftKeys).values(row);
  return key;
}

/** Whether a key of a link opens a draft, and was not stopped. */
export async function isKeyOfDraft(db: Database, key: string, draftId: string): Promise<boolean> {
  const keyHash = await sha256Hex(key);
  const isKey = and(eq(draftKeys.keyHash, keyHash), eq(draftKeys.draftId, draftId));
  return (await db.$count(draftKeys, isKey)) > 0;
}

export const MAX_RESUME_LINKS = 100;

/**
 * As {@link issueResumeKey}; undefined where the draft has {@link MAX_RESUME_LINKS}. A secret that was
 * made a key before is the same key.
 */
export async function issueLimitedResumeKey(
  ...[db, draftId, ids, now]: Parameters<typeof issueResumeKey>
): Promise<string | undefined> {
  const { key, row } = await createKey(draftId, ids, now);
  const values = rowValues(draftKeys, row);
  const linkCount = sql`(SELECT count(*) FROM draft_keys AS link
    WHERE link.draft_id = ${draftId} AND link.session_id IS NULL)`;
  const insertedRows = await db
    .insert(draftKeys)
    .select(sql`SELECT ${values} WHERE ${linkCount} < ${MAX_RESUME_LINKS}`)
    .onConflictDoNothing()
    .returning({ draftId: draftKeys.draftId });
  return insertedRows.length > 0 || (await isKeyOfDraft(db, key, draftId)) ? key : undefined;
}

/** Makes a key for one browser of a signed-in artist; it ends with the draft or the sign-in. */
export async function issueSessionKey(
  db: Database,
  { draftId, sessionId }: { draftId: string; sessionId: string },
  ids: Pick<Ids, "secret">,
  now: Date,
): Promise<string> {
  const { key, row } = await createKey(draftId, ids, now);
  await db.insert(draftKeys).values({ ...row, sessionId });
  return key;
}

async function createKey(draftId: string, ids: Pick<Ids, "secret">, now: Date) {
  const key = ids.secret();
  return { key, row: { keyHash: await sha256Hex(key), draftId, createdAt: now.toISOString() } };
}

/** Deletes the key of a link that was not sent. */
export async function deleteResumeKey(db: Database, key: string): Promise<void> {
  await db.delete(draftKeys).where(eq(draftKeys.keyHash, await sha256Hex(key)));
}

/** Records that the link with this key was mailed to an address. */
export async function recordMailedAddress(db: Database, key: string, mailedTo: string) {
  await db
    .update(draftKeys)
    .set({ mailedTo })
    .where(eq(draftKeys.keyHash, await sha256Hex(key)));
}

export async function mailedAddress(db: Database, key: string): Promise<string | undefined> {
  const [row] = await db
    .select({ mailedTo: draftKeys.mailedTo })
    .from(draftKeys)
    .where(eq(draftKeys.keyHash, await sha256Hex(key)));
  return row?.mailedTo ?? undefined;
}

export function countResumeKeys(db: Database, draftId: string): Promise<number> {
  return db.$count(draftKeys, and(eq(draftKeys.draftId, draftId), isNull(draftKeys.sessionId)));
}

/**
 * Stops every link of a draft. A browser that one of them opened stays by its own key, which is stored
 * by this; all others are locked out.
 * @param keyHash of the key that this browser came by, which may be the draft's own.
 * @param ownHash of the key that is in no link.
 */
export async function revokeResumeKeys(
  db: Database,
  draftId: string,
  { keyHash, ownHash }: { keyHash: string; ownHash: string },
  now: Date,
): Promise<void> {
  const isOfDraft = eq(draftKeys.draftId, draftId);
  const keyRow = rowValues(draftKeys, {
    keyHash: ownHash,
    draftId,
    sessionId: sql`link.session_id`,
    createdAt: now.toISOString(),
  });
  await db.batch([
    db
      .insert(draftKeys)
      .select(
        sql`SELECT ${keyRow} FROM draft_keys AS link
          WHERE link.key_hash = ${keyHash} AND link.draft_id = ${draftId}`,
      )
      .onConflictDoNothing(),
    db.delete(draftKeys).where(and(isOfDraft, ne(draftKeys.keyHash, ownHash))),
  ]);
}
