import fc from "fast-check";
import { expect, test } from "vitest";
import { invalidPieceReason, PIECE_STEP_BYTES, type PieceRange } from "../pieces";
import { pieceSize, preferredPartSize } from "./transfer-strategy";
import { LONGEST_PIECE_BYTES, nextPiece } from "./work-list";

const KIB = 1024;

test.each([
  [undefined, undefined, 256],
  [2_500_000, undefined, 976],
  [1_000_000, undefined, 384],
  [50_000, undefined, 64],
  [50_000, 10_000, 16],
  [50_000, 30_000, 16],
  [300_000, 3_000, 48],
  [1_000_000, 3_000, 176],
  [1_000_000, 30_000, 384],
  [2_500_000, 1_000, 144],
  [10_000_000, 60_000, 1024],
])("at %s bytes a second and %s ms between cuts a piece has %i KiB", (rate, gap, kib) => {
  expect(pieceSize(rate, gap)).toBe(kib * KIB);
});

test("the pieces of a part cover it exactly once and are all such as the server takes", () => {
  const lengths = fc.integer({ min: 1, max: 2 * KIB * KIB });
  const sizes = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(lengths, sizes, (length, steps) => {
      const pieces: PieceRange[] = [];
      for (let index = 0; ; index++) {
        const most = (steps[index % steps.length] ?? 1) * PIECE_STEP_BYTES;
        const piece = nextPiece(length, pieces, most);
        if (!piece) break;
        expect(invalidPieceReason(length, piece)).toBeUndefined();
        expect(piece.size).toBeLessThanOrEqual(Math.min(most, LONGEST_PIECE_BYTES));
        expect(piece.offset).toBe(pieces.reduce((sum, { size }) => sum + size, 0));
        pieces.push(piece);
      }
      expect(pieces.reduce((sum, { size }) => sum + size, 0)).toBe(length);
    }),
  );
});

test("what is held in the middle is left out", () => {
  const stretches = [{ offset: PIECE_STEP_BYTES, size: PIECE_STEP_BYTES }];
  const first = nextPiece(4 * PIECE_STEP_BYTES, stretches, LONGEST_PIECE_BYTES);
  expect(first).toEqual({ offset: 0, size: PIECE_STEP_BYTES });
  const second = nextPiece(
    4 * PIECE_STEP_BYTES,
    first ? [...stretches, first] : stretches,
    LONGEST_PIECE_BYTES,
  );
  expect(second).toEqual({ offset: 2 * PIECE_STEP_BYTES, size: 2 * PIECE_STEP_BYTES });
});

const MIB = 1024 * 1024;

test.each([
  [undefined, 5],
  [50_000, 5],
  [2_500_000, 5],
  [5 * MIB, 10],
  [100 * MIB, 16],
])("after %s bytes a second parts of %i MiB are asked for", (rate, mib) => {
  expect(preferredPartSize(rate)).toBe(mib * MIB);
});
