import fc from "fast-check";
import { expect, test } from "vitest";
import { messageDelay } from "~/jobs/job-message";
import { redeliveryDelay, retryDelay } from "./retry-delay";

test("delays double from attempt to attempt, spread by a fifth, up to an hour", () => {
  expect(retryDelay(1, undefined, () => 0)).toBe(16);
  expect(retryDelay(1, undefined, () => 0.999)).toBe(24);
  expect(retryDelay(3, undefined, () => 0.5)).toBe(80);
  expect(retryDelay(20, undefined, () => 0.5)).toBe(3_600);
});

test("the delay is never shorter than the other side asks for, even beyond a queue's limit", () => {
  expect(retryDelay(1, 17, () => 0)).toBe(17);
  expect(retryDelay(1, 10, () => 0.5)).toBe(11);
  expect(retryDelay(5, 40, () => 0)).toBe(40);
  expect(retryDelay(1, 86_000, () => 0)).toBe(86_000);
  expect(retryDelay(1, 86_000, () => 0.5)).toBe(86_300);
  expect(retryDelay(1, 1e9, () => 0)).toBe(604_800);
});

test("a side that keeps asking for two seconds is called less often: twelve attempts last hours", () => {
  const delays = Array.from({ length: 11 }, (_, index) => retryDelay(index + 1, 2, () => 0));
  expect(delays.slice(0, 4)).toEqual([2, 4, 8, 16]);
  expect(delays.reduce((sum, delay) => sum + delay)).toBeGreaterThan(3_600);
});

test("a message that could not be handled is redelivered within seconds, then ever less often", () => {
  const delays = [1, 2, 3, 8, 12, 90].map((deliveries) => redeliveryDelay(deliveries, () => 0.5));
  expect(delays).toEqual([2, 4, 8, 256, 3_600, 3_600]);
});

test("every delay is a whole number of seconds, held back by a queue as long as it can", () => {
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  const requestedSeconds = fc.option(fc.double({ min: 0, max: 1e7, noNaN: true }), {
    nil: undefined,
  });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100 }),
      requestedSeconds,
      random,
      (count, seconds, fraction) => {
        for (const delay of [
          retryDelay(count, seconds, () => fraction),
          redeliveryDelay(count, () => fraction),
        ]) {
          expect(Number.isInteger(delay)).toBe(true);
          expect(delay).toBeGreaterThanOrEqual(1);
          expect(delay).toBeLessThanOrEqual(604_800);
          expect(messageDelay(delay)).toBeLessThanOrEqual(43_200);
        }
      },
    ),
  );
});
