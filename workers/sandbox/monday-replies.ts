import * as v from "valibot";

const REMEMBERED_MINUTES = 30;
/** Longer than any call takes here: what is still without a reply then has died half way. */
const RUNNING_SECONDS = 10;

const rowSchema = v.object({ reply: v.nullable(v.string()) });

/** `new`: run it; `running`: a duplicate is under way; otherwise the reply of the first time. */
export type Claim = { kind: "new" } | { kind: "running" } | { kind: "replay"; reply: string };

/**
 * Claims an idempotency key for half an hour, as the board does; or for some seconds, where the call
 * that had it was killed before it had a reply.
 */
export async function claimKey(db: D1Database, key: string, now: Date): Promise<Claim> {
  const expired = new Date(now.getTime() - REMEMBERED_MINUTES * 60_000).toISOString();
  const died = new Date(now.getTime() - RUNNING_SECONDS * 1_000).toISOString();
  const [, , inserted] = await db.batch([
    db.prepare("DELETE FROM monday_replies WHERE created_at < ?").bind(expired),
    db
      .prepare("DELETE FROM monday_replies WHERE key = ? AND reply IS NULL AND created_at < ?")
      .bind(key, died),
    db
      .prepare("INSERT OR IGNORE INTO monday_replies (key, created_at) VALUES (?, ?) RETURNING key")
      .bind(key, now.toISOString()),
  ]);
  if (inserted && inserted.results.length > 0) return { kind: "new" };
  const row = await db.prepare("SELECT reply FROM monday_replies WHERE key = ?").bind(key).first();
  const { reply } = v.parse(rowSchema, row);
  return reply === null ? { kind: "running" } : { kind: "replay", reply };
}

/** Remembers the reply for repetitions of the key. */
export async function rememberReply(db: D1Database, key: string, reply: string): Promise<void> {
  await db.prepare("UPDATE monday_replies SET reply = ? WHERE key = ?").bind(reply, key).run();
}
