import * as v from "valibot";

export interface TokenStore {
  get(key: string, type: "json"): Promise<unknown>;
  put(key: string, value: string, options: { expiration: number }): Promise<void>;
  delete(key: string): Promise<void>;
}

const entrySchema = v.object({
  artist: v.object({ artistName: v.string(), email: v.string() }),
  /** Initial values of the wizard from an earlier release. */
  prefill: v.optional(v.unknown()),
  active: v.boolean(),
  createdAt: v.string(),
  expiresAt: v.string(),
  lastUsed: v.optional(v.nullable(v.string()), null),
});

export type ReturningEntry = v.InferOutput<typeof entrySchema>;

const kvKey = (tokenHash: string) => `returning:${tokenHash}`;

/**
 * Reads a link's entry. KV is eventually consistent: writes are visible within a minute.
 * @throws what KV throws, and Error for an invalid value.
 */
export async function readReturningEntry(
  tokens: TokenStore,
  tokenHash: string,
): Promise<ReturningEntry | undefined> {
  const entry: unknown = await tokens.get(kvKey(tokenHash), "json");
  return entry === null ? undefined : v.parse(entrySchema, entry);
}

/**
 * Stores an entry until the link expires. @throws what KV throws, such as for an expiry within a
 * minute.
 */
export async function storeReturningEntry(
  tokens: TokenStore,
  tokenHash: string,
  entry: ReturningEntry,
): Promise<void> {
  const expiration = Math.floor(Date.parse(entry.expiresAt) / 1000);
  await tokens.put(kvKey(tokenHash), JSON.stringify(entry), { expiration });
}

/** @throws what KV throws. */
export async function deleteReturningEntry(tokens: TokenStore, tokenHash: string): Promise<void> {
  await tokens.delete(kvKey(tokenHash));
}
