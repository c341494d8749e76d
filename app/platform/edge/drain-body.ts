/** Bytes of an unwanted body that are read, so that a small one does not end the connection. */
const DRAIN_BYTES = 64 * 1024;
/**
 * In local runs, where the tool reuses the connection once the whole body is sent; the next request
 * would fail otherwise.
 */
const LOCAL_DRAIN_BYTES = 16 * 1024 * 1024;
/** How long the connection stays open, so that the sender gets the reply. */
const LINGER_MS = 1_000;

/**
 * Reads a little, waits, then cancels. A pending read is left alone, as cancelling it would hold
 * back the reply.
 */
async function drain(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<void> {
  const reader = body.getReader();
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, LINGER_MS));
  try {
    for (let byteCount = 0; byteCount <= maxBytes; ) {
      const chunk = await Promise.race([reader.read(), timeout]);
      if (!chunk || chunk.done) return;
      byteCount += chunk.value.length;
    }
    await timeout;
    await reader.cancel();
  } catch {}
}

/**
 * Replies to a request whose body was not wanted: the reply is sent at once, at most 64 KB of the
 * body are read, and the connection ends a second later. An immediate reset would lose the reply.
 */
export async function drainAfterReply(
  response: Response,
  { body, method }: Request,
  isLocal: boolean,
): Promise<Response> {
  // A body that was read or passed on is locked.
  if (!body || body.locked) return response;
  const draining = drain(body, isLocal ? LOCAL_DRAIN_BYTES : DRAIN_BYTES);
  if (!response.body) {
    await draining;
    return response;
  }
  // These may be files and are not buffered.
  if (method === "GET" || response.headers.has("Content-Length")) return response;
  const bytes = new Uint8Array(await response.arrayBuffer());
  const { readable, writable } = new FixedLengthStream(bytes.length);
  const writer = writable.getWriter();
  const send = async () => {
    await writer.write(bytes);
    await draining;
    await writer.close();
  };
  send().catch(() => undefined);
  return new Response(readable, response);
}
