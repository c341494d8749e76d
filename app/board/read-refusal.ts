import * as v from "valibot";

/** One error of a reply, whichever of the board's published shapes it came in. */
export interface BoardRefusal {
  code?: string;
  message: string;
  status?: number;
  retrySeconds?: number;
  columnId?: string;
  columnType?: string;
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
  const found = /\b(?:reset|retry|try again)[^\d]{0,10}\b(?:in|after) (\d+) ?s/i.exec(message)?.[1];
  return found === undefined ? undefined : Number(found);
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
export function readRefusal(body: unknown): BoardRefusal[] {
  const read = v.safeParse(bodySchema, body);
  if (!read.success) return [];
  const { errors = [], error_message: flat, retry_in_seconds: retrySeconds } = read.output;
  const listed = (Array.isArray(errors) ? errors : [errors]).map((error) => {
    const known = v.safeParse(listedSchema, error);
    return known.success ? known.output : { message: "" };
  });
  const all = listed.length > 0 || flat === undefined ? listed : [v.parse(listedSchema, body)];
  return all.map((refusal) => ({ ...refusal, retrySeconds: refusal.retrySeconds ?? retrySeconds }));
}
