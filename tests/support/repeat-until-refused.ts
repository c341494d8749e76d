/** Calls that Cloudflare's own limits allow in a minute: `REPORTS` and `MEASURES` in wrangler.toml. */
export const EDGE_LIMIT = 240;

const CALLS_AT_ONCE = 40;

/**
 * Repeats a call until it is refused with 429.
 * @param limit calls of one window. The windows follow the clock, so a new one may begin meanwhile:
 * twice as many calls are sure to exceed the limit in one of two.
 * @returns the refusal.
 */
export async function repeatUntilRefused(
  call: () => Promise<Response>,
  limit: number,
): Promise<Response> {
  for (let calls = 0; calls <= 2 * limit; calls += CALLS_AT_ONCE) {
    const replies = await Promise.all(Array.from({ length: CALLS_AT_ONCE }, call));
    const refusal = replies.find(({ status }) => status === 429);
    if (refusal) return refusal;
  }
  throw new Error(`Nothing was refused in ${2 * limit} calls.`);
}
