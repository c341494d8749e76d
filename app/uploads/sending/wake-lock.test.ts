import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepAwake } from "./browser-deps.client";

const page = Object.assign(new EventTarget(), { hidden: false });
const held: { released: boolean; release: () => Promise<void> }[] = [];

beforeEach(() => {
  held.length = 0;
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
        held.push(lock);
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
  expect(held.map(({ released }) => released)).toEqual([false]);
  keepAwake(true);
  await settle();
  expect(held.length).toBe(1);
  keepAwake(false);
  expect(held[0]?.released).toBe(true);
});

test("it is asked for again when the tab is shown again", async () => {
  keepAwake(true);
  await settle();
  // As browsers do when a tab is hidden.
  await held[0]?.release();
  page.hidden = true;
  page.dispatchEvent(new Event("visibilitychange"));
  await settle();
  expect(held.length).toBe(1);
  page.hidden = false;
  page.dispatchEvent(new Event("visibilitychange"));
  await settle();
  expect(held.map(({ released }) => released)).toEqual([true, false]);
});

test("what was granted too late is given back", async () => {
  keepAwake(true);
  keepAwake(false);
  await settle();
  expect(held.every(({ released }) => released)).toBe(true);
});
