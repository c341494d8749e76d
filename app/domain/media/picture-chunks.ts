import type { Body } from "./picture-metadata";
import type { CachedReader } from "./range-reader";

/** Called for the chunks of a PNG or WebP, in order. */
export type ChunkVisitor = (type: string, body: Body) => Promise<void>;

/** Behind its pixels a picture has few chunks. */
const MAX_LATE_CHUNKS = 16;

/**
 * Visits the chunks behind the pixels; whatever is wrong there ends it.
 * @param readHead name and length of a chunk, and how many bytes are behind its body.
 */
export async function visitLateChunks(
  reader: CachedReader,
  from: number,
  visit: ChunkVisitor,
  readHead: (head: DataView) => { type: string; bytes: number; behind: number },
): Promise<void> {
  let position = from;
  for (let count = 0; count < MAX_LATE_CHUNKS; count++) {
    const head = await reader.at(position, 8);
    if (!head) return;
    const { type, bytes, behind } = readHead(head);
    await visit(type, { at: position + 8, bytes });
    position += 8 + bytes + behind;
  }
}
