import { expect, test } from "vitest";
import { memoryCache } from "./result-cache.server";

function createFixture(maxEntries?: number) {
  let now = Date.parse("2026-11-21T12:00:00Z");
  const cache = memoryCache(() => new Date(now), maxEntries);
  return { cache, pass: (seconds: number) => (now += seconds * 1000) };
}

test("an entry is available until it expires", async () => {
  const { cache, pass: advance } = createFixture();
  await cache.put("a", { n: 1 }, 60);
  advance(59);
  expect(await cache.get("a")).toEqual({ n: 1 });
  advance(1);
  expect(await cache.get("a")).toBeUndefined();
});

test("the oldest entry is evicted first", async () => {
  const { cache } = createFixture(2);
  await cache.put("a", 1, 60);
  await cache.put("b", 2, 60);
  await cache.put("a", 3, 60);
  await cache.put("c", 4, 60);
  expect([await cache.get("a"), await cache.get("b"), await cache.get("c")]).toEqual([
    3,
    undefined,
    4,
  ]);
});
