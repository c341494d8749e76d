import fc from "fast-check";
import { expect, test } from "vitest";
import { SendWindow } from "./send-window";

const KIB = 1024;

interface Line {
  /** Bytes per second. */
  rate: number;
  /** Milliseconds from the last byte of a request until its answer. */
  latency: number;
}

/** Sends requests over a line, one leaving after the other, as many as the window lets. */
function sendOver({ rate, latency }: Line, requests: number) {
  const window = new SendWindow("own", latency);
  const waiting: { departure: ReturnType<SendWindow["depart"]>; leftAt: number; bytes: number }[] =
    [];
  let now = 0;
  let idleMs = 0;
  const answer = () => {
    const next = waiting.shift();
    if (!next) return;
    now = Math.max(now, next.leftAt + latency);
    const { departure, leftAt, bytes } = next;
    window.acknowledge(departure, { leftAt, at: Math.max(leftAt + latency, 0), bytes });
  };
  for (let count = 0; count < requests; count++) {
    while (waiting[0] && waiting[0].leftAt + latency <= now) answer();
    const before = now;
    while (waiting.reduce((sum, { bytes }) => sum + bytes, 0) > window.bytes()) answer();
    // The first ones find out how fast the line is.
    if (count > requests / 2) idleMs += now - before;
    const bytes = window.rate() === undefined ? 256 * KIB : window.requestBytes();
    const departure = window.depart(now, waiting.length === 0);
    now += (bytes / rate) * 1_000;
    waiting.push({ departure, leftAt: now, bytes });
  }
  return { window, idleMs, lastMs: now };
}

const lines = fc.record({
  rate: fc.integer({ min: 20_000, max: 12_500_000 }),
  latency: fc.integer({ min: 5, max: 1_000 }),
});

test("whatever an answer takes, the line is never empty once its speed is known", () => {
  fc.assert(
    fc.property(lines, (line) => {
      const { idleMs, lastMs } = sendOver(line, 120);
      expect(idleMs / lastMs).toBeLessThan(0.01);
    }),
  );
});

test("late answers are not taken for a slow line, nor early ones for a fast one", () => {
  fc.assert(
    fc.property(lines, (line) => {
      const { window } = sendOver(line, 120);
      expect(window.rate()).toBeGreaterThan(line.rate * 0.8);
      expect(window.rate()).toBeLessThan(line.rate * 1.2);
    }),
  );
});

test("answers that were held up and come at once do not make the line look fast", () => {
  const { window } = sendOver({ rate: 100_000, latency: 50 }, 40);
  const before = window.rate() ?? 0;
  let leftAt = 100_000;
  const departures = Array.from({ length: 3 }, () => {
    const departure = window.depart(leftAt, false);
    leftAt += 300;
    return { departure, leftAt };
  });
  for (const sent of departures)
    window.acknowledge(sent.departure, { leftAt: sent.leftAt, at: 101_000, bytes: 30_000 });
  expect(window.rate()).toBeLessThan(before * 1.2);
});

test("what has arrived before a cut tells the rate until an answer comes", () => {
  const window = new SendWindow("own", 100);
  window.noteArrived(0, 3_000);
  expect(window.rate()).toBeUndefined();
  window.noteArrived(150_000, 3_000);
  expect([window.rate(), window.bytes()]).toEqual([50_000, 64 * KIB + 10_000]);
  window.noteArrived(900_000, 3_000);
  expect(window.rate()).toBe(50_000);
});

test("bytes that systems have taken and a slow link has not make the window no larger", () => {
  const window = new SendWindow("own", 110);
  for (let at = 6_000; at <= 60_000; at += 6_000)
    window.acknowledge(window.depart(at - 6_000, true), { leftAt: at - 5_900, at, bytes: 300_000 });
  expect(window.rate()).toBe(50_000);
  expect(window.bytes()).toBe(64 * KIB + 11_000);
});

test("a request has what leaves in 0.3 s, and no less than 64 KiB", () => {
  expect(new SendWindow("own", 100).requestBytes()).toBe(64 * KIB);
  expect(sendOver({ rate: 20_000, latency: 10 }, 20).window.requestBytes()).toBe(64 * KIB);
  const { window } = sendOver({ rate: 1_000_000, latency: 600 }, 120);
  expect(window.requestBytes()).toBeGreaterThan(240 * KIB);
  expect(window.requestBytes()).toBeLessThan(350 * KIB);
});

test("requests are twice as large while each answer shows a faster line, so that it is soon known", () => {
  const window = new SendWindow("own", 100);
  const bytes = 1_000_000;
  const answer = (ms: number) =>
    window.acknowledge(window.depart(0, true), { leftAt: ms, at: ms, bytes });
  for (const ms of [4_000, 2_000, 1_000]) answer(ms);
  expect(window.requestBytes()).toBeGreaterThan(550 * KIB);
  for (let count = 0; count < 3; count++) answer(1_000);
  expect(window.requestBytes()).toBeLessThan(300 * KIB);
});

test("parts go whole where they pass quickly, straight to storage also where they take longer", () => {
  const PART = 5 * 1024 * KIB;
  const takes = (carrier: "own" | "s3", rate: number) => {
    const window = new SendWindow(carrier, 100);
    window.acknowledge(window.depart(0, true), { leftAt: 1_000, at: 1_000, bytes: rate });
    return window.takesWholeParts(PART);
  };
  expect([takes("own", 12_500_000), takes("own", 2_500_000)]).toEqual([true, false]);
  expect([takes("s3", 2_500_000), takes("s3", 1_000_000)]).toEqual([true, false]);
  expect(new SendWindow("s3", 100).takesWholeParts(PART)).toBe(false);
});
