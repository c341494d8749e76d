import type { FaultMode } from "./faults";

function listed(status: number, code: string, message: string, retrySeconds?: number): Response {
  const extensions = { code, status_code: status, retry_in_seconds: retrySeconds };
  const headers = retrySeconds ? { "Retry-After": String(retrySeconds) } : undefined;
  return Response.json({ errors: [{ message, extensions }] }, { status, headers });
}

/** The replies of calls that fail before they do any work. */
export const mondayFaults: Partial<Record<FaultMode, () => Response>> = {
  "no-reply": () => {
    throw new Error("The connection broke, as it was told to.");
  },
  "http-500": () => new Response("Internal Server Error", { status: 500 }),
  "rate-limit": () => listed(429, "Rate Limit Exceeded", "Too many requests", 2),
  complexity: () => listed(429, "COMPLEXITY_BUDGET_EXHAUSTED", "Complexity budget exhausted", 2),
  /** With HTTP 200, and the next one in the former shape. */
  "listed-complexity": () => {
    const extensions = { code: "ComplexityException", status_code: 429 };
    const message = "Complexity budget exhausted, reset in 2 seconds";
    return Response.json({ data: [], errors: [{ message, extensions }], account_id: 1 });
  },
  "flat-complexity": () =>
    Response.json({
      error_code: "ComplexityException",
      status_code: 429,
      error_message:
        "Complexity budget exhausted, query cost 30 budget remaining 10, reset in 2 seconds",
    }),
  concurrency: () => listed(429, "maxConcurrencyExceeded", "Max concurrency exceeded", 2),
  "ip-limit": () => listed(429, "IP_RATE_LIMIT_EXCEEDED", "Too many requests from this address", 2),
  /** Of a proxy, without the board's error body. */
  "bare-limit": () =>
    new Response("<h1>429</h1>", { status: 429, headers: { "Retry-After": "2" } }),
  "daily-limit": () => listed(429, "DAILY_LIMIT_EXCEEDED", "Daily limit exceeded"),
  unauthorized: () => listed(401, "NOT_AUTHENTICATED", "Not Authenticated"),
};
