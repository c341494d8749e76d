import * as v from "valibot";

/** The TOKENS namespace, as far as it is needed here. */
export interface TokenStore {
  get(key: string, type: "json"): Promise<unknown>;
  put(key: string, value: string, options: { expiration: number }): Promise<void>;
  delete(key: string): Promise<void>;
}

const entrySchema = v.object({
  artist: v.object({ artistName: v.string(), email: v.string() }),
  /** What the wizard starts with, once a release has come by the link or before it. */
  prefill: v.optional(v.unknown()),
  active: v.boolean(),
  createdAt: v.string(),
  expiresAt: v.string(),
  lastUsed: v.optional(v.nullable(v.string()), null),
});

/** What KV keeps of a returning artist's link, under the hash of its token. */
export type ReturningEntry = v.InferOutput<typeof entrySchema>;

const keyOf = (tokenHash: string) => `returning:${tokenHash}`;

/**
 * What is kept of a link; undefined where it is not there, or not yet: what one place has written
 * others read within a minute.
 * @throws what KV throws, and Error where what it holds is none of ours.
 */
export async function readReturningEntry(
  tokens: TokenStore,
  tokenHash: string,
): Promise<ReturningEntry | undefined> {
  const entry: unknown = await tokens.get(keyOf(tokenHash), "json");
  return entry === null ? undefined : v.parse(entrySchema, entry);
}

/** Keeps it until the link expires. @throws what KV throws; it takes no end within a minute. */
export async function storeReturningEntry(
  tokens: TokenStore,
  tokenHash: string,
  entry: ReturningEntry,
): Promise<void> {
  const expiration = Math.floor(Date.parse(entry.expiresAt) / 1000);
  await tokens.put(keyOf(tokenHash), JSON.stringify(entry), { expiration });
}

/** Forgets what is kept of a link; nothing where it is gone. @throws what KV throws. */
export async function deleteReturningEntry(tokens: TokenStore, tokenHash: string): Promise<void> {
  await tokens.delete(keyOf(tokenHash));
}
