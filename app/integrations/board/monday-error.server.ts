import * as v from "valibot";
import { BoardError } from "~/domain/board/board-error";

/** One error of a reply, in any of the published shapes. */
interface BoardRefusal {
  code?: string;
  message: string;
  status?: number;
  retrySeconds?: number;
  columnId?: string;
  columnType?: string;
  /** Alias of the field that failed. */
  field?: string;
}

/** A malformed value counts as absent. */
const optional = <const S extends v.GenericSchema>(schema: S) =>
  v.fallback(v.optional(schema), undefined);
const text = optional(v.string());
const digits = v.pipe(v.string(), v.regex(/^\d+(\.\d+)?$/), v.transform(Number));
const number = optional(v.union([v.number(), digits]));

const dataSchema = v.object({ column_id: text, column_type: text, retry_in_seconds: number });
const extensionsSchema = v.object({
  code: text,
  error_code: text,
  status_code: number,
  retry_in_seconds: number,
  column_id: text,
  error_data: optional(dataSchema),
});

/** An entry of the list, or the whole body in the old flat shape. */
const errorSchema = v.object({
  message: text,
  error_message: text,
  error_code: text,
  status_code: number,
  retry_in_seconds: number,
  error_data: optional(dataSchema),
  extensions: optional(extensionsSchema),
  path: optional(v.looseTuple([v.string()])),
});
type ErrorBody = v.InferOutput<typeof errorSchema>;

const bodySchema = v.object({
  /** Usually a list; a refused token may give a list of texts. */
  errors: optional(v.union([v.array(v.unknown()), v.record(v.string(), v.unknown())])),
  error_message: text,
  retry_in_seconds: number,
});

/** Parses messages such as "… reset in 21 seconds". */
function parseSeconds(message: string): number | undefined {
  const secondsText = /\b(?:reset|retry|try again)[^\d]{0,10}\b(?:in|after) (\d+) ?s/i.exec(
    message,
  )?.[1];
  return secondsText === undefined ? undefined : Number(secondsText);
}

function toRefusal(error: ErrorBody): BoardRefusal {
  const { extensions } = error;
  const message = error.message ?? error.error_message ?? "";
  const data = extensions?.error_data ?? error.error_data;
  return {
    code: extensions?.code ?? extensions?.error_code ?? error.error_code,
    message,
    status: extensions?.status_code ?? error.status_code,
    retrySeconds:
      extensions?.retry_in_seconds ??
      error.retry_in_seconds ??
      data?.retry_in_seconds ??
      parseSeconds(message),
    columnId: data?.column_id ?? extensions?.column_id,
    columnType: data?.column_type,
    field: error.path?.[0],
  };
}

const listedSchema = v.union([
  v.pipe(
    v.string(),
    v.transform((message): BoardRefusal => ({ message })),
  ),
  v.pipe(errorSchema, v.transform(toRefusal)),
]);

function readRefusal(body: unknown): BoardRefusal[] {
  const bodyResult = v.safeParse(bodySchema, body);
  if (!bodyResult.success) return [];
  const {
    errors = [],
    error_message: flatMessage,
    retry_in_seconds: retrySeconds,
  } = bodyResult.output;
  const refusals = (Array.isArray(errors) ? errors : [errors]).map((error) => {
    const errorResult = v.safeParse(listedSchema, error);
    return errorResult.success ? errorResult.output : { message: "" };
  });
  const allRefusals =
    refusals.length > 0 || flatMessage === undefined ? refusals : [v.parse(listedSchema, body)];
  return allRefusals.map((refusal) => ({
    ...refusal,
    retrySeconds: refusal.retrySeconds ?? retrySeconds,
  }));
}

interface Details {
  /** Retrying cannot help: a setting, the board or the data must change. */
  permanent: boolean;
  retryAfterSeconds?: number;
  columnId?: string;
  columnType?: string;
  /** Repeated reply to an earlier call with the same idempotency key. */
  replayed?: boolean;
}

export class MondayError extends BoardError {
  readonly columnId?: string;
  readonly columnType?: string;
  readonly replayed: boolean;
  /** The refused column values, if any. */
  sent: Readonly<Record<string, unknown>> = {};

  /** @param code the board's code, or `HTTP_<status>`, or `NO_REPLY`. */
  constructor(code: string, message: string, details: Details) {
    super(code, message, details);
    this.columnId = details.columnId;
    this.columnType = details.columnType;
    this.replayed = details.replayed ?? false;
  }
}

// Codes of HTTP 200 replies for which retrying is useless. Unknown codes are retried: attempts are
// limited, and an outage must not keep a submission off the board.
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
  "NOT_AUTHENTICATED",
  "missingRequiredPermissions",
  "parseError",
  "undefinedField",
  "validationError",
]);

/** 409: a duplicate is running. 423: locked. 429: rate limit. */
const temporaryStatuses = new Set([408, 409, 423, 429]);

function isPermanent(code: string | undefined, status: number | undefined): boolean {
  if (code !== undefined && permanentCodes.has(code)) return true;
  return status !== undefined && status >= 400 && status < 500 && !temporaryStatuses.has(status);
}

const isOk = (status: number) => status >= 200 && status < 300;

const DAY_MS = 86_400_000;

/** The daily limit resets at midnight UTC, whatever the reply says. */
function toRetrySeconds(
  { code, retrySeconds }: BoardRefusal,
  headerSeconds: number | undefined,
  now: Date,
) {
  const waitSeconds = headerSeconds ?? retrySeconds;
  if (waitSeconds !== undefined || code !== "DAILY_LIMIT_EXCEEDED") return waitSeconds;
  return Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / 1000);
}

export interface BoardReply {
  status: number;
  text: string;
  /** Undefined if not JSON. */
  json: unknown;
  retryAfterSeconds?: number;
  replayed: boolean;
}

function toBoardError(refusal: BoardRefusal, reply: BoardReply, now: Date): MondayError {
  const { status, replayed, retryAfterSeconds: headerSeconds } = reply;
  const { code, message, columnId, columnType } = refusal;
  const effectiveStatus = isOk(status) ? refusal.status : status;
  return new MondayError(code ?? `HTTP_${effectiveStatus ?? status}`, message, {
    permanent: isPermanent(code, effectiveStatus),
    retryAfterSeconds: toRetrySeconds(refusal, headerSeconds, now),
    columnId,
    columnType,
    replayed,
  });
}

/** The error in a reply, from its body in either shape or from its status. */
export function boardErrorOf(reply: BoardReply, now: Date): MondayError | undefined {
  const refusals = readRefusal(reply.json);
  const worst = refusals.find(({ code }) => isPermanent(code, undefined)) ?? refusals[0];
  if (!worst && isOk(reply.status)) return undefined;
  return toBoardError(worst ?? { message: `The board answered ${reply.status}.` }, reply, now);
}

/** Errors of single fields, by alias, if there are no others: then the other fields succeeded. */
export function boardErrorsByField(
  reply: BoardReply,
  now: Date,
): ReadonlyMap<string, MondayError> | undefined {
  const failures = new Map<string, MondayError>();
  for (const refusal of readRefusal(reply.json)) {
    if (refusal.field === undefined) return undefined;
    failures.set(refusal.field, toBoardError(refusal, reply, now));
  }
  return isOk(reply.status) && failures.size > 0 ? failures : undefined;
}
