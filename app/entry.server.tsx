import type { AppLoadContext, EntryContext } from "@remix-run/cloudflare";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToReadableStream, renderToString } from "react-dom/server";
import { EARLY_KEYS } from "~/platform/browsers/early-keys";
import { LOCAL_TIMES } from "~/platform/browsers/local-times";
import { POST_ONCE } from "~/platform/browsers/post-once";
import { SCRIPT_GUARD } from "~/platform/browsers/script-guard";
import { EarlyScriptsContext } from "~/ui/early-script";
import { NonceContext } from "~/ui/nonce";

/** React's marker for a part that is not loaded yet, or failed; escaped text cannot contain it. */
const SUSPENSE_GAP = "<!--$!-->";

const EARLY_SCRIPTS = {
  "script-guard": SCRIPT_GUARD,
  "post-once": POST_ONCE,
  "early-keys": EARLY_KEYS,
  "local-times": LOCAL_TIMES,
};

const END = "</body></html>";

/**
 * Moves the last scripts into the body: Remix renders those with the page's data after `</html>`, where no
 * element is valid. The comments around them mean nothing to the browser.
 */
function moveScriptsIntoBody(html: string): string {
  const end = html.lastIndexOf(END);
  if (end < 0) return html;
  const scripts = html.slice(end + END.length).replaceAll(/<!--\/?\$-->/g, "");
  return `${html.slice(0, end)}${scripts}${END}`;
}

/** Reads the page's data first, so that rendering waits for nothing. */
async function readHandoffData(context: EntryContext): Promise<EntryContext> {
  const { serverHandoffStream: data, renderMeta } = context;
  if (!data || !renderMeta) return context;
  const result = { done: true, value: await new Response(data).text() };
  const streamCache = { 0: Object.assign(Promise.resolve(), { result }) };
  return { ...context, renderMeta: { ...renderMeta, streamCache } };
}

/**
 * Renders the whole page at once, in a third of the time that React takes to stream it.
 * @returns undefined if a part is still loading or something failed: streaming waits for the former, and
 * throws for the latter.
 */
function renderSync(page: JSX.Element): string | undefined {
  try {
    const html = renderToString(page);
    return html.includes(SUSPENSE_GAP) ? undefined : `<!DOCTYPE html>${html}`;
  } catch {
    return undefined;
  }
}

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { scope: { nonce } }: AppLoadContext,
) {
  const context = await readHandoffData(remixContext);
  const page = () => (
    <NonceContext.Provider value={nonce}>
      <EarlyScriptsContext.Provider value={EARLY_SCRIPTS}>
        {/* The data has been read; each render takes a reader of its own. */}
        <RemixServer
          context={{ ...context, serverHandoffStream: new ReadableStream() }}
          url={request.url}
          nonce={nonce}
        />
      </EarlyScriptsContext.Provider>
    </NonceContext.Provider>
  );
  async function stream() {
    let failure: { error: unknown } | undefined;
    const body = await renderToReadableStream(page(), {
      nonce,
      signal: request.signal,
      // Open panels load on use; without script they must be complete and in place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError(error: unknown) {
        failure ??= { error };
      },
    });
    await body.allReady;
    // React would leave a gap for the browser to fill; throwing lets Remix render the error page.
    if (failure) throw failure.error;
    return new Response(body).text();
  }
  const html = renderSync(page()) ?? (await stream());
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  return new Response(moveScriptsIntoBody(html), { headers, status });
}

/** Logs what a loader or action throws; Remix then shows the error page without details. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: AppLoadContext },
) {
  // Refusals are replies, not failures; the request's log line has their status.
  if (!request.signal.aborted && !isRouteErrorResponse(error)) context.scope.logFailure(error);
}
