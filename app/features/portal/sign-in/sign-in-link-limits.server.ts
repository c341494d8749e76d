import { isKnownAddress } from "~/domain/artists/artist-sessions.server";
import {
  LINK_AGAIN_LIMIT,
  LINKS_PER_ARTIST_LIMIT,
  LINKS_PER_KNOWN_ADDRESS_LIMIT,
} from "~/domain/artists/sign-in-limits";
import type { Database, Statement } from "~/platform/database.server";
import {
  rateLimit,
  rateLimitFairShare,
  resetRateLimitStatement,
} from "~/platform/rate/rate-limit.server";

/** Hashes of the client's address and of the network around it. */
interface ClientPlace {
  address: string;
  site: string;
}

const limitKeys = (accountId: string) => ({
  global: `login-link ${accountId}`,
  retry: `login-link again ${accountId}`,
});

/**
 * Counts a request for a sign-in link, limited by account and network together. Strangers can use up
 * neither the share of places where the artist has signed in before, nor one mail every ten minutes.
 * @returns whether to mail; if not, a working link was mailed a moment ago.
 */
export async function limitSignInLinks(
  db: Database,
  accountId: string,
  { address, site }: ClientPlace,
  now: Date,
): Promise<boolean> {
  const { global: globalKey, retry: retryKey } = limitKeys(accountId);
  const result = (await isKnownAddress(db, accountId, address))
    ? rateLimit(db, `${globalKey} ${address}`, LINKS_PER_KNOWN_ADDRESS_LIMIT, now)
    : rateLimitFairShare(
        db,
        { global: globalKey, clientKey: `${globalKey} site:${site}` },
        LINKS_PER_ARTIST_LIMIT,
        now,
      );
  if ((await result) === undefined) return true;
  return (await rateLimit(db, retryKey, LINK_AGAIN_LIMIT, now)) === undefined;
}

/** The statements that reset the limits, for the batch of a sign-in, since it may spend the mailed link. */
export function resetLinkLimitStatements(db: Database, accountId: string): Statement[] {
  return Object.values(limitKeys(accountId)).map((key) => resetRateLimitStatement(db, key));
}
