import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { errorReason, type Log } from "~/observability/log";
import type { Database } from "~/platform/database.server";
import { sha256Hex } from "~/platform/hash";
import { returningLinks } from "./entry-tables.server";
import type { DeadLink } from "./link-texts";
import { asLinkToken } from "./link-token";
import { type ReturningEntry, readReturningEntry, type TokenStore } from "./returning-store.server";

/** `entry` is undefined if KV does not answer. */
export type ReturningLink = typeof returningLinks.$inferSelect & {
  entry: ReturningEntry | undefined;
};

export interface LinkStores {
  db: Database;
  entry: { tokens: TokenStore };
  log: Log;
}

/** Reads KV; a failure is logged and returns undefined. */
async function readEntry({ entry: { tokens }, log }: LinkStores, hash: string) {
  try {
    return await readReturningEntry(tokens, hash);
  } catch (error) {
    log("warn", "tokens.unreadable", { reason: errorReason(error) });
    return undefined;
  }
}

/**
 * The usable link of a token, or why there is none. The database decides, since KV may be a minute
 * behind or unavailable; either can deactivate a link.
 */
export async function readReturningLink(
  stores: LinkStores,
  text: unknown,
  now: Date,
): Promise<ReturningLink | DeadLink> {
  if (text === undefined || text === "") return "none";
  const token = asLinkToken(text);
  if (token === undefined) return "malformed";
  const hash = await sha256Hex(token);
  const [row] = await stores.db
    .select()
    .from(returningLinks)
    .where(eq(returningLinks.tokenHash, hash));
  if (!row) return "unknown";
  if (row.deactivatedAt !== null) return "deactivated";
  if (row.expiresAt <= now.toISOString()) return "expired";
  const entry = await readEntry(stores, hash);
  return entry?.active === false ? "deactivated" : { ...row, entry };
}

/** Records the first use of a link. */
export async function markReturningLinkOpened(db: Database, id: string, now: Date): Promise<void> {
  await db
    .update(returningLinks)
    .set({ openedAt: now.toISOString() })
    .where(and(eq(returningLinks.id, id), isNull(returningLinks.openedAt)));
}

/**
 * Counts a submission, for the batch that records it.
 * @param recorded the condition that the submission was inserted.
 */
export function countUse(
  db: Database,
  id: string,
  { at: usedAt, recorded: isRecorded }: { at: string; recorded: SQL },
) {
  return db
    .update(returningLinks)
    .set({ useCount: sql`${returningLinks.useCount} + 1`, lastUsedAt: usedAt })
    .where(and(eq(returningLinks.id, id), isRecorded));
}
