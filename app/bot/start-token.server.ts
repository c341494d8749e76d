import { addDays } from "~/platform/clock";
import { isSignedPath, signPath } from "~/platform/signed-link";

/** No page: a name for what is signed, so that the signature is good for nothing else. */
const PREFIX = "/form-start/";
/** Far longer than any session lives, so that only the session decides. */
const TOKEN_DAYS = 1;

/**
 * The signed start of a draft's form, for a hidden field of the Review form.
 * @param secret the setting SIGNING_SECRET.
 */
export function startToken(secret: string, draftId: string, startedAt: Date): Promise<string> {
  const path = `${PREFIX}${draftId}/${startedAt.getTime()}`;
  return signPath(secret, path, addDays(startedAt, TOKEN_DAYS));
}

/** The start that a posted token carries; undefined unless we signed it for this very draft. */
export async function readStartToken(
  secret: string,
  draftId: string,
  token: string,
  now: Date,
): Promise<Date | undefined> {
  const [, id, milliseconds] = /^\/form-start\/([^/?#]+)\/(\d{1,15})\?/.exec(token) ?? [];
  if (id !== draftId) return undefined;
  const signed = await isSignedPath(secret, new URL(token, "https://form.invalid"), now);
  return signed ? new Date(Number(milliseconds)) : undefined;
}
