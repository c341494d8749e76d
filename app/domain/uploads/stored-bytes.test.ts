import fc from "fast-check";
import { expect, test } from "vitest";
import { invalidPieceReason, PIECE_STEP_BYTES } from "./pieces";
import { StoredBytes } from "./stored-bytes";

const MIB = 1024 * 1024;
const PART = 5 * MIB;
const NOTHING = { parts: [], pieces: [] };

test("what is stored is left out, and a range ends with its part", () => {
  const pieces = [{ part: 2, offset: 0, size: MIB }];
  const stored = new StoredBytes(3 * PART, PART, { parts: [1], pieces });
  expect(stored.total()).toBe(PART + MIB);
  const expected = { part: 2, partStart: PART, offset: PART + MIB, size: 4 * MIB };
  expect(stored.next([])).toEqual(expected);
  expect(stored.next([{ offset: PART + MIB, size: 4 * MIB }])?.part).toBe(3);
});

test("a part that the server lacks after all is sent again, and nothing else", () => {
  const stored = new StoredBytes(2 * PART, PART, { parts: [1, 2], pieces: [] });
  expect([stored.isFinished(), stored.next([])]).toEqual([true, undefined]);
  stored.removePart(1);
  expect([stored.isFinished(), stored.total()]).toEqual([false, PART]);
  expect(stored.next([])).toMatchObject({ offset: 0, size: PART });
});

test("whatever is kept of each request, all of a file goes, and no byte twice", () => {
  const sizes = fc.integer({ min: 1, max: 17 * MIB });
  const keeps = fc.array(fc.nat({ max: 400 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(sizes, keeps, (size, story) => {
      const stored = new StoredBytes(size, PART, NOTHING);
      let sent = 0;
      for (let index = 0; ; index++) {
        const range = stored.next([]);
        if (!range) break;
        const offset = range.offset - range.partStart;
        const partLength = Math.min(PART, size - range.partStart);
        expect(invalidPieceReason(partLength, { offset, size: range.size })).toBeUndefined();
        const keptBytes = ((story[index % story.length] ?? 0) + 1) * PIECE_STEP_BYTES;
        const bytes = Math.min(range.size, keptBytes);
        stored.addRange({ offset: range.offset, size: bytes });
        sent += bytes;
      }
      expect(sent).toBe(size);
      expect(stored.total()).toBe(size);
    }),
  );
});
