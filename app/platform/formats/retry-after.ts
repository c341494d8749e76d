/**
 * How long the other side asks us to wait.
 * @param header of the name Retry-After: seconds, or a date (RFC 9110, 10.2.3).
 * @returns seconds, more than 0; undefined where it asks for nothing, or for nothing that is to come.
 */
export function retryAfterSeconds(header: string | null, now: Date): number | undefined {
  const value = header?.trim() ?? "";
  const seconds = /^\d{1,9}(\.\d+)?$/.test(value)
    ? Number(value)
    : (Date.parse(value) - now.getTime()) / 1_000;
  return seconds > 0 ? seconds : undefined;
}

/**
 * Tells whoever asked when to come back.
 * @param headers of the reply.
 * @param seconds nothing where nobody knows.
 */
export function setRetryAfter(headers: Headers, seconds: number | undefined): void {
  if (seconds !== undefined) headers.set("Retry-After", String(Math.ceil(seconds)));
}
