import type { EntryContext } from "@remix-run/cloudflare";
import { RemixServer } from "@remix-run/react";
import { renderToReadableStream } from "react-dom/server";

/** As Remix's template streams it, but the whole page before the answer. */
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
