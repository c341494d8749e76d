import * as v from "valibot";

/** One error of a reply, whichever of the board's published shapes it came in. */
interface BoardRefusal {
  code?: string;
  message: string;
  status?: number;
  retrySeconds?: number;
  columnId?: string;
  columnType?: string;
  /** The field of the document that failed, by the name it was asked under. */
  field?: string;
}

/** What may be there or not; what has another form than expected counts as not there. */
const maybe = <const S extends v.GenericSchema>(schema: S) =>
  v.fallback(v.optional(schema), undefined);
const text = maybe(v.string());
const digits = v.pipe(v.string(), v.regex(/^\d+(\.\d+)?$/), v.transform(Number));
const number = maybe(v.union([v.number(), digits]));

const dataSchema = v.object({ column_id: text, column_type: text, retry_in_seconds: number });
const extensionsSchema = v.object({
  code: text,
  error_code: text,
  status_code: number,
  retry_in_seconds: number,
  column_id: text,
  error_data: maybe(dataSchema),
});

/** One error: of the list, or the whole body in the flat shape of old. */
const errorSchema = v.object({
  message: text,
  error_message: text,
  error_code: text,
  status_code: number,
  retry_in_seconds: number,
  error_data: maybe(dataSchema),
  extensions: maybe(extensionsSchema),
  path: maybe(v.looseTuple([v.string()])),
});
type ErrorBody = v.InferOutput<typeof errorSchema>;

const bodySchema = v.object({
  /** A list as a rule; a refused token may come as a list of texts. */
  errors: maybe(v.union([v.array(v.unknown()), v.record(v.string(), v.unknown())])),
  error_message: text,
  retry_in_seconds: number,
});

/** Seconds of a message such as "… reset in 21 seconds". */
function secondsIn(message: string): number | undefined {
  const secondsText = /\b(?:reset|retry|try again)[^\d]{0,10}\b(?:in|after) (\d+) ?s/i.exec(
    message,
  )?.[1];
  return secondsText === undefined ? undefined : Number(secondsText);
}

function refusalOf(error: ErrorBody): BoardRefusal {
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
      secondsIn(message),
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
  v.pipe(errorSchema, v.transform(refusalOf)),
]);

/** The errors that a reply's body lists; none when it is fine. */
function readRefusal(body: unknown): BoardRefusal[] {
  const bodyResult = v.safeParse(bodySchema, body);
  if (!bodyResult.success) return [];
  const { errors = [], error_message: flat, retry_in_seconds: retrySeconds } = bodyResult.output;
  const refusals = (Array.isArray(errors) ? errors : [errors]).map((error) => {
    const errorResult = v.safeParse(listedSchema, error);
    return errorResult.success ? errorResult.output : { message: "" };
  });
  const all = refusals.length > 0 || flat === undefined ? refusals : [v.parse(listedSchema, body)];
  return all.map((refusal) => ({ ...refusal, retrySeconds: refusal.retrySeconds ?? retrySeconds }));
}

interface Details {
  /** Trying again cannot help: somebody has to change a setting, the board or the data. */
  permanent: boolean;
  /** Seconds the board asks us to wait. */
  retryAfterSeconds?: number;
  columnId?: string;
  columnType?: string;
  /** The answer to an earlier call with the same idempotency key, given once more. */
  replayed?: boolean;
}

/** Why the board refused or could not be reached, whatever shape its reply had. */
export class BoardError extends Error {
  override readonly name = "BoardError";
  readonly permanent: boolean;
  readonly retryAfterSeconds?: number;
  readonly columnId?: string;
  readonly columnType?: string;
  readonly replayed: boolean;
  /** The column values that were refused, where the call carried any. */
  sent: Readonly<Record<string, unknown>> = {};

  constructor(
    /** The board's own code, or `HTTP_<status>` where it gave none, or `NO_REPLY`. */
    readonly code: string,
    /** May quote what was sent: for the job's row, not for log lines. */
    message: string,
    details: Details,
  ) {
    super(message);
    this.permanent = details.permanent;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.columnId = details.columnId;
    this.columnType = details.columnType;
    this.replayed = details.replayed ?? false;
  }
}

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
  "NOT_AUTHENTICATED",
  "missingRequiredPermissions",
  "parseError",
  "undefinedField",
  "validationError",
]);

/** 409 a duplicate is running, 423 locked, 429 too fast: these pass by themselves. */
const passing = new Set([408, 409, 423, 429]);

function isPermanent(code: string | undefined, status: number | undefined): boolean {
  if (code !== undefined && permanentCodes.has(code)) return true;
  return status !== undefined && status >= 400 && status < 500 && !passing.has(status);
}

const isOk = (status: number) => status >= 200 && status < 300;

const DAY_MS = 86_400_000;

/** The daily allowance comes back at midnight UTC, whatever else a reply says or leaves out. */
function waitOf({ code, retrySeconds }: BoardRefusal, header: number | undefined, now: Date) {
  const waitSeconds = header ?? retrySeconds;
  if (waitSeconds !== undefined || code !== "DAILY_LIMIT_EXCEEDED") return waitSeconds;
  return Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / 1000);
}

/** A reply of the board, read to its end. */
export interface BoardReply {
  status: number;
  text: string;
  /** Parsed where it is JSON. */
  json: unknown;
  retryAfterSeconds?: number;
  replayed: boolean;
}

function errorOf(refusal: BoardRefusal, reply: BoardReply, now: Date): BoardError {
  const { status, replayed, retryAfterSeconds: header } = reply;
  const { code, message, columnId, columnType } = refusal;
  const counts = isOk(status) ? refusal.status : status;
  return new BoardError(code ?? `HTTP_${counts ?? status}`, message, {
    permanent: isPermanent(code, counts),
    retryAfterSeconds: waitOf(refusal, header, now),
    columnId,
    columnType,
    replayed,
  });
}

/** The failure a reply tells of, by its body in either published shape or by its status. */
export function boardErrorOf(reply: BoardReply, now: Date): BoardError | undefined {
  const refusals = readRefusal(reply.json);
  const worst = refusals.find(({ code }) => isPermanent(code, undefined)) ?? refusals[0];
  if (!worst && isOk(reply.status)) return undefined;
  return errorOf(worst ?? { message: `The board answered ${reply.status}.` }, reply, now);
}

/**
 * The failures of single fields, by the names they were asked under, where the reply tells of no
 * other: then the rest of the document was carried out.
 */
export function boardErrorsByField(
  reply: BoardReply,
  now: Date,
): ReadonlyMap<string, BoardError> | undefined {
  const failures = new Map<string, BoardError>();
  for (const refusal of readRefusal(reply.json)) {
    if (refusal.field === undefined) return undefined;
    failures.set(refusal.field, errorOf(refusal, reply, now));
  }
  return isOk(reply.status) && failures.size > 0 ? failures : undefined;
}
