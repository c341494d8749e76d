import * as v from "valibot";
import type { HttpError } from "~/platform/http-client";

/** Why the board refused or could not be reached, whatever shape its reply had. */
export class BoardError extends Error {
  override readonly name = "BoardError";
  constructor(
    /** The board's own code, or `HTTP_<status>` where it gave none, or `NO_REPLY`. */
    readonly code: string,
    /** May quote what was sent: for the job's row, not for log lines. */
    message: string,
    /** Trying again cannot help: somebody has to change a setting, the board or the data. */
    readonly permanent: boolean,
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }
}

const graphqlErrorSchema = v.object({
  errors: v.pipe(
    v.array(
      v.object({
        message: v.optional(v.string(), ""),
        extensions: v.optional(
          v.object({
            code: v.optional(v.string()),
            status_code: v.optional(v.number()),
            retry_in_seconds: v.optional(v.number()),
          }),
        ),
      }),
    ),
    v.minLength(1),
  ),
});

const flatErrorSchema = v.object({
  error_code: v.optional(v.string()),
  status_code: v.optional(v.number()),
  error_message: v.string(),
});

// Codes that come with HTTP 200 and that no repetition cures. Any other code is tried again: the
// number of attempts is bounded, and an outage must not cost a submission its place on the board.
const permanentCodes = new Set([
  "ColumnValueException",
  "CorrectedValueException",
  "InvalidArgumentException",
  "InvalidBoardIdException",
  "InvalidColumnIdException",
  "InvalidUserIdException",
  "InvalidVersionException",
  "ItemNameTooLongException",
  "ItemsLimitationException",
  "JsonParseException",
  "RecordInvalidException",
  "ResourceNotFoundException",
  "USER_ACCESS_DENIED",
  "UserUnauthorizedException",
  "missingRequiredPermissions",
  "undefinedField",
]);

/** 409 a duplicate is running, 423 locked, 429 too fast: these pass by themselves. */
const passing = new Set([408, 409, 423, 429]);

function isPermanent(code: string | undefined, status: number | undefined): boolean {
  if (code !== undefined && permanentCodes.has(code)) return true;
  return status !== undefined && status >= 400 && status < 500 && !passing.has(status);
}

/** Seconds of a message such as "… reset in 21 seconds". */
function resetSeconds(message: string): number | undefined {
  const found = /reset in (\d+) second/i.exec(message)?.[1];
  return found === undefined ? undefined : Number(found);
}

/** The failure a reply's body tells of, in either of the two published shapes; none when it is fine. */
export function errorInReply(
  body: unknown,
  http?: { status: number; retryAfterSeconds?: number },
): BoardError | undefined {
  const listed = v.safeParse(graphqlErrorSchema, body);
  if (listed.success) {
    const [first] = listed.output.errors;
    const { code, status_code: status, retry_in_seconds: wait } = first?.extensions ?? {};
    const message = first?.message ?? "";
    return new BoardError(
      code ?? (http ? `HTTP_${http.status}` : "UNKNOWN"),
      message,
      isPermanent(code, http?.status ?? status),
      http?.retryAfterSeconds ?? wait ?? resetSeconds(message),
    );
  }
  const flat = v.safeParse(flatErrorSchema, body);
  if (!flat.success) return undefined;
  const { error_code: code, status_code: status, error_message: message } = flat.output;
  return new BoardError(
    code ?? `HTTP_${status ?? http?.status ?? 200}`,
    message,
    isPermanent(code, status ?? http?.status),
    http?.retryAfterSeconds ?? resetSeconds(message),
  );
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The failure behind an HTTP error: what its body says, else its status. */
export function errorOfHttp(error: HttpError): BoardError {
  if (error.status === 0) return new BoardError("NO_REPLY", error.message, false);
  return (
    errorInReply(json(error.body), error) ??
    new BoardError(
      `HTTP_${error.status}`,
      error.message,
      isPermanent(undefined, error.status),
      error.retryAfterSeconds,
    )
  );
}
