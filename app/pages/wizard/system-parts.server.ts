import type { Chunks, FormPart } from "~/forms/form-parts.server";
import { HEAD_BYTES, isMusic, isSystemFile, mayBeMusic } from "~/uploads/system-files";

type FilePart = Extract<FormPart, { kind: "file" }>;

/** Reads the first bytes; `all` still yields the whole file. */
async function peek(chunks: Chunks): Promise<{ head: Uint8Array; all: Chunks }> {
  const kept: Uint8Array[] = [];
  const head = new Uint8Array(HEAD_BYTES);
  let filled = 0;
  while (filled < HEAD_BYTES) {
    const next = await chunks.next();
    if (next.done) break;
    // The parser may reuse the chunk's memory.
    const chunk = next.value.slice();
    kept.push(chunk);
    const beginning = chunk.subarray(0, HEAD_BYTES - filled);
    head.set(beginning, filled);
    filled += beginning.length;
  }
  const first = kept.values();
  const all: Chunks = {
    async next() {
      const again = first.next();
      return again.done ? chunks.next() : { done: false, value: again.value };
    },
  };
  return { head: head.subarray(0, filled), all };
}

/**
 * The file to read, or undefined for a system file, judged by its name and, where that is not enough, by
 * its
 * first bytes.
 */
export async function unlessOfSystem(part: FilePart): Promise<FilePart | undefined> {
  if (!isSystemFile(part.fileName)) return part;
  if (!mayBeMusic(part.fileName)) return undefined;
  const { head, all } = await peek(part.chunks);
  return isMusic(head) ? { ...part, chunks: all } : undefined;
}
