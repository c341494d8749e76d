import { errors, jwtVerify } from "jose";

/** Bearer or bare: the board's documents show both. */
const SCHEME = /^Bearer\s+/i;

/**
 * Whether the board has signed a call: its Authorization header is a JWT by the signing secret of the
 * app that made the webhook, meant for this address and not over
 * (developer.monday.com/apps/docs/authorization-header).
 * @param audience the address of the call, as the webhook was set up with.
 */
export async function isSignedByBoard(
  authorization: string | null,
  { secret, audience, now }: { secret: string; audience: string; now: Date },
): Promise<boolean> {
  if (!authorization) return false;
  const rules = { audience, algorithms: ["HS256"], requiredClaims: ["exp"], currentDate: now };
  try {
    await jwtVerify(authorization.replace(SCHEME, ""), new TextEncoder().encode(secret), rules);
    return true;
  } catch (error) {
    if (error instanceof errors.JOSEError) return false;
    throw error;
  }
}
