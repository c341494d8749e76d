import { waitUntilWords } from "~/platform/formats/duration";

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

/** Wrong codes for one artist id from one network address, after which the two have to wait. */
export const ID_AND_ADDRESS_LIMIT = { limit: 10, seconds: 15 * 60, fromLatest: true };
/** Wrong tries from one address, whatever the id: a studio's artists may all mistype theirs. */
export const ADDRESS_LIMIT = { limit: 40, seconds: 15 * 60 };
/** Wrong codes for one artist id from all places where its artist never signed in. */
export const ID_UNKNOWN_ADDRESS_LIMIT = { limit: 50, seconds: 15 * 60 };
/** Links asked for from one address, and links that one artist is sent. */
export const LINKS_PER_ADDRESS_LIMIT = { limit: 10, seconds: 15 * 60 };
export const LINKS_PER_ARTIST_LIMIT = { limit: 5, seconds: 60 * 60 };

/** Why nobody is signed in just now. */
export type Lock = "id-here" | "address" | "id-elsewhere" | "links";

const why: Record<Lock, string> = {
  "id-here": "Too many wrong codes for this artist ID came from your network.",
  address: "Too many wrong tries to sign in came from your network.",
  "id-elsewhere": "Too many wrong codes were tried for this artist ID, from many places.",
  links: "Too many links were asked for from your network.",
};

const otherwise: Record<Lock, string> = {
  "id-here": " The link by email below works at once.",
  address: " The link by email below works at once.",
  "id-elsewhere":
    " The link by email below works at once, and so does the code where you have signed in before.",
  links: "",
};

/** Why, when to come back, and what works meanwhile. @param wait seconds. */
export function lockedText(lock: Lock, wait: number, now: Date): string {
  return `${why[lock]} Try again in ${waitUntilWords(wait, now)}.${otherwise[lock]}`;
}
