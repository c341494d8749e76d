import type { AppLoadContext, EntryContext } from "@remix-run/cloudflare";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToReadableStream } from "react-dom/server";
import { NonceContext } from "~/components/nonce";

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { scope: { nonce, logFailure } }: AppLoadContext,
) {
  let finalStatus = status;
  const page = await renderToReadableStream(
    <NonceContext.Provider value={nonce}>
      <RemixServer context={remixContext} url={request.url} nonce={nonce} />
    </NonceContext.Provider>,
    {
      nonce,
      signal: request.signal,
      // Open panels load on use; without script they must stand in the page whole and in place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError(error: unknown) {
        finalStatus = 500;
        logFailure(error);
      },
    },
  );
  await page.allReady;
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  return new Response(page, { headers, status: finalStatus });
}

/** Logs once what a loader or action throws; Remix then shows the error page without details. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: AppLoadContext },
) {
  // Refusals are replies, not failures; the request's own line tells their status.
  if (!request.signal.aborted && !isRouteErrorResponse(error)) context.scope.logFailure(error);
}
