/**
 * The header that requests a page without anybody's data, and marks the reply: only such pages are
 * cached for offline use.
 */
export const SHELL = "X-Shell";

/** Whether a request is for a shell page; posts never are. */
export function isShell({ method, headers }: Pick<Request, "method" | "headers">): boolean {
  return (method === "GET" || method === "HEAD") && headers.has(SHELL);
}
