import fc from "fast-check";
import { expect, test } from "vitest";
import { PIECE_STEP_BYTES, type Piece } from "../pieces";
import { openWorkList, type SendUnit } from "./work-list";

const MIB = 1024 * 1024;
const PART = 5 * MIB;
const NOTHING = { parts: [], pieces: [] };

test("parts go in order, and what is held is left out", () => {
  const work = openWorkList(4 * PART, PART, { parts: [1, 3], pieces: [] });
  expect(work.stored()).toBe(2 * PART);
  expect(work.next(undefined)).toEqual({ part: 2, offset: 0, size: PART, whole: true });
  expect(work.next(undefined)?.part).toBe(4);
  expect(work.next(undefined)).toBeUndefined();
});

test("a part of which there are pieces is finished in pieces, whatever the link is like by now", () => {
  const pieces = [{ part: 1, offset: 0, size: MIB }];
  const work = openWorkList(PART, PART, { parts: [], pieces });
  const unit = work.next(undefined);
  expect(unit).toEqual({ part: 1, offset: MIB, size: MIB, whole: false });
});

test("a part whose pieces are all held is joined, not sent", () => {
  const work = openWorkList(MIB, PART, { parts: [], pieces: [{ part: 1, offset: 0, size: MIB }] });
  expect(work.next(PIECE_STEP_BYTES)).toBeUndefined();
  expect(work.joinable()).toEqual([1]);
  work.joining(1, true);
  expect(work.joinable()).toEqual([]);
  work.joining(1, false);
  expect(work.joinable()).toEqual([1]);
  work.hold(1);
  expect(work.finished()).toBe(true);
});

test("what is in doubt is not sent before the server was asked", () => {
  const work = openWorkList(2 * PART, PART, NOTHING);
  const [first, second] = [work.next(undefined), work.next(undefined)];
  if (!first || !second) throw new Error("Nothing to send");
  work.doubt(first);
  work.doubt(second);
  expect(work.next(undefined)).toBeUndefined();
  const doubts = [...work.doubts()];
  work.settle(doubts, { parts: [1], pieces: [] });
  expect(work.next(undefined)?.part).toBe(2);
  expect(work.stored()).toBe(PART);
});

test("an answer does not settle what came into doubt after the question", () => {
  const work = openWorkList(2 * PART, PART, NOTHING);
  const [first, second] = [work.next(undefined), work.next(undefined)];
  if (!first || !second) throw new Error("Nothing to send");
  work.doubt(first);
  const doubts = [...work.doubts()];
  work.doubt(second);
  work.settle(doubts, NOTHING);
  expect(work.doubts()).toEqual([second]);
  expect(work.next(undefined)?.part).toBe(1);
});

test("a join that lacks pieces has them sent again, and no others", () => {
  const pieces = [0, 1, 2, 3, 4].map((index) => ({ part: 1, offset: index * MIB, size: MIB }));
  const work = openWorkList(PART, PART, { parts: [], pieces });
  work.lost(1, [{ offset: 2 * MIB, size: MIB }]);
  expect(work.next(MIB)).toEqual({ part: 1, offset: 2 * MIB, size: MIB, whole: false });
  expect(work.next(MIB)).toBeUndefined();
});

test("a part that arrived wrong is sent anew", () => {
  const work = openWorkList(2 * PART, PART, { parts: [1, 2], pieces: [] });
  work.lost(2);
  expect(work.next(undefined)).toEqual({ part: 2, offset: 0, size: PART, whole: true });
});

/** A server that takes units, loses answers and is asked about them. */
const steps = fc.array(
  fc.record({
    pieces: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
    fate: fc.constantFrom("stored", "lost answer", "lost"),
    ask: fc.boolean(),
  }),
  { maxLength: 200 },
);

test("whatever happens, nothing that is held goes out, and everything does in the end", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30 * MIB }), steps, (size, story) => {
      const work = openWorkList(size, PART, NOTHING);
      const parts = new Set<number>();
      const pieces: Piece[] = [];
      const take = (unit: SendUnit) => {
        expect(parts.has(unit.part)).toBe(false);
        for (const piece of pieces.filter(({ part }) => part === unit.part))
          expect(
            piece.offset >= unit.offset + unit.size || piece.offset + piece.size <= unit.offset,
          ).toBe(true);
        if (unit.whole) parts.add(unit.part);
        else pieces.push(unit);
      };
      const settle = () => {
        work.settle([...work.doubts()], { parts: [...parts], pieces });
        for (const part of work.joinable()) {
          parts.add(part);
          work.hold(part);
        }
      };
      for (const { pieces: kib, fate, ask } of story) {
        const unit = work.next(kib && kib * PIECE_STEP_BYTES);
        if (unit) {
          if (fate === "stored" || fate === "lost answer") take(unit);
          if (fate === "stored") work.done(unit);
          else if (fate === "lost answer") work.doubt(unit);
          else work.giveBack(unit);
        }
        if (ask) settle();
      }
      settle();
      for (let unit = work.next(MIB); unit; unit = work.next(MIB)) {
        take(unit);
        work.done(unit);
        settle();
      }
      expect(work.finished()).toBe(true);
      expect(work.stored()).toBe(size);
    }),
  );
});
