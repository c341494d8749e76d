import type { AppLoadContext, EntryContext } from "@remix-run/cloudflare";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToReadableStream, renderToString } from "react-dom/server";
import { NonceContext } from "~/components/nonce";
import { ScriptGuardContext } from "~/components/script-guard";
import { StaticCacheContext } from "~/components/static-html";
import { createStaticCache } from "~/components/static-html.server";
import { SCRIPT_GUARD } from "~/platform/browsers/script-guard";

/** What React writes in place of a part that was not there yet, or failed; texts have no such sign. */
const GAP = "<!--$!-->";

const still = createStaticCache(renderToString);

const END = "</body></html>";

/**
 * A page whose last scripts stand in its body: Remix draws those that hand over its data after the end of the
 * page, where no element may be. The marks around them mean nothing to the browser.
 */
function withScriptsInBody(html: string): string {
  const end = html.lastIndexOf(END);
  if (end < 0) return html;
  const scripts = html.slice(end + END.length).replaceAll(/<!--\/?\$-->/g, "");
  return `${html.slice(0, end)}${scripts}${END}`;
}

/** Reads what the page hands to its scripts, so that drawing it waits for nothing. */
async function withData(context: EntryContext): Promise<EntryContext> {
  const { serverHandoffStream: data, renderMeta } = context;
  if (!data || !renderMeta) return context;
  const result = { done: true, value: await new Response(data).text() };
  const streamCache = { 0: Object.assign(Promise.resolve(), { result }) };
  return { ...context, renderMeta: { ...renderMeta, streamCache } };
}

/**
 * The whole page at once, which takes React a third of the time that it takes to stream it.
 * @returns undefined where a part of it is still to be loaded, or something failed: the stream waits for
 * the former, and tells of the latter.
 */
function drawAtOnce(page: JSX.Element): string | undefined {
  try {
    const html = renderToString(page);
    return html.includes(GAP) ? undefined : `<!DOCTYPE html>${html}`;
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
  const context = await withData(remixContext);
  const page = () => (
    <NonceContext.Provider value={nonce}>
      <ScriptGuardContext.Provider value={SCRIPT_GUARD}>
        <StaticCacheContext.Provider value={still}>
          {/* Its data has been read; each drawing asks for a reader of its own. */}
          <RemixServer
            context={{ ...context, serverHandoffStream: new ReadableStream() }}
            url={request.url}
            nonce={nonce}
          />
        </StaticCacheContext.Provider>
      </ScriptGuardContext.Provider>
    </NonceContext.Provider>
  );
  async function stream() {
    let failure: { error: unknown } | undefined;
    const body = await renderToReadableStream(page(), {
      nonce,
      signal: request.signal,
      // Open panels load on use; without script they must stand in the page whole and in place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError(error: unknown) {
        failure ??= { error };
      },
    });
    await body.allReady;
    // React would leave a gap in the page for the browser to fill; Remix draws the error page.
    if (failure) throw failure.error;
    return new Response(body).text();
  }
  const html = drawAtOnce(page()) ?? (await stream());
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  return new Response(withScriptsInBody(html), { headers, status });
}

/** Logs once what a loader or action throws; Remix then shows the error page without details. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: AppLoadContext },
) {
  // Refusals are replies, not failures; the request's own line tells their status.
  if (!request.signal.aborted && !isRouteErrorResponse(error)) context.scope.logFailure(error);
}
