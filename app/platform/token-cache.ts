/** Seconds before its end from which on a token is not used, so that none runs out on the way. */
const MARGIN_SECONDS = 60;

/** Holds the token that another side gave us; one per isolate, shared by its requests. */
export interface TokenCache {
  token?: { value: string; expiresAt: Date };
}

/**
 * A token, kept until a minute before it expires. Values are kept, never promises: one request of
 * the runtime must not wait for what another one has asked for.
 * @param requestToken asks the other side for one; `expires_in` in seconds. What it throws is passed on.
 */
export async function cachedToken(
  cache: TokenCache,
  now: Date,
  requestToken: () => Promise<{ access_token: string; expires_in: number }>,
): Promise<string> {
  if (cache.token && cache.token.expiresAt > now) return cache.token.value;
  const { access_token: value, expires_in: seconds } = await requestToken();
  const usableSeconds = Math.max(0, seconds - MARGIN_SECONDS);
  cache.token = { value, expiresAt: new Date(now.getTime() + usableSeconds * 1_000) };
  return value;
}
