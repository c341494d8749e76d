/**
 * Reads a body as text (UTF-8; bytes that are none become U+FFFD).
 * @returns undefined when it has more than `maxBytes`. The rest is read and thrown away, never
 * held: a body that nobody reads resets the connection, and the sender then sees no reply.
 */
export async function readBody(request: Request, maxBytes: number): Promise<string | undefined> {
  const reader = request.body?.getReader();
  if (!reader) return "";
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size <= maxBytes) text += decoder.decode(next.value, { stream: true });
  }
  return size > maxBytes ? undefined : text + decoder.decode();
}
