import { addDays } from "~/platform/clock";
import { isSignedPath, signPath } from "~/platform/signed-link";

/** No pages: names for what is signed, so that each signature is good for nothing else. */
const PREFIXES = { formStart: "/form-start/", confirmPress: "/confirm-press/" };
type Signed = keyof typeof PREFIXES;
/** Far longer than any session lives, so that only the session decides. */
const TOKEN_DAYS = 1;

function sign(what: Signed, secret: string, draftId: string, at: Date): Promise<string> {
  return signPath(secret, `${PREFIXES[what]}${draftId}/${at.getTime()}`, addDays(at, TOKEN_DAYS));
}

async function read(
  what: Signed,
  secret: string,
  { draftId, token }: { draftId: string; token: string },
  now: Date,
): Promise<Date | undefined> {
  const start = PREFIXES[what];
  if (!token.startsWith(start)) return undefined;
  const [, id, milliseconds] = /^([^/?#]+)\/(\d{1,15})\?/.exec(token.slice(start.length)) ?? [];
  if (id !== draftId) return undefined;
  const signed = await isSignedPath(secret, new URL(token, "https://form.invalid"), now);
  return signed ? new Date(Number(milliseconds)) : undefined;
}

/**
 * The signed start of a draft's form, for a hidden field of the Review form.
 * @param secret the setting SIGNING_SECRET.
 */
export function startToken(secret: string, draftId: string, startedAt: Date): Promise<string> {
  return sign("formStart", secret, draftId, startedAt);
}

/** The start that a posted token carries; undefined unless we signed it for this very draft. */
export function readStartToken(
  secret: string,
  draftId: string,
  token: string,
  now: Date,
): Promise<Date | undefined> {
  return read("formStart", secret, { draftId, token }, now);
}

/** The signed time of a first press of 'I am a person', for the next press to carry. */
export function confirmToken(secret: string, draftId: string, pressedAt: Date): Promise<string> {
  return sign("confirmPress", secret, draftId, pressedAt);
}

/** The time that a posted token carries; undefined unless we signed it for this very draft. */
export function readConfirmToken(
  secret: string,
  draftId: string,
  token: string,
  now: Date,
): Promise<Date | undefined> {
  return read("confirmPress", secret, { draftId, token }, now);
}
