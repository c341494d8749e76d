import { formatWaitUntil } from "~/platform/formats/duration";

/*
 * What signing in says, in the words of the specification (`000…`, section 8). Decision 0070 tells what
 * each stands for.
 */

/** No account has this artist id, or nothing could have it. */
export const INVALID_ID = "Invalid artist ID";
/** No code was typed. */
export const CODE_MISSING = "Please verify your invitation code";
/** It is not the code of this artist. */
export const INVALID_CODE = "Invalid invitation code";

/** What is typed here at most, in characters; more of it is none of ours. */
export const MAX_SIGN_IN_INPUT = 100;

const QUARTER_HOUR = 15 * 60;

/** Wrong codes for one artist id from one network address, after which the two have to wait. */
export const ID_AND_ADDRESS_LIMIT = { limit: 10, seconds: QUARTER_HOUR, fromLatest: true };
/** Wrong codes for one artist id from the addresses around one (an IPv6 /48, an IPv4 /24). */
export const ID_AND_SITE_LIMIT = { limit: 40, seconds: QUARTER_HOUR };
/** Wrong tries from one address, whatever the id: a studio's artists may all mistype theirs. */
export const ADDRESS_LIMIT = { limit: 40, seconds: QUARTER_HOUR };
/** The same from the addresses around one. */
export const SITE_LIMIT = { limit: 400, seconds: QUARTER_HOUR };
/** Links asked for from one address, for whomever. */
export const LINKS_PER_ADDRESS_LIMIT = { limit: 10, seconds: QUARTER_HOUR };
/** Links that one artist is sent to where they signed in before: no stranger elsewhere counts here. */
export const LINKS_PER_PLACE_LIMIT = { limit: 5, seconds: QUARTER_HOUR };
/** Links that one artist is sent because of everybody else, of whom each network has its share. */
export const LINKS_PER_ARTIST_LIMIT = { limit: 10, seconds: 60 * 60, divisor: 3 };
/**
 * Beyond that one is sent all the same, but not more often: so much shorter than a link works that whoever is
 * sent none has one in the mailbox that still does.
 */
export const LINK_AGAIN_LIMIT = { limit: 1, seconds: 10 * 60 };

/** Why nobody is signed in just now. */
export type Lock = "id-here" | "address" | "id-around" | "around" | "links";

const why: Record<Lock, string> = {
  "id-here": "Too many wrong codes for this artist ID came from your network.",
  address: "Too many wrong tries to sign in came from your network.",
  "id-around": "Too many wrong codes for this artist ID came from networks close to yours.",
  around: "Too many wrong tries to sign in came from networks close to yours.",
  links: "Too many links were asked for from your network.",
};

const BY_LINK = " The link by email below works at once.";
const ELSEWHERE = " The code works at once from another network, such as your phone's.";
/** The same for every address: who asks learns of no account. */
const KNOWN_HERE =
  " If this is the address of an account that has signed in from here before, its link is sent all the same.";

/**
 * Why, when to come back, and what works meanwhile.
 * @param wait seconds.
 * @param mailIsOff no mail server is set up, so that no link comes.
 */
export function lockedText(
  lock: Lock,
  wait: number,
  { mailIsOff, now }: { mailIsOff: boolean; now: Date },
): string {
  const byLink = mailIsOff ? "" : BY_LINK;
  const otherwise = lock === "links" ? (mailIsOff ? "" : KNOWN_HERE) : `${byLink}${ELSEWHERE}`;
  return `${why[lock]} Try again in ${formatWaitUntil(wait, now)}.${otherwise}`;
}
