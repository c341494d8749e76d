import * as v from "valibot";

/** One error of a reply, whichever of the board's two published shapes it came in. */
export interface BoardRefusal {
  code?: string;
  message: string;
  status?: number;
  retrySeconds?: number;
  columnId?: string;
  columnType?: string;
}

const text = v.fallback(v.optional(v.string()), undefined);
const number = v.fallback(v.optional(v.number()), undefined);

const listedSchema = v.object({
  errors: v.pipe(
    v.array(
      v.object({
        message: v.fallback(v.string(), ""),
        extensions: v.fallback(
          v.optional(
            v.object({
              code: text,
              status_code: number,
              retry_in_seconds: number,
              column_id: text,
              error_data: v.fallback(
                v.optional(v.object({ column_id: text, column_type: text })),
                undefined,
              ),
            }),
          ),
          undefined,
        ),
      }),
    ),
    v.minLength(1),
  ),
});

const flatSchema = v.object({
  error_code: text,
  status_code: number,
  error_message: v.string(),
  error_data: v.fallback(v.optional(v.object({ column_id: text, column_type: text })), undefined),
});

/** Seconds of a message such as "… reset in 21 seconds". */
function secondsIn(message: string): number | undefined {
  const found = /\b(?:reset|retry|try again) (?:in|after) (\d+) ?s/i.exec(message)?.[1];
  return found === undefined ? undefined : Number(found);
}

/** The errors that a reply's body lists; none when it is fine. */
export function readRefusal(body: unknown): BoardRefusal[] {
  const listed = v.safeParse(listedSchema, body);
  if (listed.success)
    return listed.output.errors.map(({ message, extensions }) => ({
      code: extensions?.code,
      message,
      status: extensions?.status_code,
      retrySeconds: extensions?.retry_in_seconds ?? secondsIn(message),
      columnId: extensions?.error_data?.column_id ?? extensions?.column_id,
      columnType: extensions?.error_data?.column_type,
    }));
  const flat = v.safeParse(flatSchema, body);
  if (!flat.success) return [];
  const { error_code: code, status_code: status, error_message: message, error_data } = flat.output;
  const { column_id: columnId, column_type: columnType } = error_data ?? {};
  return [{ code, message, status, retrySeconds: secondsIn(message), columnId, columnType }];
}
