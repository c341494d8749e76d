import * as v from "valibot";
import { findAccount } from "~/artists/accounts.server";
import {
  hasFewerTokens,
  listArtistSessions,
  openSessionStatements,
} from "~/artists/artist-sessions.server";
import { type FieldErrors, invalidError, missingError } from "~/forms/form-reply";
import type { SignedIn } from "~/platform/principal";
import type { Portal } from "~/session/portal";

/** A token that was made, as the page after the post shows it. */
export const madeTokenSchema = v.object({
  made: v.object({ token: v.string(), name: v.string() }),
});

/** Tokens that an artist may have at a time: far more than anybody has programs. */
const MOST_TOKENS = 20;
const MAX_NAME = 60;

/**
 * Makes a token for an artist's programs, to be shown this once: only its hash is kept.
 * @param name what the artist calls it in the list.
 */
export async function makeToken(
  { db, clock, ids }: Portal,
  by: SignedIn,
  name: string,
): Promise<{ token: string; name: string } | { errors: FieldErrors }> {
  const device = name.replace(/\s+/g, " ").trim();
  if (!device) return { errors: { name: missingError("Give the token a name.") } };
  if (device.length > MAX_NAME)
    return { errors: { name: invalidError(`The name must be ${MAX_NAME} characters or fewer.`) } };
  const account = await findAccount(db, by.id);
  if (!account) throw new Error("Whoever is signed in has no account");
  const at = clock();
  const [id, token] = [ids.next(at), ids.secret()];
  const session = { id, artistId: by.id, kind: "token", codeMark: account.codeMark } as const;
  const fits = hasFewerTokens(by.id, MOST_TOKENS, at);
  const opening = await openSessionStatements(db, { ...session, device, token }, at, fits);
  await db.batch(opening);
  const made = (await listArtistSessions(db, by.id, at)).some((one) => one.id === id);
  if (made) return { token, name: device };
  return {
    errors: { name: invalidError(`You have ${MOST_TOKENS} tokens. Revoke one of them first.`) },
  };
}
