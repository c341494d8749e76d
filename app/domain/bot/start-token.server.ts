import { addDays } from "~/platform/clock";
import { isSignedPath, signPath } from "~/platform/signed-link";

/** Path prefixes, so that a signature for one purpose is not valid for the other. */
const PREFIXES = { formStart: "/form-start/", confirmPress: "/confirm-press/" };
type TokenKind = keyof typeof PREFIXES;
/** Longer than a session, so that only the session decides. */
const TOKEN_DAYS = 1;

function signToken(kind: TokenKind, secret: string, draftId: string, signedAt: Date) {
  return signPath(
    secret,
    `${PREFIXES[kind]}${draftId}/${signedAt.getTime()}`,
    addDays(signedAt, TOKEN_DAYS),
  );
}

async function readToken(
  kind: TokenKind,
  secret: string,
  { draftId, token }: { draftId: string; token: string },
  now: Date,
): Promise<Date | undefined> {
  const prefix = PREFIXES[kind];
  if (!token.startsWith(prefix)) return undefined;
  const [, id, milliseconds] = /^([^/?#]+)\/(\d{1,15})\?/.exec(token.slice(prefix.length)) ?? [];
  if (id !== draftId) return undefined;
  const isSigned = await isSignedPath(secret, new URL(token, "https://form.invalid"), now);
  return isSigned ? new Date(Number(milliseconds)) : undefined;
}

/** The signed start of a draft's form, for a hidden field. @param secret SIGNING_SECRET. */
export function startToken(secret: string, draftId: string, startedAt: Date): Promise<string> {
  return signToken("formStart", secret, draftId, startedAt);
}

/** The start in a posted token; undefined unless it was signed here for this draft. */
export function readStartToken(secret: string, draftId: string, token: string, now: Date) {
  return readToken("formStart", secret, { draftId, token }, now);
}

export function confirmToken(secret: string, draftId: string, pressedAt: Date): Promise<string> {
  return signToken("confirmPress", secret, draftId, pressedAt);
}

/** The time in a posted token; undefined unless it was signed here for this draft. */
export function readConfirmToken(secret: string, draftId: string, token: string, now: Date) {
  return readToken("confirmPress", secret, { draftId, token }, now);
}
