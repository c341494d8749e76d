import { redirect } from "@remix-run/cloudflare";
import type { SignedIn } from "~/platform/principal";
import type { Portal } from "./portal";
import { refusal } from "./refusal";
import { signInAt } from "./require-staff";

const LOGIN = "/login";

const NOT_AUTHENTICATED = "Not authenticated";

/**
 * Requires a signed-in artist.
 * @throws Response a redirect to the sign-in for a page; 401 for a call.
 */
export async function requireArtist(
  request: Request,
  { scope }: { scope: Pick<Portal["scope"], "portalArtist"> },
): Promise<SignedIn> {
  const artist = await scope.portalArtist();
  if (artist) return artist;
  const signIn = signInAt(LOGIN, request);
  throw signIn === undefined ? refusal(401, NOT_AUTHENTICATED) : redirect(signIn);
}
