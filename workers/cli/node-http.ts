import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";

/** Converts a request of Node's server to a web Request. @param origin of the site. */
export function toRequest(incoming: IncomingMessage, origin: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers))
    for (const item of [value].flat()) if (item !== undefined) headers.append(name, item);
  const { method = "GET", url = "/" } = incoming;
  const hasBody = method !== "GET" && method !== "HEAD";
  const body = hasBody ? (Readable.toWeb(incoming) as ReadableStream<Uint8Array>) : undefined;
  const init = { method, headers, body, duplex: "half" };
  return new Request(new URL(url, origin), init);
}

export interface Reply {
  status: number;
  headers: Iterable<[string, string]> & { getSetCookie(): string[] };
  body: ReadableStream | NodeReadableStream | null;
}

export async function sendResponse(response: Reply, outgoing: ServerResponse): Promise<void> {
  const { "set-cookie": _, ...headers } = Object.fromEntries(response.headers);
  outgoing.writeHead(response.status, {
    ...headers,
    "set-cookie": response.headers.getSetCookie(),
  });
  if (!response.body) outgoing.end();
  else await pipeline(response.body, outgoing);
}
