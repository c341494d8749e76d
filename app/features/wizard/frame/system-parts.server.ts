import { canBeMusic, HEAD_BYTES, isMusic, isSystemFile } from "~/domain/uploads/system-files";
import type { Chunks, FilePart } from "~/forms/form-parts.server";

/** Reads the first bytes; `allChunks` still yields the whole file. */
async function readHead(chunks: Chunks): Promise<{ head: Uint8Array; allChunks: Chunks }> {
  const bufferedChunks: Uint8Array[] = [];
  const head = new Uint8Array(HEAD_BYTES);
  let filled = 0;
  while (filled < HEAD_BYTES) {
    const next = await chunks.next();
    if (next.done) break;
    // The parser may reuse the chunk's memory.
    const chunk = next.value.slice();
    bufferedChunks.push(chunk);
    const headPart = chunk.subarray(0, HEAD_BYTES - filled);
    head.set(headPart, filled);
    filled += headPart.length;
  }
  const queue = bufferedChunks.values();
  const allChunks: Chunks = {
    async next() {
      const queued = queue.next();
      return queued.done ? chunks.next() : { done: false, value: queued.value };
    },
  };
  return { head: head.subarray(0, filled), allChunks };
}

/**
 * The file to read, or undefined for a system file, judged by its name and, where that is not enough,
 * by its first bytes.
 */
export async function skipSystemFile(part: FilePart): Promise<FilePart | undefined> {
  if (!isSystemFile(part.fileName)) return part;
  if (!canBeMusic(part.fileName)) return undefined;
  const { head, allChunks } = await readHead(part.chunks);
  return isMusic(head) ? { ...part, chunks: allChunks } : undefined;
}
