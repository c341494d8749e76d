import type { EntryContext } from "@remix-run/cloudflare";
import { RemixServer } from "@remix-run/react";
import { renderToReadableStream } from "react-dom/server";

/** Renders like Remix's template, but waits for the whole page before it answers. */
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
