/** A limit of the platform's, as `[[ratelimits]]` in wrangler.toml sets it. */
interface EdgeLimit {
  limit(options: { key: string }): Promise<{ success: boolean }>;
}

/** The bindings of these limits; only the site's worker has them. */
export interface EdgeLimitBindings {
  JOINS?: EdgeLimit;
  TOKEN_CHECKS?: EdgeLimit;
  SIGN_INS?: EdgeLimit;
  MEASURES?: EdgeLimit;
  REPORTS?: EdgeLimit;
}

/** The platform's limits, by the name of the call that they stand before. */
export type EdgeLimits = Readonly<Partial<Record<string, EdgeLimit>>>;

/** The limits of a worker, of which one that has no bindings has none. */
export function edgeLimitsOf(bindings: EdgeLimitBindings): EdgeLimits {
  const { JOINS, TOKEN_CHECKS, SIGN_INS, MEASURES, REPORTS } = bindings;
  return {
    joins: JOINS,
    "token-checks": TOKEN_CHECKS,
    "sign-ins": SIGN_INS,
    measures: MEASURES,
    reports: REPORTS,
  };
}

/**
 * Whether the platform lets one more call of this visitor through. It counts fast and roughly, in
 * each of its places by itself, and says nothing of how long to wait: the exact count is D1's. Where
 * it does not answer, that one decides alone.
 */
export async function passesEdge(
  limits: EdgeLimits,
  call: string,
  visitor: string,
): Promise<boolean> {
  const result = await limits[call]?.limit({ key: visitor }).catch(() => undefined);
  return result?.success ?? true;
}
