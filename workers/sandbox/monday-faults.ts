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
  /** With HTTP 200. */
  "listed-complexity": () => {
    const extensions = { code: "ComplexityException", status_code: 429 };
    const message = "Complexity budget exhausted, reset in 2 seconds";
    return Response.json({ data: [], errors: [{ message, extensions }], account_id: 1 });
  },
  "daily-limit": () => listed(429, "DAILY_LIMIT_EXCEEDED", "Daily limit exceeded"),
  unauthorized: () => listed(401, "NOT_AUTHENTICATED", "Not Authenticated"),
};
