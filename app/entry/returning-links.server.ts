import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { errorReason, type Log } from "~/monitoring/log";
import type { Database } from "~/platform/database.server";
import { sha256Hex } from "~/platform/hash";
import { returningLinks } from "./entry-tables.server";
import type { DeadLink } from "./link-texts";
import { asLinkToken } from "./link-token";
import { type ReturningEntry, readReturningEntry, type TokenStore } from "./returning-store.server";

/** A returning artist's link; `entry` is what KV keeps of it, where that answers. */
export type ReturningLink = typeof returningLinks.$inferSelect & {
  entry: ReturningEntry | undefined;
};

/** Where links are found. */
interface LinkStores {
  db: Database;
  entry: { tokens: TokenStore };
  log: Log;
}

/** What KV says; nothing where it does not answer, which is logged. */
async function entryOf({ entry: { tokens }, log }: LinkStores, hash: string) {
  try {
    return await readReturningEntry(tokens, hash);
  } catch (error) {
    log("warn", "tokens.unreadable", { reason: errorReason(error) });
    return undefined;
  }
}

/**
 * The link that a token names and that still opens the wizard, or why there is none. The database
 * decides: KV may be a minute behind, and where it says nothing its artist is let in all the same.
 * Either may say that a link is stopped.
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
  const entry = await entryOf(stores, hash);
  return entry?.active === false ? "deactivated" : { ...row, entry };
}

/** Remembers that a form was begun with a link; the first time stays. */
export async function rememberReturn(db: Database, id: string, now: Date): Promise<void> {
  await db
    .update(returningLinks)
    .set({ openedAt: now.toISOString() })
    .where(and(eq(returningLinks.id, id), isNull(returningLinks.openedAt)));
}

/**
 * The statement that counts a submission by a link, for the batch that records it.
 * @param recorded the condition that the submission stands in its table.
 */
export function countUse(
  db: Database,
  id: string,
  { at, recorded }: { at: string; recorded: SQL },
) {
  return db
    .update(returningLinks)
    .set({ useCount: sql`${returningLinks.useCount} + 1`, lastUsedAt: at })
    .where(and(eq(returningLinks.id, id), recorded));
}
