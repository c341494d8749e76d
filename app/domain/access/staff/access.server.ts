import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey, jwtVerify } from "jose";
import * as v from "valibot";
import { errorReason } from "~/observability/log";
import type { Fetcher } from "~/platform/http-client";
import type { Settings } from "~/platform/settings";

export const ACCESS_JWT_HEADER = "Cf-Access-Jwt-Assertion";

/** `unchecked`: Access's keys could not be loaded. */
type AccessResult =
  | { kind: "staff"; email: string }
  | { kind: "unknown" }
  | { kind: "unchecked"; reason: string };

export interface AccessVerifier {
  verify: (assertion: string, now: Date) => Promise<AccessResult>;
}

/** Keys of the team, cached in the isolate. */
export interface AccessKeyCache {
  keys?: JWTVerifyGetKey;
}

interface AccessDeps {
  fetcher: Fetcher;
  /** Milliseconds before the keys are loaded again for an unknown key. */
  cooldownMs: number;
}

/** A service token of Access has no email and is refused. */
const claims = v.object({ email: v.pipe(v.string(), v.email(), v.maxLength(254)) });

/** Codes of jose for a key set that could not be loaded, as opposed to an invalid token. */
const UNCHECKED = new Set(["ERR_JOSE_GENERIC", "ERR_JWKS_TIMEOUT", "ERR_JWKS_INVALID"]);

/**
 * The team's key set (developers.cloudflare.com/cloudflare-one/, "Validate JWTs"): cached for ten
 * minutes, and loaded again for an unknown key, since Access rotates its keys every few weeks.
 */
function keySet(team: string, { fetcher, cooldownMs }: AccessDeps): JWTVerifyGetKey {
  return createRemoteJWKSet(new URL(`https://${team}/cdn-cgi/access/certs`), {
    cooldownDuration: cooldownMs,
    [customFetch]: (url, { headers, method, signal }) =>
      fetcher(new Request(url, { headers, method, signal })),
  });
}

/** Undefined if Access is not configured. */
export function createAccessVerifier(
  settings: Pick<Settings, "ACCESS_TEAM_DOMAIN" | "ACCESS_AUD">,
  memory: AccessKeyCache,
  deps: AccessDeps,
): AccessVerifier | undefined {
  const { ACCESS_TEAM_DOMAIN: team, ACCESS_AUD: audience } = settings;
  if (!team || !audience) return undefined;
  memory.keys ??= keySet(team, deps);
  const { keys } = memory;
  const rules = { audience, issuer: `https://${team}`, algorithms: ["RS256"] };
  return {
    async verify(assertion, now) {
      try {
        const options = { ...rules, currentDate: now, requiredClaims: ["exp"] };
        const { payload } = await jwtVerify(assertion, keys, options);
        const result = v.safeParse(claims, payload);
        return result.success ? { kind: "staff", email: result.output.email } : { kind: "unknown" };
      } catch (error) {
        const isInvalid = error instanceof errors.JOSEError && !UNCHECKED.has(error.code);
        return isInvalid ? { kind: "unknown" } : { kind: "unchecked", reason: errorReason(error) };
      }
    },
  };
}
