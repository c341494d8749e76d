import { redirect } from "@remix-run/cloudflare";
import type { AccountRight, SignedIn } from "~/platform/principal";
import type { AppContext } from "./app-context";
import { refusal } from "./refusal";
import { signInAt } from "./require-staff";

const LOGIN = "/login";

const NOT_AUTHENTICATED = "Not authenticated";
const READS_ONLY = "This token can only read. Nothing was changed.";

/**
 * Requires a signed-in artist.
 * @param right what the caller does with the account.
 * @throws Response a redirect to the sign-in for a page; 401 for a call, 403 for a token without
 * the right.
 */
export async function requireArtist(
  request: Request,
  { scope }: { scope: Pick<AppContext["scope"], "portalArtist"> },
  right: AccountRight,
): Promise<SignedIn> {
  const artist = await scope.portalArtist(right);
  if (artist === "right-missing") throw refusal(403, READS_ONLY);
  if (artist) return artist;
  const signIn = signInAt(LOGIN, request);
  throw signIn === undefined ? refusal(401, NOT_AUTHENTICATED) : redirect(signIn);
}
