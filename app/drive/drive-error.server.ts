import * as v from "valibot";
import type { HttpError } from "~/platform/http-client";

/** Why the cloud drive refused or could not be reached, whatever shape its reply had. */
export class DriveError extends Error {
  override readonly name = "DriveError";
  constructor(
    /** The drive's own reason, or `HTTP_<status>` where it gave none, or a word of ours in capitals. */
    readonly code: string,
    /** May quote what was sent: for the job's row, not for log lines. */
    message: string,
    /** Trying again cannot help: somebody has to change a setting or the drive. */
    readonly permanent: boolean,
    readonly retryAfterSeconds?: number,
    /** The reply's HTTP status; none where there was no reply. */
    readonly status?: number,
  ) {
    super(message);
  }
}

/** What the API answers with. */
const apiErrorSchema = v.object({
  error: v.object({
    code: v.optional(v.number()),
    message: v.optional(v.string(), ""),
    errors: v.optional(v.array(v.object({ reason: v.optional(v.string()) })), []),
    status: v.optional(v.string()),
  }),
});

/** What the token service answers with. */
const tokenErrorSchema = v.object({
  error: v.string(),
  error_description: v.optional(v.string(), ""),
});

/** Refusals for being too fast, or for an outage, that come as 403 too. */
const passingReasons = new Set([
  "rateLimitExceeded",
  "userRateLimitExceeded",
  "sharingRateLimitExceeded",
  "dailyLimitExceeded",
  "quotaExceeded",
  "backendError",
  "internalError",
]);

/** 401: the next try comes with a new token. 408, 409, 429: these pass by themselves. */
const passingStatuses = new Set([401, 408, 409, 429]);

function isPermanent(status: number, reason: string | undefined): boolean {
  if (reason !== undefined && passingReasons.has(reason)) return false;
  return status >= 400 && status < 500 && !passingStatuses.has(status);
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The failure behind an HTTP error: what its body says in either shape, else its status. */
export function driveErrorFromHttp({
  status,
  body,
  message,
  retryAfterSeconds,
}: HttpError): DriveError {
  if (status === 0) return new DriveError("NO_REPLY", message, false);
  const parsedBody = json(body);
  const api = v.safeParse(apiErrorSchema, parsedBody);
  if (api.success) {
    const { errors, status: word, message: text } = api.output.error;
    const reason = errors[0]?.reason;
    const code = reason ?? word ?? `HTTP_${status}`;
    const permanent = isPermanent(status, reason);
    return new DriveError(code, text || message, permanent, retryAfterSeconds, status);
  }
  const token = v.safeParse(tokenErrorSchema, parsedBody);
  const code = token.success ? token.output.error : `HTTP_${status}`;
  const text = token.success ? token.output.error_description || message : message;
  // The token service's refusals are final: the same key would only be refused again.
  const permanent = isPermanent(status, undefined) || (token.success && status === 401);
  return new DriveError(code, text, permanent, retryAfterSeconds, status);
}

/** A reply that no contract foresees. */
export function unexpectedReply(what: string): DriveError {
  return new DriveError("UNEXPECTED_REPLY", `The drive's ${what} has an unknown shape.`, false);
}
