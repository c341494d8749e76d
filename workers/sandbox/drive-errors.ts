import type { FaultMode } from "./faults";

/** A refusal in the shape the API gives it. */
export function driveRefusal(
  status: number,
  reason: string,
  message: string,
  headers?: HeadersInit,
): Response {
  const errors = [{ domain: status === 403 ? "usageLimits" : "global", reason, message }];
  return Response.json({ error: { code: status, message, errors } }, { status, headers });
}

/** The file does not exist, or is not visible to this account. */
export function notFound(id: string): Response {
  return driveRefusal(404, "notFound", `File not found: ${id}.`);
}

const WAIT_SECONDS = 9;

/** The replies of calls that fail before they do any work. */
export const driveFaults: Partial<Record<FaultMode, () => Response>> = {
  "http-500": () => driveRefusal(500, "internalError", "Internal Error"),
  "too-many": () =>
    driveRefusal(429, "rateLimitExceeded", "Too many requests", {
      "Retry-After": String(WAIT_SECONDS),
    }),
  "no-permission": () =>
    driveRefusal(403, "insufficientFilePermissions", "The user may not write here."),
  "storage-quota": () =>
    driveRefusal(403, "storageQuotaExceeded", "Service Accounts have no storage quota."),
  /** As if the token had been taken back. */
  unauthorized: () => driveRefusal(401, "authError", "Invalid Credentials"),
  /** The key is not taken any more. Of tokens only. */
  "invalid-grant": () =>
    Response.json(
      { error: "invalid_grant", error_description: "Invalid JWT Signature." },
      { status: 400 },
    ),
};
