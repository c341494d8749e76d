/** Bytes of an unwanted body that are read all the same: less than that costs nobody a connection. */
const DRAIN_BYTES = 64 * 1024;
/**
 * The same in a local run. Its tool keeps the connection to the worker for the next request once
 * the whole body has left, which is soon where buffers take it; that request would then fail.
 */
const LOCAL_DRAIN_BYTES = 16 * 1024 * 1024;
/** Milliseconds for which the connection stays open, so that its sender sees the reply. */
const LINGER_MS = 1_000;

/**
 * Reads a little on, then leaves the sender waiting, then hangs up. A read that waits for a silent
 * sender is left alone: one that were given up would hold the reply back.
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
  } catch {
    // The sender is gone.
  }
}

/**
 * Answers a request whose body was not wanted, or not all of it: the reply leaves at once and whole,
 * at most 64 KB are read behind it, and a second later the connection ends. One that were reset at
 * once would take the reply with it, before its sender has read it.
 */
export async function drainAfterReply(
  response: Response,
  { body, method }: Request,
  isLocal: boolean,
): Promise<Response> {
  // Whoever reads a body to its end, or hands it on, keeps it locked.
  if (!body || body.locked) return response;
  const draining = drain(body, isLocal ? LOCAL_DRAIN_BYTES : DRAIN_BYTES);
  if (!response.body) {
    await draining;
    return response;
  }
  // Neither what answers a GET, nor what says how long it is, is to be held here: it may be a file.
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
