import { lastOf } from "~/platform/formats/last-of";

/**
 * Offsets of pieces within their part, and their lengths unless they end with it, are multiples of
 * this: so little is dropped of what a cut leaves, and so few pieces can a part have.
 */
export const PIECE_STEP_BYTES = 16 * 1024;

/** Bytes `[offset, offset + size)` of part `part`, kept on their own. */
export interface Piece {
  part: number;
  offset: number;
  size: number;
}

/** A stretch of a part: `size` bytes from `offset`. */
export type PieceRange = Omit<Piece, "part">;

/**
 * Why a stretch cannot be sent of a part of `partLength` bytes, as a sentence; undefined when it
 * can: it begins at a step, and ends at one or with the part.
 */
export function invalidPieceReason(
  partLength: number,
  { offset, size }: PieceRange,
): string | undefined {
  if (!Number.isInteger(offset) || offset < 0 || offset % PIECE_STEP_BYTES !== 0)
    return `A piece begins at a multiple of ${PIECE_STEP_BYTES} bytes.`;
  if (offset >= partLength) return `This part has ${partLength} bytes only.`;
  const remaining = partLength - offset;
  const steps = size > 0 && size % PIECE_STEP_BYTES === 0;
  if (size === remaining || (steps && size < remaining)) return undefined;
  return `A piece has a multiple of ${PIECE_STEP_BYTES} bytes, or what is left of its part.`;
}

/** A read of one piece: `length` bytes of it, from byte `from` of the piece. */
interface PieceRead {
  piece: PieceRange;
  from: number;
  length: number;
}

/**
 * How the pieces make their part of `partLength` bytes: what to read one after the other, and the
 * stretches that are still missing. Pieces may overlap, as those of different lengths do.
 */
export function planAssembly(
  pieces: readonly PieceRange[],
  partLength: number,
): { reads: PieceRead[]; missing: PieceRange[] } {
  const sortedPieces = [...pieces].sort((a, b) => a.offset - b.offset || b.size - a.size);
  const reads: PieceRead[] = [];
  const missing: PieceRange[] = [];
  let position = 0;
  for (const { offset, size } of sortedPieces) {
    const end = Math.min(offset + size, partLength);
    if (end <= position) continue;
    if (offset > position) missing.push({ offset: position, size: offset - position });
    const start = Math.max(offset, position);
    reads.push({ piece: { offset, size }, from: start - offset, length: end - start });
    position = end;
  }
  if (position < partLength) missing.push({ offset: position, size: partLength - position });
  return { reads, missing };
}

/** Up to which byte of a part everything from `offset` on is held; `offset` itself when nothing is. */
export function contiguousEnd(
  pieces: readonly PieceRange[],
  partLength: number,
  offset: number,
): number {
  const range = planAssembly(pieces, partLength).missing.find(
    (range) => range.offset + range.size > offset,
  );
  return range ? Math.max(offset, range.offset) : partLength;
}

/** The stretches within one of a part that no piece covers, in order. */
export function missingRanges(
  pieces: readonly PieceRange[],
  { offset, size }: PieceRange,
): PieceRange[] {
  const covered = pieces.flatMap((piece) => {
    const from = Math.max(piece.offset, offset);
    const end = Math.min(piece.offset + piece.size, offset + size);
    return end > from ? [{ offset: from - offset, size: end - from }] : [];
  });
  return planAssembly(covered, size).missing.map((range) => ({ ...range, offset: range.offset + offset }));
}

/** The stretches that pieces cover, part by part and in order: those that touch are told as one. */
export function mergeRanges(pieces: readonly Piece[]): Piece[] {
  const sortedPieces = [...pieces].sort((a, b) => a.part - b.part || a.offset - b.offset);
  const merged: Piece[] = [];
  for (const { part, offset, size } of sortedPieces) {
    const last = lastOf(merged);
    if (last?.part === part && offset <= last.offset + last.size)
      last.size = Math.max(last.size, offset + size - last.offset);
    else merged.push({ part, offset, size });
  }
  return merged;
}

/** Where the pieces of an upload lie in the bucket. */
export function piecesPrefix(uploadId: string): string {
  return `pieces/${uploadId}/`;
}

/**
 * Where one piece lies. Its size is in the name: two requests that bring the same bytes, one of them
 * forgotten half open by a cut, never write over each other.
 */
export function pieceKey(uploadId: string, { part, offset, size }: Piece): string {
  return `${piecesPrefix(uploadId)}${part}/${offset}-${size}`;
}
