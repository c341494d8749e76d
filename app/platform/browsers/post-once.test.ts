import { JSDOM, VirtualConsole } from "jsdom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { POST_ONCE } from "./post-once";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

/** A page with the guard, whose posts are counted and lead nowhere. */
function openPage() {
  const { window } = new JSDOM(
    `<form id="a" method="post"><input name="text"><button>Send</button></form>
     <form id="b" method="POST"><button>Send</button></form>
     <form id="search" method="get"><button>Find</button></form>`,
    { runScripts: "outside-only", virtualConsole: new VirtualConsole() },
  );
  vi.stubGlobal("now", Date.now);
  Object.assign(window, { Date });
  window.eval(POST_ONCE);
  const { document } = window;
  /** @returns whether the form was posted. */
  const press = (id: string) => {
    const event = new window.Event("submit", { bubbles: true, cancelable: true });
    return document.getElementById(id)?.dispatchEvent(event);
  };
  const fire = (event: Event) => document.querySelector("input")?.dispatchEvent(event);
  return { window, document, press, fire };
}

test("a form is posted once while its answer is awaited, and other forms are free", () => {
  const { press } = openPage();
  expect([press("a"), press("a"), press("b"), press("b")]).toEqual([true, false, true, false]);
  expect([press("search"), press("search")]).toEqual([true, true]);
});

test("the guard lets go on Back, on an edit, on a stopped load, and after a while", () => {
  const { window, press, fire } = openPage();
  const releases = [
    () => window.dispatchEvent(new window.Event("pageshow")),
    () => fire(new window.Event("input", { bubbles: true })),
    () => fire(new window.KeyboardEvent("keydown", { key: "Escape", bubbles: true })),
    () => vi.advanceTimersByTime(10_000),
  ];
  for (const release of releases) {
    press("a");
    expect(press("a")).toBe(false);
    release();
    expect(press("a")).toBe(true);
    release();
  }
});

test("a post that a script has handled is not guarded", () => {
  const { document, press } = openPage();
  const handle = (event: Event) => event.preventDefault();
  document.addEventListener("submit", handle);
  press("a");
  document.removeEventListener("submit", handle);
  expect(press("a")).toBe(true);
});
