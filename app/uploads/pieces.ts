/** Offsets of pieces within their part, and their lengths but the last, are multiples of this. */
export const PIECE_STEP_BYTES = 256 * 1024;
/** The longest piece. */
export const PIECE_MAX_BYTES = 1024 * 1024;

/** Bytes `[offset, offset + size)` of part `part`, sent on their own. */
export interface Piece {
  part: number;
  offset: number;
  size: number;
}

/** A stretch of a part: `size` bytes from `offset`. */
export type Stretch = Omit<Piece, "part">;

/**
 * Why a stretch cannot be a piece of a part of `partLength` bytes, as a sentence; undefined when it
 * can: it begins at a step, and is 1 to 4 steps long or what is left of the part.
 */
export function pieceProblem(partLength: number, { offset, size }: Stretch): string | undefined {
  if (!Number.isInteger(offset) || offset < 0 || offset % PIECE_STEP_BYTES !== 0)
    return `A piece begins at a multiple of ${PIECE_STEP_BYTES} bytes.`;
  if (offset >= partLength) return `This part has ${partLength} bytes only.`;
  const left = partLength - offset;
  const steps = size > 0 && size % PIECE_STEP_BYTES === 0;
  if (size <= PIECE_MAX_BYTES && (size === left || (steps && size < left))) return undefined;
  return `A piece has 1 to 4 times ${PIECE_STEP_BYTES} bytes, or what is left of its part.`;
}

/** A read of one piece: `length` bytes of it, from byte `from` of the piece. */
export interface PieceRead {
  offset: number;
  from: number;
  length: number;
}

/**
 * How the pieces make their part of `partLength` bytes: what to read one after the other, and the
 * stretches that are still missing. Pieces may overlap, as those of different lengths do.
 */
export function assemble(
  pieces: readonly Stretch[],
  partLength: number,
): { reads: PieceRead[]; missing: Stretch[] } {
  const sorted = pieces.toSorted((a, b) => a.offset - b.offset || b.size - a.size);
  const reads: PieceRead[] = [];
  const missing: Stretch[] = [];
  let reached = 0;
  for (const { offset, size } of sorted) {
    const end = Math.min(offset + size, partLength);
    if (end <= reached) continue;
    if (offset > reached) missing.push({ offset: reached, size: offset - reached });
    const start = Math.max(offset, reached);
    reads.push({ offset, from: start - offset, length: end - start });
    reached = end;
  }
  if (reached < partLength) missing.push({ offset: reached, size: partLength - reached });
  return { reads, missing };
}

/** Where the pieces of an upload lie in the bucket. */
export function piecesPrefix(uploadId: string): string {
  return `pieces/${uploadId}/`;
}

/** Where one piece lies. */
export function pieceKey(uploadId: string, { part, offset }: Omit<Piece, "size">): string {
  return `${piecesPrefix(uploadId)}${part}/${offset}`;
}
