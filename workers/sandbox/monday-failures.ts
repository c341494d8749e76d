import * as v from "valibot";

/** The body of `POST /sandbox/monday/fail`: how to fail, how many calls, and of which kind. */
export const failureSchema = v.strictObject({
  mode: v.picklist([
    "none",
    "http-500",
    "rate-limit",
    "complexity",
    /** Complexity errors with HTTP 200, the second in the former shape. */
    "listed-complexity",
    "flat-complexity",
    "concurrency",
    "daily-limit",
    "ip-limit",
    /** The limit of a proxy, without the board's error body. */
    "bare-limit",
    /** Does the work but replies with an error. */
    "partial",
    /** Does the work, and the connection breaks before the reply. */
    "lost-reply",
    /** Does the work, and does not reply within the client's timeout. */
    "silent",
    /** The connection breaks before any work is done. */
    "no-reply",
    "unauthorized",
  ]),
  times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 1),
  /** "any", "query", "mutation" or the name of an operation, such as "CreateItem". */
  operation: v.optional(v.string(), "any"),
});
export type Failure = v.InferOutput<typeof failureSchema>;
type FailureMode = Failure["mode"];

/** Makes the next calls fail; replaces an earlier setting. */
export async function setFailure(db: D1Database, failure: Failure): Promise<void> {
  await db
    .prepare(
      "INSERT OR REPLACE INTO monday_failures (id, mode, times, operation) VALUES (1, ?, ?, ?)",
    )
    .bind(failure.mode, failure.times, failure.operation)
    .run();
}

/** Counts a call; returns how it is to fail, or "none". */
export async function nextFailure(
  db: D1Database,
  operation: { kind: string; name: string },
): Promise<FailureMode> {
  const row = await db
    .prepare(
      `UPDATE monday_failures SET times = times - 1
       WHERE times > 0 AND mode <> 'none' AND operation IN ('any', ?, ?) RETURNING mode`,
    )
    .bind(operation.kind, operation.name)
    .first();
  return row ? v.parse(v.object({ mode: failureSchema.entries.mode }), row).mode : "none";
}

function listed(status: number, code: string, message: string, retrySeconds?: number): Response {
  const extensions = { code, status_code: status, retry_in_seconds: retrySeconds };
  const headers = retrySeconds ? { "Retry-After": String(retrySeconds) } : undefined;
  return Response.json({ errors: [{ message, extensions }] }, { status, headers });
}

/** The reply of a call that fails before it does any work; undefined for others. */
export function failureReply(mode: FailureMode): Response | undefined {
  switch (mode) {
    case "none":
    case "partial":
    case "lost-reply":
    case "silent":
      return undefined;
    case "no-reply":
      throw new Error("The connection broke, as it was told to.");
    case "http-500":
      return new Response("Internal Server Error", { status: 500 });
    case "rate-limit":
      return listed(429, "Rate Limit Exceeded", "Too many requests", 2);
    case "complexity":
      return listed(429, "COMPLEXITY_BUDGET_EXHAUSTED", "Complexity budget exhausted", 2);
    case "listed-complexity": {
      const extensions = { code: "ComplexityException", status_code: 429 };
      const message = "Complexity budget exhausted, reset in 2 seconds";
      return Response.json({ data: [], errors: [{ message, extensions }], account_id: 1 });
    }
    case "concurrency":
      return listed(429, "maxConcurrencyExceeded", "Max concurrency exceeded", 2);
    case "ip-limit":
      return listed(429, "IP_RATE_LIMIT_EXCEEDED", "Too many requests from this address", 2);
    case "bare-limit":
      return new Response("<h1>429</h1>", { status: 429, headers: { "Retry-After": "2" } });
    case "daily-limit":
      return listed(429, "DAILY_LIMIT_EXCEEDED", "Daily limit exceeded");
    case "flat-complexity":
      return Response.json({
        error_code: "ComplexityException",
        status_code: 429,
        error_message:
          "Complexity budget exhausted, query cost 30 budget remaining 10, reset in 2 seconds",
      });
    case "unauthorized":
      return listed(401, "NOT_AUTHENTICATED", "Not Authenticated");
  }
}
