import fc from "fast-check";
import { expect, test } from "vitest";
import { TokenBucket } from "../../support/slow-link";

test.each([
  [1_000, [100], [0]],
  [1_000, [1_100], [1_000]],
  [1_000, [100, 500, 500], [0, 500, 1_000]],
  [2_500_000, [250_000, 16_384], [0, 6.5536]],
  [Number.POSITIVE_INFINITY, [1e9, 1e9], [0, 0]],
])("at %d bytes per second %j, brought at once, wait %j ms", (rate, bytes, waits) => {
  const bucket = new TokenBucket(rate);
  const actualWaits = bytes.map((count) => bucket.take(count, 5_000));
  expect(actualWaits.map((ms) => Math.round(ms * 1e4) / 1e4)).toEqual(waits);
});

test("however bytes come, no more pass than the rate and what a tenth of a second saves up", () => {
  const arrivals = fc.array(fc.tuple(fc.nat(2_000), fc.integer({ min: 1, max: 100_000 })), {
    minLength: 1,
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e7 }), arrivals, (rate, steps) => {
      const bucket = new TokenBucket(rate);
      let now = 0;
      let passedBytes = 0;
      for (const [pause, bytes] of steps) {
        now += pause;
        now += bucket.take(bytes, now);
        passedBytes += bytes;
        expect(passedBytes).toBeLessThanOrEqual((rate * (now + 100)) / 1000 + 1e-3);
      }
    }),
  );
});

test("bytes that always wait their turn pass at the full rate, though each comes a bit late", () => {
  const bucket = new TokenBucket(1_000_000);
  let now = 0;
  for (let sentBytes = 0; sentBytes < 10_000_000; sentBytes += 16_000)
    now += bucket.take(16_000, now) + 3;
  expect(now).toBeGreaterThan(9_800);
  expect(now).toBeLessThan(10_050);
});
