import { lastOf } from "~/platform/formats/last-of";

/**
 * Offsets and lengths of pieces are multiples of this, except at the end of a part. Small, so that
 * a cut loses little; large enough for few pieces per part.
 */
export const PIECE_STEP_BYTES = 16 * 1024;

/** Bytes `[offset, offset + size)` of a part, stored separately. */
export interface Piece {
  part: number;
  offset: number;
  size: number;
}

export type PieceRange = Omit<Piece, "part">;

/** Why a range cannot be sent: it has to begin at a step, and end at one or with the part. */
export function invalidPieceReason(partLength: number, { offset, size }: PieceRange) {
  if (!Number.isInteger(offset) || offset < 0 || offset % PIECE_STEP_BYTES !== 0)
    return `A piece begins at a multiple of ${PIECE_STEP_BYTES} bytes.`;
  if (offset >= partLength) return `This part has ${partLength} bytes only.`;
  const remaining = partLength - offset;
  const steps = size > 0 && size % PIECE_STEP_BYTES === 0;
  if (size === remaining || (steps && size < remaining)) return undefined;
  return `A piece has a multiple of ${PIECE_STEP_BYTES} bytes, or what is left of its part.`;
}

interface PieceRead {
  piece: PieceRange;
  from: number;
  length: number;
}

/** How pieces, which may overlap, make a part: the reads in order, and the missing ranges. */
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

/** The end of the bytes stored without a gap from `offset` on. */
export function contiguousEnd(pieces: readonly PieceRange[], partLength: number, offset: number) {
  const range = planAssembly(pieces, partLength).missing.find(
    ({ offset: start, size }) => start + size > offset,
  );
  return range ? Math.max(offset, range.offset) : partLength;
}

/** The ranges within a range that no piece covers. */
export function missingRanges(
  pieces: readonly PieceRange[],
  { offset, size }: PieceRange,
): PieceRange[] {
  const covered = pieces.flatMap((piece) => {
    const from = Math.max(piece.offset, offset);
    const end = Math.min(piece.offset + piece.size, offset + size);
    return end > from ? [{ offset: from - offset, size: end - from }] : [];
  });
  return planAssembly(covered, size).missing.map((range) => ({
    ...range,
    offset: range.offset + offset,
  }));
}

/** The ranges that pieces cover, sorted and merged. */
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

export function piecesPrefix(uploadId: string): string {
  return `pieces/${uploadId}/`;
}

/**
 * The key of a piece. Its size is part of it, so that a cut request and its repetition never
 * overwrite each other.
 */
export function pieceKey(uploadId: string, { part, offset, size }: Piece): string {
  return `${piecesPrefix(uploadId)}${part}/${offset}-${size}`;
}
