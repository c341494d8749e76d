import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey, jwtVerify } from "jose";
import * as v from "valibot";
import { errorReason } from "~/monitoring/log";
import type { Fetcher } from "~/platform/http-client";
import type { Settings } from "~/platform/settings";

/** Where Cloudflare Access puts its word for who makes a request. */
export const ACCESS_JWT_HEADER = "Cf-Access-Jwt-Assertion";

/** What Access says: who it is; nothing that counts; or that its keys could not be had. */
type AccessResult =
  | { is: "staff"; email: string }
  | { is: "unknown" }
  | { is: "unchecked"; reason: string };

/** Cloudflare Access, where it is what lets staff in. */
export interface AccessVerifier {
  judge: (assertion: string, now: Date) => Promise<AccessResult>;
}

/** The team's keys, as an isolate remembers them between requests. */
export interface AccessKeyCache {
  keys?: JWTVerifyGetKey;
}

interface AccessDeps {
  send: Fetcher;
  /** Milliseconds after which keys that are not known are asked for again. */
  cooldownMs: number;
}

/** The claims that count. A service token of Access has no e-mail, and is nobody. */
const claims = v.object({ email: v.pipe(v.string(), v.email(), v.maxLength(254)) });

/** Codes of jose for a key set that was not had, as against a word that does not count. */
const UNCHECKED = new Set(["ERR_JOSE_GENERIC", "ERR_JWKS_TIMEOUT", "ERR_JWKS_INVALID"]);

/**
 * The team's key set (developers.cloudflare.com/cloudflare-one/, "Validate JWTs"): kept for ten
 * minutes, and asked for again when a word is signed with a key that it does not have, since Access
 * changes its keys every few weeks.
 */
function keySet(team: string, { send, cooldownMs }: AccessDeps): JWTVerifyGetKey {
  return createRemoteJWKSet(new URL(`https://${team}/cdn-cgi/access/certs`), {
    cooldownDuration: cooldownMs,
    [customFetch]: (url, { headers, method, signal }) =>
      send(new Request(url, { headers, method, signal })),
  });
}

/** Access as the settings name it; undefined where they name none. */
export function createAccessVerifier(
  settings: Pick<Settings, "ACCESS_TEAM_DOMAIN" | "ACCESS_AUD">,
  memory: AccessKeyCache,
  asking: AccessDeps,
): AccessVerifier | undefined {
  const { ACCESS_TEAM_DOMAIN: team, ACCESS_AUD: audience } = settings;
  if (!team || !audience) return undefined;
  memory.keys ??= keySet(team, asking);
  const { keys } = memory;
  const rules = { audience, issuer: `https://${team}`, algorithms: ["RS256"] };
  return {
    async judge(assertion, now) {
      try {
        const must = { ...rules, currentDate: now, requiredClaims: ["exp"] };
        const { payload } = await jwtVerify(assertion, keys, must);
        const result = v.safeParse(claims, payload);
        return result.success ? { is: "staff", email: result.output.email } : { is: "unknown" };
      } catch (error) {
        const unknown = error instanceof errors.JOSEError && !UNCHECKED.has(error.code);
        return unknown ? { is: "unknown" } : { is: "unchecked", reason: errorReason(error) };
      }
    },
  };
}
