import { expect, test } from "vitest";
import { TransferTimeout } from "./transfer-timeout";

/** How long somebody is waited for who sends so much, so often. */
function endOf(bytes: number, everyMs: number, most = 8_000): number {
  const patience = new TransferTimeout(most);
  for (let at = 0; at < 600_000; at += everyMs) {
    const { remainingMs: left } = patience;
    if (!patience.spend(everyMs, bytes)) return at + left;
  }
  return Number.POSITIVE_INFINITY;
}

test("a silent sender times out once", () => {
  expect(endOf(0, 1_000)).toBe(8_000);
  expect(endOf(0, 7_999)).toBe(8_000);
});

test("single bytes time out like silence", () => {
  expect(endOf(1, 1_000)).toBeLessThan(8_100);
  expect(endOf(1, 7_900)).toBeLessThan(8_100);
  expect(endOf(500, 1_000)).toBeLessThan(16_100);
});

test("1 KB a second is enough, also in bursts", () => {
  expect(endOf(1_000, 1_000)).toBe(Number.POSITIVE_INFINITY);
  expect(endOf(7_000, 7_000)).toBe(Number.POSITIVE_INFINITY);
});

test("a burst earns no more than the maximum", () => {
  const patience = new TransferTimeout(8_000);
  patience.spend(0, 1_000_000);
  expect(patience.remainingMs).toBe(8_000);
  patience.spend(0, 30_000, 60_000);
  expect(patience.remainingMs).toBe(38_000);
  patience.spend(50_000, 10);
  expect(patience.remainingMs).toBe(10);
});
