import * as v from "valibot";
import type { Clock } from "~/platform/clock";
import { type Fetcher, fetchJson, HttpError } from "~/platform/http-client";
import { cachedToken, type TokenCache } from "~/platform/token-cache";
import { DriveError, errorOfHttp, unexpected } from "./drive-error.server";
import { tokenReply } from "./drive-replies";
import { assertionOf, type ServiceAccount } from "./service-account.server";

const TOKEN_ADDRESS = "https://oauth2.googleapis.com/token";
/**
 * The whole drive, not `drive.file`: the folder to write into is one that people have made. The
 * account reaches no more than the shared drive it is a member of.
 */
const SCOPE = "https://www.googleapis.com/auth/drive";
const GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer";

async function assertion(account: ServiceAccount, now: Date): Promise<string> {
  try {
    return await assertionOf(account, { scope: SCOPE, audience: TOKEN_ADDRESS }, now);
  } catch {
    // The error is not passed on: it could quote the key.
    const text = "GOOGLE_PRIVATE_KEY cannot be used: it must be a private key in PEM (PKCS#8).";
    throw new DriveError("UNUSABLE_KEY", text, true);
  }
}

/** A token for the API. @throws DriveError */
export function driveToken(
  send: Fetcher,
  account: ServiceAccount,
  cache: TokenCache,
  clock: Clock,
): Promise<string> {
  const now = clock();
  return cachedToken(cache, now, async () => {
    const body = new URLSearchParams({
      grant_type: GRANT,
      assertion: await assertion(account, now),
    });
    let answer: unknown;
    try {
      answer = await fetchJson(send, new Request(TOKEN_ADDRESS, { method: "POST", body }));
    } catch (error) {
      throw error instanceof HttpError ? errorOfHttp(error) : error;
    }
    const reply = v.safeParse(tokenReply, answer);
    if (!reply.success) throw unexpected("token");
    return reply.output;
  });
}
