import { beforeEach, expect, test } from "vitest";
import { aheadPath, expectEntry, loadEntry, READY_MS, showEntry } from "./ready-entry";

const PATH = "/staff/submissions/S1?view=waiting";
const urlOf = (path: string) => `https://label.example${path}`;

/** Answers how often it was called. */
let calls = 0;
const load = async () => ++calls;
const loadAt = (now: number, path = PATH, how = load) => loadEntry(urlOf(path), how, now);
beforeEach(() => {
  calls = 0;
  showEntry(PATH);
});

test("an entry that comes next is loaded once, however often it is asked for and expected", async () => {
  expectEntry(PATH, 0);
  const first = loadAt(0);
  expect(await Promise.all([first, loadAt(1)])).toEqual([1, 1]);
  expectEntry(PATH, 2);
  expect([await loadAt(3), calls]).toEqual([1, 1]);
});

test("once it is shown it is loaded anew: whoever comes back sees it as it is then", async () => {
  expectEntry(PATH, 0);
  await loadAt(0);
  showEntry("/staff/submissions/S2?view=waiting");
  expect(await loadAt(1)).toBe(1);
  showEntry(PATH);
  expect([await loadAt(2), await loadAt(3)]).toEqual([2, 3]);
});

test("another entry and another list are loaded, and so is one that was loaded too long ago", async () => {
  expectEntry(PATH, 0);
  await loadAt(0);
  expect(await loadAt(1, "/staff/submissions/S2?view=waiting")).toBe(2);
  expect(await loadAt(1, "/staff/submissions/S1")).toBe(3);
  expect([await loadAt(READY_MS - 1), await loadAt(READY_MS)]).toEqual([1, 4]);
  expectEntry(PATH, READY_MS);
  expect([await loadAt(READY_MS), await loadAt(READY_MS + 1)]).toEqual([5, 5]);
});

test("whoever asks while another one gives up loads it themselves", async () => {
  const giveUp = () => Promise.reject(new Error("given up"));
  expectEntry(PATH, 0);
  const replies = await Promise.allSettled([loadAt(0, PATH, giveUp), loadAt(1)]);
  expect(replies).toMatchObject([{ reason: { message: "given up" } }, { value: 1 }]);
  // What the second one loaded is kept.
  expect([await loadAt(2), calls]).toEqual([1, 1]);
});

test("a failure to load ahead is told to nobody, and whoever opens the entry asks again", async () => {
  const fail = () => Promise.reject(new Error("unavailable"));
  expectEntry(PATH, 0);
  expect(await loadAt(0, aheadPath(PATH), fail)).toBe(null);
  expect([await loadAt(1, aheadPath(PATH)), await loadAt(2), calls]).toEqual([1, 1, 1]);
  await expect(loadAt(4, "/staff/submissions/S2", fail)).rejects.toThrow("unavailable");
});
