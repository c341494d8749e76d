import { isKnownAddress } from "~/artists/artist-sessions.server";
import {
  LINK_AGAIN_LIMIT,
  LINKS_PER_ARTIST_LIMIT,
  LINKS_PER_PLACE_LIMIT,
} from "~/artists/sign-in-limits";
import type { Database, Statement } from "~/platform/database.server";
import {
  rateLimit,
  rateLimitFairShare,
  resetRateLimitStatement,
} from "~/platform/rate/rate-limit.server";

/** Where somebody asks from: their address, and the network around it, as hashes. */
interface Place {
  address: string;
  site: string;
}

const keysOf = (accountId: string) => ({
  house: `login-link ${accountId}`,
  again: `login-link again ${accountId}`,
});

/**
 * Takes a turn to mail an artist a link, who asks counted by account and network together. Strangers can use
 * up neither what is kept for the places where the artist signed in before, nor the turn every ten minutes.
 * @returns whether a mail goes out; where none does, one with a link that works went out a moment ago.
 */
export async function takeLinkTurn(
  db: Database,
  accountId: string,
  { address, site }: Place,
  now: Date,
): Promise<boolean> {
  const { house, again } = keysOf(accountId);
  const first = (await isKnownAddress(db, accountId, address))
    ? rateLimit(db, `${house} ${address}`, LINKS_PER_PLACE_LIMIT, now)
    : rateLimitFairShare(
        db,
        { global: house, ownKey: `${house} site:${site}` },
        LINKS_PER_ARTIST_LIMIT,
        now,
      );
  if ((await first) === undefined) return true;
  return (await rateLimit(db, again, LINK_AGAIN_LIMIT, now)) === undefined;
}

/**
 * The statements that give an artist's turns back, for the batch in which they sign in: the link in their
 * mailbox may be spent by it.
 */
export function resetLinkTurnsStatements(db: Database, accountId: string): Statement[] {
  return Object.values(keysOf(accountId)).map((key) => resetRateLimitStatement(db, key));
}
