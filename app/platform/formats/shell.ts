/**
 * The header that asks for a page as nobody sees it, and that marks the reply: the form without
 * anybody's draft. It is what a browser may keep and open without a connection.
 */
export const SHELL = "X-Shell";

/** Whether a page is asked for as nobody sees it; what is posted is always somebody's. */
export function isShell({ method, headers }: Pick<Request, "method" | "headers">): boolean {
  return (method === "GET" || method === "HEAD") && headers.has(SHELL);
}
