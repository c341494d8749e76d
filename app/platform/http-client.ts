import type { Clock } from "./clock";
import { retryAfterSeconds } from "./formats/retry-after";

/** The network, or a service binding to the sandbox. */
export type Fetcher = (request: Request) => Promise<Response>;

export const network: Fetcher = (request) => fetch(request);

/** A reply that is not 2xx, or no reply (status 0). */
export class HttpError extends Error {
  override readonly name = "HttpError";
  constructor(
    message: string,
    readonly status: number,
    readonly body: string,
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }
  get retryable(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

const MAX_ERROR_BODY = 2_000;

/** The error for a reply that is not 2xx. @param callName for its message. */
export function httpRefusal(
  callName: string,
  { status, headers }: Response,
  body: string,
  now: Date,
): HttpError {
  const retryAfter = retryAfterSeconds(headers.get("Retry-After"), now);
  return new HttpError(
    `${callName} answered ${status}`,
    status,
    body.slice(0, MAX_ERROR_BODY),
    retryAfter,
  );
}

const describeRequest = ({ method, url }: Request) => `${method} ${new URL(url).host}`;

/** The body of a 2xx reply. @throws HttpError as {@link fetchJson} does. */
export async function fetchText(
  fetcher: Fetcher,
  request: Request,
  timeoutMs: number,
  clock: Clock,
): Promise<string> {
  const callName = describeRequest(request);
  let response: Response;
  let body: string;
  try {
    response = await fetcher(new Request(request, { signal: AbortSignal.timeout(timeoutMs) }));
    body = await response.text();
  } catch (error) {
    throw new HttpError(`${callName} did not answer: ${String(error)}`, 0, "");
  }
  if (!response.ok) throw httpRefusal(callName, response, body, clock());
  return body;
}

/**
 * Sends a request to a third party and returns the JSON of a 2xx reply. Never retries: queue
 * messages carry the delay.
 * @throws HttpError on any other reply, a broken connection, a timeout (status 0), or a body that
 * is not JSON.
 */
export async function fetchJson(
  fetcher: Fetcher,
  request: Request,
  timeoutMs: number,
  clock: Clock,
): Promise<unknown> {
  const body = await fetchText(fetcher, request, timeoutMs, clock);
  try {
    return JSON.parse(body);
  } catch {
    throw new HttpError(
      `${describeRequest(request)} sent a body that is not JSON`,
      0,
      body.slice(0, MAX_ERROR_BODY),
    );
  }
}
