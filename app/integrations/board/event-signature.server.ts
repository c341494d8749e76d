import { errors, jwtVerify } from "jose";

/** The documentation shows both forms. */
const SCHEME = /^Bearer\s+/i;

/**
 * Whether the Authorization header is a valid JWT, signed with the app's signing secret for this
 * URL (developer.monday.com/apps/docs/authorization-header).
 * @param audience URL of the webhook.
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
