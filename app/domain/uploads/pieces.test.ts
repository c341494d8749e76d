import fc from "fast-check";
import { expect, test } from "vitest";
import {
  contiguousEnd,
  invalidPieceReason,
  mergeRanges,
  missingRanges,
  pieceKey,
  piecesPrefix,
  planAssembly,
  PIECE_STEP_BYTES as STEP,
} from "./pieces";

const PART = 20 * STEP;

test.each([
  [PART, 0, STEP],
  [PART, 0, 4 * STEP],
  [PART, 0, PART],
  [PART, 19 * STEP, STEP],
  [PART, 3 * STEP, 2 * STEP],
  [PART + 7, 20 * STEP, 7],
  [PART + 7, 17 * STEP, 3 * STEP + 7],
  [5, 0, 5],
])("of a part of %i bytes, %i and the %i that follow can be a piece", (part, offset, size) => {
  expect(invalidPieceReason(part, { offset, size })).toBeUndefined();
});

test.each([
  [PART, 1, STEP],
  [PART, -STEP, STEP],
  [PART, Number.NaN, STEP],
  [PART, 0.5, STEP],
  [PART, PART, STEP],
  [PART, 0, 0],
  [PART, 0, STEP + 1],
  [PART, 19 * STEP, 2 * STEP],
  [PART + 7, 19 * STEP, STEP + 6],
  [5, 0, 4],
  [5, 0, Number.NaN],
])("of a part of %i bytes, %d and the %d that follow can not", (part, offset, size) => {
  expect(invalidPieceReason(part, { offset, size })).toMatch(/^(A piece|This part) .+\.$/);
});

/** Pieces as browsers may send them: any steps, any length, any order, twice or not at all. */
const someParts = fc.integer({ min: 1, max: 12 * STEP }).chain((length) =>
  fc.record({
    length: fc.constant(length),
    pieces: fc
      .array(
        fc
          .record({ step: fc.nat({ max: 12 }), steps: fc.integer({ min: 1, max: 4 }) })
          .map(({ step, steps }) => {
            const offset = step * STEP;
            return { offset, size: Math.min(steps * STEP, length - offset) };
          }),
        { maxLength: 16 },
      )
      .map((pieces) => pieces.filter(({ size }) => size > 0)),
  }),
);

test("what is read and what is missing are the part, each byte once and in order", () => {
  fc.assert(
    fc.property(someParts, ({ length, pieces }) => {
      const { reads, missing } = planAssembly(pieces, length);
      const readRanges = reads.map(({ piece, from, length: size }) => ({
        offset: piece.offset + from,
        size,
      }));
      const all = [...readRanges, ...missing].toSorted((a, b) => a.offset - b.offset);
      let position = 0;
      for (const { offset, size } of all) {
        expect(offset).toBe(position);
        expect(size).toBeGreaterThan(0);
        position += size;
      }
      expect(position).toBe(length);
      for (const { piece, from, length: size } of reads) {
        expect(pieces).toContainEqual(piece);
        expect(from + size).toBeLessThanOrEqual(piece.size);
      }
      for (const gap of missing)
        for (const piece of pieces)
          expect(
            piece.offset + piece.size <= gap.offset || piece.offset >= gap.offset + gap.size,
          ).toBe(true);
    }),
  );
});

test("adjacent missing ranges are merged", () => {
  expect(planAssembly([{ offset: 2 * STEP, size: STEP }], 6 * STEP).missing).toEqual([
    { offset: 0, size: 2 * STEP },
    { offset: 3 * STEP, size: 3 * STEP },
  ]);
});

test("the pieces of one upload, and of one part, lie under a beginning of their own", () => {
  const key = pieceKey("01UP", { part: 1, offset: 262_144, size: 65_536 });
  expect(key).toBe("pieces/01UP/1/262144-65536");
  expect(key.startsWith(piecesPrefix("01UP"))).toBe(true);
  expect(pieceKey("01UPX", { part: 1, offset: 0, size: 1 }).startsWith(piecesPrefix("01UP"))).toBe(
    false,
  );
});

test("the stored range from a byte on ends at the first missing range", () => {
  const pieces = [
    { offset: 0, size: 3 * STEP },
    { offset: 2 * STEP, size: 2 * STEP },
    { offset: 6 * STEP, size: STEP },
  ];
  const until = (step: number) => contiguousEnd(pieces, 8 * STEP, step * STEP) / STEP;
  expect([0, 1, 3, 4, 5, 6, 7].map(until)).toEqual([4, 4, 4, 4, 5, 7, 7]);
  expect(contiguousEnd([], STEP, 0)).toBe(0);
  expect(contiguousEnd([{ offset: 0, size: STEP }], STEP, 0)).toBe(STEP);
});

test("adjacent or overlapping pieces are merged within their part", () => {
  const piece = (part: number, offset: number, size: number) => ({ part, offset, size });
  const pieces = [piece(2, 4, 4), piece(1, 0, 4), piece(1, 4, 4), piece(1, 6, 6), piece(1, 16, 4)];
  expect(mergeRanges(pieces)).toEqual([piece(1, 0, 12), piece(1, 16, 4), piece(2, 4, 4)]);
  expect(mergeRanges([piece(1, 0, 12), piece(1, 4, 4)])).toEqual([piece(1, 0, 12)]);
});

test.each([
  [[], [[10, 20]]],
  [[[10, 20]], []],
  [[[0, 40]], []],
  [[[0, 15]], [[15, 15]]],
  [[[25, 40]], [[10, 15]]],
  [
    [
      [12, 3],
      [14, 6],
    ],
    [
      [10, 2],
      [20, 10],
    ],
  ],
  [
    [
      [0, 10],
      [30, 5],
    ],
    [[10, 20]],
  ],
])("of 20 bytes from 10 on, with %j held, %j are missing", (heldRanges, missing) => {
  const stretch = ([offset = 0, size = 0]: number[]) => ({ offset, size });
  expect(missingRanges(heldRanges.map(stretch), { offset: 10, size: 20 })).toEqual(
    missing.map(stretch),
  );
});
