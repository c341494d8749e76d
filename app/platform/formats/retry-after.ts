/**
 * Parses a Retry-After header: seconds or a date (RFC 9110, 10.2.3).
 * @returns seconds, more than 0; undefined without any.
 */
export function retryAfterSeconds(header: string | null, now: Date): number | undefined {
  const value = header?.trim() ?? "";
  const seconds = /^\d{1,9}(\.\d+)?$/.test(value)
    ? Number(value)
    : (Date.parse(value) - now.getTime()) / 1_000;
  return seconds > 0 ? seconds : undefined;
}

export function setRetryAfter(headers: Headers, seconds: number | undefined): void {
  if (seconds !== undefined) headers.set("Retry-After", String(Math.ceil(seconds)));
}
