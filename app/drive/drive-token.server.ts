import * as v from "valibot";
import type { Clock } from "~/platform/clock";
import { type Fetcher, fetchJson, HttpError } from "~/platform/http-client";
import { DriveError, errorOfHttp, unexpected } from "./drive-error.server";
import { tokenReply } from "./drive-replies";
import { assertionOf, type ServiceAccount } from "./service-account.server";

export const TOKEN_ADDRESS = "https://oauth2.googleapis.com/token";
/**
 * The whole drive, not `drive.file`: the folder to write into is one that people have made. The
 * account reaches no more than the shared drive it is a member of.
 */
export const SCOPE = "https://www.googleapis.com/auth/drive";
const GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer";
/** A token is not used for its last minute, so that none runs out on the way. */
const MARGIN_SECONDS = 60;

/** Holds the token of one account; one per isolate, shared by its requests. */
export interface TokenRoom {
  token?: { value: string; expiresAt: Date };
}

async function assertion(account: ServiceAccount, now: Date): Promise<string> {
  try {
    return await assertionOf(account, { scope: SCOPE, audience: TOKEN_ADDRESS }, now);
  } catch {
    // The error is not passed on: it could quote the key.
    const text = "GOOGLE_PRIVATE_KEY cannot be used: it must be a private key in PEM (PKCS#8).";
    throw new DriveError("UNUSABLE_KEY", text, true);
  }
}

/**
 * A token for the API, kept until a minute before it expires. Values are kept, never promises: one
 * request of the runtime must not wait for what another one has asked for.
 * @throws DriveError
 */
export async function driveToken(
  send: Fetcher,
  account: ServiceAccount,
  room: TokenRoom,
  clock: Clock,
): Promise<string> {
  const now = clock();
  if (room.token && room.token.expiresAt > now) return room.token.value;
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
  const { access_token: value, expires_in: seconds } = reply.output;
  const usable = Math.max(0, seconds - MARGIN_SECONDS);
  room.token = { value, expiresAt: new Date(now.getTime() + usable * 1000) };
  return value;
}
