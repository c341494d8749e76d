import { and, eq, ne } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { sha256Hex } from "~/platform/hash";
import type { Ids } from "~/platform/ids";
import { draftKeys } from "./tables.server";

/**
 * Makes one more key for a draft, for a link that opens it on another device.
 * @returns the key (a secret; only its hash is kept). It works as long as the draft lives, or until
 * all links are stopped.
 */
export async function issueResumeKey(
  db: Database,
  draftId: string,
  ids: Pick<Ids, "secret">,
  now: Date,
): Promise<string> {
  const key = ids.secret();
  const createdAt = now.toISOString();
  await db.insert(draftKeys).values({ keyHash: await sha256Hex(key), draftId, createdAt });
  return key;
}

/** How many links of a draft work. */
export function countResumeKeys(db: Database, draftId: string): Promise<number> {
  return db.$count(draftKeys, eq(draftKeys.draftId, draftId));
}

/**
 * Stops every link of a draft. A browser that came in by one goes on with a fresh key, made in the
 * same breath; every other browser that did is shut out, too.
 * @param used the key this browser holds, which may be the draft's own.
 * @returns the fresh key, when one was needed.
 */
export async function stopResumeKeys(
  db: Database,
  draftId: string,
  used: string,
  ids: Pick<Ids, "secret">,
  now: Date,
): Promise<string | undefined> {
  const ofDraft = eq(draftKeys.draftId, draftId);
  const own = and(ofDraft, eq(draftKeys.keyHash, await sha256Hex(used)));
  if ((await db.$count(draftKeys, own)) === 0) {
    await db.delete(draftKeys).where(ofDraft);
    return undefined;
  }
  const fresh = ids.secret();
  const keyHash = await sha256Hex(fresh);
  await db.batch([
    db.insert(draftKeys).values({ keyHash, draftId, createdAt: now.toISOString() }),
    db.delete(draftKeys).where(and(ofDraft, ne(draftKeys.keyHash, keyHash))),
  ]);
  return fresh;
}
