import { formatWaitUntil } from "~/platform/formats/duration";

/* Texts of the specification (`000…`, section 8). Decision 0070 explains the limits. */

/** No account has this artist id, or it is malformed. */
export const INVALID_ID = "Invalid artist ID";
export const CODE_MISSING = "Please verify your invitation code";
export const INVALID_CODE = "Invalid invitation code";

export const MAX_SIGN_IN_INPUT = 100;

const QUARTER_HOUR = 15 * 60;

/** Wrong codes for one artist id from one network address. */
export const ID_AND_ADDRESS_LIMIT = { limit: 10, seconds: QUARTER_HOUR, fromLatest: true };
/** Wrong codes for one artist id from the addresses around one (an IPv6 /48, an IPv4 /24). */
export const ID_AND_SITE_LIMIT = { limit: 40, seconds: QUARTER_HOUR };
/** Wrong tries from one address for any id: artists in one studio share an address. */
export const ADDRESS_LIMIT = { limit: 40, seconds: QUARTER_HOUR };
/** Wrong tries from the addresses around one. */
export const SITE_LIMIT = { limit: 400, seconds: QUARTER_HOUR };
/** Links asked for from one address, for whomever; mails to one artist are limited in the outbox. */
export const LINKS_PER_ADDRESS_LIMIT = { limit: 10, seconds: QUARTER_HOUR };
export type Lock = "id-here" | "address" | "id-around" | "around" | "links";

const reasons: Record<Lock, string> = {
  "id-here": "Too many wrong codes for this artist ID came from your network.",
  address: "Too many wrong tries to sign in came from your network.",
  "id-around": "Too many wrong codes for this artist ID came from networks close to yours.",
  around: "Too many wrong tries to sign in came from networks close to yours.",
  links: "Somebody asked for too many links from your network.",
};

const BY_LINK = " The link by email below works at once.";
const ELSEWHERE = " The code works at once from another network, such as your phone's.";
/** Said for every address, so that it reveals no account. */
const KNOWN_HERE = " If this account has signed in from here before, we still send its link.";

/**
 * Explains a reached limit: why, for how long, and what works meanwhile.
 * @param mailIsOff no mail server is set up, so that no link can be sent.
 */
export function lockedText(
  lock: Lock,
  waitSeconds: number,
  { mailIsOff, now }: { mailIsOff: boolean; now: Date },
): string {
  const byLink = mailIsOff ? "" : BY_LINK;
  const alternative = lock === "links" ? (mailIsOff ? "" : KNOWN_HERE) : `${byLink}${ELSEWHERE}`;
  return `${reasons[lock]} Try again in ${formatWaitUntil(waitSeconds, now)}.${alternative}`;
}
