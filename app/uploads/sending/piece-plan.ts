import { assemble, PIECE_MAX_BYTES, PIECE_STEP_BYTES, type Stretch } from "../pieces";

/** Of the time between two cuts a piece takes this share: what a cut loses is that small. */
const SHARE_OF_GAP = 1 / 80;
/** Before the first cut a piece takes this long. */
const PIECE_MS = 200;
/** So many pieces may be on their way while an answer is. */
const PIECES_PER_ANSWER = 2;

/**
 * Bytes of the next pieces: 256 KiB to 1 MiB, the shorter the more often the link is cut, yet long
 * enough that a few of them fill the link while one is answered.
 * @param rate bytes per second, if measured.
 * @param gapMs time between cuts, if there were any.
 * @param answerMs time an answer takes, if there were any.
 */
export function pieceSize(
  rate: number | undefined,
  gapMs: number | undefined,
  answerMs = 0,
): number {
  if (rate === undefined) return PIECE_STEP_BYTES;
  const wanted = gapMs === undefined ? PIECE_MS : gapMs * SHARE_OF_GAP;
  const ms = Math.max(wanted, answerMs / PIECES_PER_ANSWER);
  const steps = Math.floor((rate * ms) / 1_000 / PIECE_STEP_BYTES);
  return Math.min(PIECE_MAX_BYTES, Math.max(1, steps) * PIECE_STEP_BYTES);
}

/**
 * The next piece of a part of `length` bytes, from what none of `taken` covers; undefined when
 * nothing is left of it.
 * @param most the bytes it may have, a multiple of the step.
 */
export function nextPiece(
  length: number,
  taken: readonly Stretch[],
  most: number,
): Stretch | undefined {
  const [gap] = assemble(taken, length).missing;
  return gap && { offset: gap.offset, size: Math.min(gap.size, most) };
}
