import { expect, test } from "vitest";
import { openPartTroubles } from "./part-troubles";

test("pieces that break together have failed once, and a part that got through never", () => {
  const troubles = openPartTroubles();
  expect(troubles.failed(4, 0, 10)).toBe(1);
  expect(troubles.failed(4, 5, 11)).toBe(1);
  expect(troubles.failed(5, 5, 11)).toBe(1);
  expect(troubles.failed(4, 12, 20)).toBe(2);
  troubles.over(4);
  expect(troubles.failed(4, 21, 30)).toBe(1);
});

test("renewals of a part's link are counted until it opens", () => {
  const troubles = openPartTroubles();
  expect([troubles.renewed(1), troubles.renewed(1), troubles.renewed(2)]).toEqual([1, 2, 1]);
  troubles.over(1);
  expect(troubles.renewed(1)).toBe(1);
});
