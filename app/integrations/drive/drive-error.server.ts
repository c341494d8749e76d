import * as v from "valibot";
import { MirrorError } from "~/domain/mirror/mirror";
import { parseJson } from "~/platform/formats/parse-json";
import type { HttpError } from "~/platform/http-client";

/** A refusal, or a failure to reach the drive. */
export class DriveError extends MirrorError {
  override readonly name = "DriveError";
  /** @param code the drive's reason, or `HTTP_<status>`, or a code of ours in capitals. */
  constructor(
    code: string,
    message: string,
    permanent: boolean,
    retryAfterSeconds?: number,
    /** Undefined without a reply. */
    readonly status?: number,
  ) {
    super(code, message, permanent, retryAfterSeconds);
  }
}

const apiErrorSchema = v.object({
  error: v.object({
    code: v.optional(v.number()),
    message: v.optional(v.string(), ""),
    errors: v.optional(v.array(v.object({ reason: v.optional(v.string()) })), []),
    status: v.optional(v.string()),
  }),
});

/** Errors of the token service. */
const tokenErrorSchema = v.object({
  error: v.string(),
  error_description: v.optional(v.string(), ""),
});

/** Rate limits and outages that come as 403. */
const temporaryReasons = new Set([
  "rateLimitExceeded",
  "userRateLimitExceeded",
  "sharingRateLimitExceeded",
  "dailyLimitExceeded",
  "quotaExceeded",
  "backendError",
  "internalError",
]);

/** 401: retried with a new token. 408, 409, 429: temporary. */
const temporaryStatuses = new Set([401, 408, 409, 429]);

function isPermanent(status: number, reason: string | undefined): boolean {
  if (reason !== undefined && temporaryReasons.has(reason)) return false;
  return status >= 400 && status < 500 && !temporaryStatuses.has(status);
}

/** Converts an HTTP error, by its body in either shape, else by its status. */
export function driveErrorFromHttp({
  status,
  body,
  message,
  retryAfterSeconds,
}: HttpError): DriveError {
  if (status === 0) return new DriveError("NO_REPLY", message, false);
  const parsedBody = parseJson(body);
  const api = v.safeParse(apiErrorSchema, parsedBody);
  if (api.success) {
    const { errors, status: statusText, message: text } = api.output.error;
    const reason = errors[0]?.reason;
    const code = reason ?? statusText ?? `HTTP_${status}`;
    const permanent = isPermanent(status, reason);
    return new DriveError(code, text || message, permanent, retryAfterSeconds, status);
  }
  const token = v.safeParse(tokenErrorSchema, parsedBody);
  const code = token.success ? token.output.error : `HTTP_${status}`;
  const text = token.success ? token.output.error_description || message : message;
  // Refusals of the token service are permanent: the key stays the same.
  const permanent = isPermanent(status, undefined) || (token.success && status === 401);
  return new DriveError(code, text, permanent, retryAfterSeconds, status);
}

export function unexpectedReply(subject: string): DriveError {
  return new DriveError("UNEXPECTED_REPLY", `The drive's ${subject} has an unknown shape.`, false);
}
