/** A small body as text, or why there is none: over its limit, or cut off, or no more of it came. */
export type BodyRead = { ok: true; text: string } | { ok: false; why: "too-large" | "cut" };

/** Milliseconds without a byte, after which nobody waits for the rest of a small body. */
const SILENCE_MS = 8_000;

const CUT: BodyRead = { ok: false, why: "cut" };
const TOO_LARGE: BodyRead = { ok: false, why: "too-large" };

/** The next bytes; undefined when the sender is gone, or says nothing for too long. */
export async function nextOf(reader: ReadableStreamDefaultReader<Uint8Array>, silenceMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), silenceMs);
  });
  try {
    return await Promise.race([reader.read(), silence]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Reads a body as text (UTF-8; bytes that are none become U+FFFD). One that is announced as larger
 * than `maxBytes` is not read at all, and any other no further than that: the edge sees to the rest.
 */
export async function readBody(
  { headers, body }: Pick<Request, "headers" | "body">,
  maxBytes: number,
  silenceMs = SILENCE_MS,
): Promise<BodyRead> {
  if (Number(headers.get("Content-Length") ?? 0) > maxBytes) return TOO_LARGE;
  if (!body) return { ok: true, text: "" };
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for (;;) {
    const next = await nextOf(reader, silenceMs);
    if (!next) return CUT;
    if (next.done) return { ok: true, text: text + decoder.decode() };
    size += next.value.length;
    if (size > maxBytes) {
      reader.releaseLock();
      return TOO_LARGE;
    }
    text += decoder.decode(next.value, { stream: true });
  }
}
