import * as v from "valibot";
import { driveRefusal } from "./drive-errors";

/** Seconds in the Retry-After header. */
const DRIVE_WAIT_SECONDS = 9;

/** The kinds of calls: token, API, its deletions, start of an upload, chunk (or status) of an upload. */
const driveCalls = ["token", "api", "delete", "start", "chunk"] as const;
export type DriveCall = (typeof driveCalls)[number];

/** The body of `POST /sandbox/drive/fail`: how to fail, how many calls, and of which kind. */
export const driveFailureSchema = v.strictObject({
  mode: v.picklist([
    "none",
    "http-500",
    /** 429 with Retry-After. */
    "too-many",
    /** 403 for being too fast. */
    "user-rate-limit",
    "rate-limit",
    /** 403 for good: the account may not write here. */
    "no-permission",
    "storage-quota",
    /** 401, as if the token had been taken back. */
    "unauthorized",
    /** 400 invalid_grant: the key is not taken any more. Of tokens only. */
    "invalid-grant",
    /** 404 and 410: the session is gone. Of chunks only. */
    "session-gone",
    "session-410",
    /** Keeps only the first 256 KiB of a chunk. */
    "short-308",
    /** Keeps nothing of a chunk. */
    "keeps-nothing",
    /** Does the work, but the reply is lost. */
    "lost-reply",
    /** Stores the file with a wrong checksum. Of the last chunk only. */
    "wrong-md5",
  ]),
  times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 1),
  call: v.optional(v.picklist(["any", ...driveCalls]), "any"),
});
export type DriveFailure = v.InferOutput<typeof driveFailureSchema>;
export type DriveFailureMode = DriveFailure["mode"];

/** Makes the next calls fail; replaces an earlier setting. */
export async function setDriveFailure(db: D1Database, failure: DriveFailure): Promise<void> {
  await db
    .prepare(
      "INSERT OR REPLACE INTO drive_sandbox_failures (id, mode, times, call) VALUES (1, ?, ?, ?)",
    )
    .bind(failure.mode, failure.times, failure.call)
    .run();
}

/** Counts a call; returns how it is to fail, or "none". */
export async function nextDriveFailure(db: D1Database, call: DriveCall): Promise<DriveFailureMode> {
  const row = await db
    .prepare(
      `UPDATE drive_sandbox_failures SET times = times - 1
       WHERE times > 0 AND mode <> 'none' AND call IN ('any', ?1, CASE ?1 WHEN 'delete' THEN 'api' END) RETURNING mode`,
    )
    .bind(call)
    .first();
  return row ? v.parse(v.object({ mode: driveFailureSchema.entries.mode }), row).mode : "none";
}

/** The reply of a call that fails before it does any work; undefined for others. */
export function driveFailureReply(mode: DriveFailureMode): Response | undefined {
  switch (mode) {
    case "http-500":
      return driveRefusal(500, "internalError", "Internal Error");
    case "too-many":
      return driveRefusal(429, "rateLimitExceeded", "Too many requests", {
        "Retry-After": String(DRIVE_WAIT_SECONDS),
      });
    case "user-rate-limit":
      return driveRefusal(403, "userRateLimitExceeded", "User Rate Limit Exceeded");
    case "rate-limit":
      return driveRefusal(403, "rateLimitExceeded", "Rate Limit Exceeded");
    case "no-permission":
      return driveRefusal(403, "insufficientFilePermissions", "The user may not write here.");
    case "storage-quota":
      return driveRefusal(403, "storageQuotaExceeded", "Service Accounts have no storage quota.");
    case "unauthorized":
      return driveRefusal(401, "authError", "Invalid Credentials");
    case "invalid-grant":
      return Response.json(
        { error: "invalid_grant", error_description: "Invalid JWT Signature." },
        { status: 400 },
      );
    case "session-gone":
      return new Response("Not Found", { status: 404 });
    case "session-410":
      return new Response("Gone", { status: 410 });
    default:
      return undefined;
  }
}
