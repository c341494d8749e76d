/** A rate limit binding, set in wrangler.toml. */
interface EdgeLimit {
  limit(options: { key: string }): Promise<{ success: boolean }>;
}

/** Only the site's worker has them. */
export interface EdgeLimitBindings {
  JOINS?: EdgeLimit;
  TOKEN_CHECKS?: EdgeLimit;
  SIGN_INS?: EdgeLimit;
  MEASURES?: EdgeLimit;
  REPORTS?: EdgeLimit;
}

export type EdgeLimits = Readonly<Partial<Record<string, EdgeLimit>>>;

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
 * Whether the platform's limit lets a call pass. It is fast but rough, counts per location, and
 * gives no waiting time; D1 has the exact count, and decides alone if the limit does not answer.
 */
export async function passesEdge(limits: EdgeLimits, call: string, visitor: string) {
  const result = await limits[call]?.limit({ key: visitor }).catch(() => undefined);
  return result?.success ?? true;
}
