import { expect, test } from "vitest";
import { maxConcurrentRequests, openLanes } from "./upload-scheduler";

/** Lanes on a link where one lane carries `each` bytes per second, and all together `most`. */
function drive(each: number, most: number, seconds: number, partMs = 0) {
  const lanes = openLanes();
  const counts: number[] = [];
  for (let at = 0; at <= seconds * 1_000; at += 500) {
    lanes.saw(at, Math.min(most, each * lanes.count()), partMs);
    counts.push(lanes.count());
  }
  return { lanes, counts };
}

test("where one lane fills the link it stays at one, after a try", () => {
  const { counts } = drive(2_500_000, 2_500_000, 60);
  expect(Math.max(...counts)).toBe(2);
  expect(counts.at(-1)).toBe(1);
  expect(counts.filter((count) => count === 2).length).toBeLessThan(12);
});

test("where every lane brings more it goes up to four", () => {
  const { counts } = drive(500_000, 10_000_000, 60);
  expect(Math.max(...counts)).toBe(4);
  expect(counts.at(-1)).toBe(4);
});

test("where a third brings nothing it stays at two", () => {
  expect(drive(1_000_000, 2_000_000, 30).counts.at(-1)).toBe(2);
});

test("under about 1 Mbit/s there is one lane, whatever there was before", () => {
  const { lanes } = drive(500_000, 10_000_000, 60);
  lanes.saw(61_000, 90_000);
  expect(lanes.count()).toBe(1);
  expect(Math.max(...drive(30_000, 120_000, 120).counts)).toBe(1);
});

test("after a failure there is one lane, for half a minute at least", () => {
  const { lanes } = drive(500_000, 10_000_000, 60);
  lanes.failed(60_000);
  expect(lanes.count()).toBe(1);
  for (let at = 60_000; at < 90_000; at += 500) lanes.saw(at, 500_000);
  expect(lanes.count()).toBe(1);
  for (let at = 90_000; at < 95_000; at += 500) lanes.saw(at, 500_000);
  expect(lanes.count()).toBe(2);
});

test("where a part takes long, a second one is not risked soon", () => {
  expect(Math.max(...drive(500_000, 10_000_000, 60, 10_000).counts)).toBe(1);
});

test.each([
  [1, undefined, 150, 2],
  [1, 56_000, 150, 1],
  [1, 2_100, 150, 2],
  [1, 100, 150, 3],
  [2, 2_100, 150, 3],
  [4, 2_100, 150, 5],
  [1, 1, 5_000, 5],
])(
  "%i lanes, %s ms a request, %i ms an answer: %i at once",
  (lanes, request, answer, expectedCount) => {
    expect(maxConcurrentRequests(lanes, request, answer)).toBe(expectedCount);
  },
);
