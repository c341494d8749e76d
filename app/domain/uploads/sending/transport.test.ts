import fc from "fast-check";
import { expect, test } from "vitest";
import { retryDelay } from "./transport.client";

const failures = fc.record({
  count: fc.integer({ min: 1, max: 60 }),
  cut: fc.boolean(),
  retryAfterMs: fc.option(fc.integer({ min: 0, max: 3_600_000 }), { nil: undefined }),
});
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

test("a pause is never longer than 30 s beyond what the server asked for", () => {
  fc.assert(
    fc.property(failures, random, (one, chance) => {
      const serverDelay = Math.min(600_000, one.retryAfterMs ?? 0);
      const delay = retryDelay(one, chance);
      expect(delay).toBeGreaterThanOrEqual(serverDelay);
      expect(delay).toBeLessThanOrEqual(serverDelay + 30_000);
    }),
  );
});

test("the whole range is used, so that browsers do not come back in step", () => {
  for (const cut of [true, false]) {
    expect(retryDelay({ count: 5, cut }, 0)).toBe(0);
    expect(retryDelay({ count: 5, cut }, 0.5)).toBe(retryDelay({ count: 5, cut }, 1) / 2);
  }
});

test.each([
  [1, true, 100],
  [2, true, 1_000],
  [3, true, 2_000],
  [4, true, 4_000],
  [1, false, 1_000],
  [2, false, 2_000],
  [9, false, 30_000],
])("after failure %i (cut: %s) it waits up to %i ms", (count, cut, most) => {
  expect(retryDelay({ count, cut }, 1)).toBe(most);
});
