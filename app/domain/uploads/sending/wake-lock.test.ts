import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepAwake } from "./browser-deps.client";

const page = Object.assign(new EventTarget(), { hidden: false });
const locks: { released: boolean; release: () => Promise<void> }[] = [];

beforeEach(() => {
  locks.length = 0;
  page.hidden = false;
  vi.stubGlobal("document", page);
  vi.stubGlobal("navigator", {
    wakeLock: {
      request: async () => {
        const lock = {
          released: false,
          release: async () => {
            lock.released = true;
          },
        };
        locks.push(lock);
        return lock;
      },
    },
  });
});
afterEach(() => {
  keepAwake(false);
  vi.unstubAllGlobals();
});

const settle = () => new Promise((resolve) => setImmediate(resolve));

test("the screen is kept on while something is sent, and no longer", async () => {
  keepAwake(true);
  await settle();
  expect(locks.map(({ released }) => released)).toEqual([false]);
  keepAwake(true);
  await settle();
  expect(locks.length).toBe(1);
  keepAwake(false);
  expect(locks[0]?.released).toBe(true);
});

test("it is asked for again when the tab is shown again", async () => {
  keepAwake(true);
  await settle();
  // As browsers do when a tab is hidden.
  await locks[0]?.release();
  page.hidden = true;
  page.dispatchEvent(new Event("visibilitychange"));
  await settle();
  expect(locks.length).toBe(1);
  page.hidden = false;
  page.dispatchEvent(new Event("visibilitychange"));
  await settle();
  expect(locks.map(({ released }) => released)).toEqual([true, false]);
});

test("what was granted too late is given back", async () => {
  keepAwake(true);
  keepAwake(false);
  await settle();
  expect(locks.every(({ released }) => released)).toBe(true);
});
