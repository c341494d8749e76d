import type { EntryContext } from "@remix-run/cloudflare";
import { RemixServer } from "@remix-run/react";
import { renderToReadableStream } from "react-dom/server";

/** As the app's own: the whole page, then the answer. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
) {
  const page = await renderToReadableStream(
    <RemixServer context={remixContext} url={request.url} />,
    { signal: request.signal },
  );
  await page.allReady;
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(page, { headers, status });
}
