/** A refusal in the shape the API gives it. */
export function driveRefusal(
  status: number,
  reason: string,
  message: string,
  headers?: HeadersInit,
): Response {
  const errors = [{ domain: status === 403 ? "usageLimits" : "global", reason, message }];
  return Response.json({ error: { code: status, message, errors } }, { status, headers });
}

/** The file does not exist, or is not visible to this account. */
export function notFound(id: string): Response {
  return driveRefusal(404, "notFound", `File not found: ${id}.`);
}
