/** Seconds before its expiry from which on a token is not used. */
const MARGIN_SECONDS = 60;

/** One per isolate, shared by its requests. */
export interface TokenCache {
  token?: { value: string; expiresAt: Date };
}

/**
 * A cached token, or a new one a minute before it expires. Caches values and not promises: a
 * request must not wait for the I/O of another request.
 * @param requestToken `expires_in` in seconds. Its errors are passed on.
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
