import { expect, test } from "vitest";
import { clipHandleAt, dragWindow, toClipTimes } from "./clip-drag";

const window = { start: 40, end: 70 };

test.each([
  [41, "start"],
  [36, "start"],
  [68, "end"],
  [74, "end"],
  [55, "all"],
  [10, "all"],
  [200, "all"],
] as const)("at %i seconds the %s of the window is dragged", (time, handle) =>
  expect(clipHandleAt(window, time, 5)).toBe(handle),
);

test("also a window that is narrower than a finger can be moved, and pulled at either end", () => {
  const narrow = { start: 40, end: 46 };
  expect([39, 43, 47].map((time) => clipHandleAt(narrow, time, 10))).toEqual([
    "start",
    "all",
    "end",
  ]);
});

test("the window moves in whole seconds and keeps its length", () => {
  expect(dragWindow(window, "all", 12.4, 200)).toEqual({ start: 52, end: 82 });
  expect(dragWindow(window, "all", -12.6, 200)).toEqual({ start: 27, end: 57 });
});

test("the window stays within the track", () => {
  expect(dragWindow(window, "all", -99, 200)).toEqual({ start: 0, end: 30 });
  expect(dragWindow(window, "all", 999, 200.9)).toEqual({ start: 170, end: 200 });
  expect(dragWindow(window, "end", 999, 200.9)).toEqual({ start: 40, end: 200 });
  expect(dragWindow(window, "start", -99, 200)).toEqual({ start: 0, end: 70 });
  expect(dragWindow(window, "all", 9999, 9999)).toEqual({ start: 3569, end: 3599 });
});

test("neither end passes the other", () => {
  expect(dragWindow(window, "start", 99, 200)).toEqual({ start: 69, end: 70 });
  expect(dragWindow(window, "end", -99, 200)).toEqual({ start: 40, end: 41 });
});

test("a window that was typed beyond the track comes back into it", () => {
  const beyond = { start: 190, end: 300 };
  expect(dragWindow(beyond, "all", 0, 200)).toEqual({ start: 90, end: 200 });
  expect(dragWindow(beyond, "start", 0, 200)).toEqual({ start: 190, end: 200 });
  expect(dragWindow({ start: 0, end: 30 }, "all", 4, 12)).toEqual({ start: 0, end: 12 });
});

test("a window is typed as minutes and seconds", () =>
  expect(toClipTimes({ start: 61, end: 95 })).toEqual({ startTime: "01:01", endTime: "01:35" }));
