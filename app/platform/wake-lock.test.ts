import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { WakeLock } from "./wake-lock.client";

const page = Object.assign(new EventTarget(), { hidden: false });
const locks: { released: boolean; release: () => Promise<void> }[] = [];

let wakeLock = new WakeLock();

beforeEach(() => {
  wakeLock = new WakeLock();
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
  wakeLock.keep(false);
  vi.unstubAllGlobals();
});

const settle = () => new Promise((resolve) => setImmediate(resolve));

test("the screen is kept on while something is sent, and no longer", async () => {
  wakeLock.keep(true);
  await settle();
  expect(locks.map(({ released }) => released)).toEqual([false]);
  wakeLock.keep(true);
  await settle();
  expect(locks.length).toBe(1);
  wakeLock.keep(false);
  expect(locks[0]?.released).toBe(true);
});

test("it is asked for again when the tab is shown again", async () => {
  wakeLock.keep(true);
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
  wakeLock.keep(true);
  wakeLock.keep(false);
  await settle();
  expect(locks.every(({ released }) => released)).toBe(true);
});
