import type { Chunks, FormPart } from "~/forms/form-parts.server";
import { canBeMusic, HEAD_BYTES, isMusic, isSystemFile } from "~/uploads/system-files";

type FilePart = Extract<FormPart, { kind: "file" }>;

/** The first bytes of a file, and all of it. */
async function peek(chunks: Chunks): Promise<{ head: Uint8Array; all: Chunks }> {
  const kept: Uint8Array[] = [];
  const head = new Uint8Array(HEAD_BYTES);
  let filled = 0;
  while (filled < HEAD_BYTES) {
    const next = await chunks.next();
    if (next.done) break;
    // The memory of a chunk may be used again for the next one.
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
 * A file of several as it is to be read; undefined for one that is the system's own, which its name
 * tells, and its first bytes where it may be music after all.
 */
export async function unlessOfSystem(part: FilePart): Promise<FilePart | undefined> {
  if (!isSystemFile(part.fileName)) return part;
  if (!canBeMusic(part.fileName)) return undefined;
  const { head, all } = await peek(part.chunks);
  return isMusic(head) ? { ...part, chunks: all } : undefined;
}
