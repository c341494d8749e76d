import { expect, test } from "vitest";
import { expectEntry, loadEntry, READY_MS } from "./ready-entry";

const PATH = "/staff/submissions/S1?view=waiting";
const url = (path: string) => `https://label.example${path}`;

/** Loads an entry as its number of calls. */
function counting() {
  let calls = 0;
  return { load: async () => ++calls, calls: () => calls };
}

test("an entry that was loaded ahead is there without another request", async () => {
  const { load, calls } = counting();
  expectEntry(PATH, 0);
  expect(await loadEntry(url(PATH), load, 0)).toBe(1);
  expect(await loadEntry(url(PATH), load, 5_000)).toBe(1);
  expect(calls()).toBe(1);
});

test("it is shown once: whoever comes back later sees it as it is then", async () => {
  const { load } = counting();
  expectEntry(PATH, 0);
  const visits = [];
  for (const now of [0, 1, 2, 3]) visits.push(await loadEntry(url(PATH), load, now));
  expect(visits).toEqual([1, 1, 2, 3]);
});

test("one that is asked for while it still loads waits for the same request", async () => {
  const { load, calls } = counting();
  expectEntry(PATH, 0);
  expect(await Promise.all([1, 2].map((now) => loadEntry(url(PATH), load, now)))).toEqual([1, 1]);
  expect(calls()).toBe(1);
});

test("another entry, another list and one that is too old are loaded", async () => {
  const { load } = counting();
  expectEntry(PATH, 0);
  await loadEntry(url(PATH), load, 0);
  expect(await loadEntry(url("/staff/submissions/S2?view=waiting"), load, 1)).toBe(2);
  expect(await loadEntry(url("/staff/submissions/S1"), load, 1)).toBe(3);
  expect(await loadEntry(url(PATH), load, READY_MS + 1)).toBe(4);
});

test("one that could not be loaded ahead is asked for again", async () => {
  const { load } = counting();
  const fail = () => Promise.reject(new Error("no line"));
  expectEntry(PATH, 0);
  await expect(loadEntry(url(PATH), fail, 0)).rejects.toThrow("no line");
  expect(await loadEntry(url(PATH), load, 1)).toBe(1);
});
