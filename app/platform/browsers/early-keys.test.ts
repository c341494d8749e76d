import { JSDOM } from "jsdom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { EARLY_KEYS } from "./early-keys";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

function openPage() {
  const { window } = new JSDOM(
    `<input id="field"><a id="link" href="/">On</a><button id="button">Go</button><p id="text">Words</p>`,
    { runScripts: "outside-only" },
  );
  Object.assign(window, { Date });
  window.eval(EARLY_KEYS);
  const { document } = window;
  /** @returns whether the browser goes on with the key. */
  const press = (key: string, { on = "text", ctrlKey = false } = {}) => {
    const event = new window.KeyboardEvent("keydown", {
      ...{ key, ctrlKey, bubbles: true, cancelable: true },
    });
    return document.getElementById(on)?.dispatchEvent(event);
  };
  return { press, take: () => window.takeEarlyKeys?.() };
}

test("keys pressed before the scripts run are there for them in order, once", () => {
  const { press, take } = openPage();
  for (const key of ["r", "2", "Enter"]) press(key);
  // It would scroll.
  expect(press(" ")).toBe(false);
  expect(take()).toEqual(["r", "2", "Enter", " "]);
  press("a");
  expect(take()).toEqual([]);
});

test("what fields, links and buttons do by themselves is no shortcut, nor is a key of the browser's", () => {
  const { press, take } = openPage();
  press("a", { on: "field" });
  press("Enter", { on: "link" });
  press(" ", { on: "button" });
  press("r", { ctrlKey: true });
  press("Shift");
  expect(take()).toEqual([]);
});

test("a key that was pressed long before does nothing any more, nor do those after it", () => {
  const { press, take } = openPage();
  press("a");
  vi.advanceTimersByTime(10_000);
  press("Enter");
  expect(take()).toEqual([]);
});
