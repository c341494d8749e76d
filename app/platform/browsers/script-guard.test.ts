import { transform } from "esbuild";
import { JSDOM } from "jsdom";
import { expect, test } from "vitest";
import { findCompat, firstVersions } from "../../../tests/support/browser-data";
import { SCRIPT_GUARD, SCRIPT_NEEDS, STAND_INS, STAND_INS_PATH } from "./script-guard";

const FLOOR = {
  chrome: 90_000,
  firefox: 90_000,
  safari_ios: 15_000,
  samsunginternet_android: 15_000,
};

test("by MDN's data scripts start from Chrome 90, Firefox 90, iOS 15 and Samsung Internet 15 on", () => {
  const firsts = SCRIPT_NEEDS.map(({ mdn }) => {
    const compat = findCompat(mdn);
    if (!compat) throw new Error(`MDN's data have no ${mdn}`);
    return firstVersions(compat);
  });
  const youngest = (browser: string) =>
    Math.max(...firsts.map((versions) => versions[browser] ?? 0));
  expect(
    Object.fromEntries(Object.keys(FLOOR).map((browser) => [browser, youngest(browser)])),
  ).toEqual(FLOOR);
  expect(STAND_INS.filter(({ mdn }) => !findCompat(mdn))).toEqual([]);
});

test("the oldest browsers can read the guard", async () => {
  const { warnings } = await transform(SCRIPT_GUARD, { target: "es5" });
  expect(warnings).toEqual([]);
});

/** A page with the guard in a browser that lacks what `spoil` takes away. */
function openPage(spoil: (window: JSDOM["window"]) => void) {
  const { document } = new JSDOM(
    `<!doctype html><html><head><script>${SCRIPT_GUARD}</script></head><body></body></html>`,
    {
      runScripts: "dangerously",
      beforeParse(window) {
        Object.assign(window, {
          CSS: { supports: () => true },
          TransformStream,
          TextEncoderStream,
        });
        Object.assign(window, { ReadableStream });
        // jsdom knows no module scripts.
        const noModule = { configurable: true, value: false };
        Object.defineProperty(window.HTMLScriptElement.prototype, "noModule", noModule);
        spoil(window);
      },
    },
  ).window;
  return {
    started: document.documentElement.hasAttribute("data-scripts"),
    refused: document.querySelector("meta[http-equiv]")?.getAttribute("content"),
    standsIn: document.querySelector(`script[src="${STAND_INS_PATH}"]`) !== null,
  };
}

const take = (place: object, name: string) => Reflect.deleteProperty(place, name);

test("with all features scripts start without polyfills", () => {
  expect(openPage(() => {})).toEqual({ started: true, refused: undefined, standsIn: false });
});

test.each<[string, (window: JSDOM["window"]) => void]>([
  ["no submit events", (window) => take(window, "SubmitEvent")],
  ["no module scripts", (window) => take(window.HTMLScriptElement.prototype, "noModule")],
  ["no CSS object", (window) => take(window, "CSS")],
  [
    "listeners that no signal ends",
    (window) => Object.assign(window.document, { addEventListener: () => {} }),
  ],
])("with %s no script starts", (_, spoil) => {
  expect(openPage(spoil)).toEqual({
    started: false,
    refused: "script-src 'none'",
    standsIn: false,
  });
});

test.each([
  ["HTMLDialogElement", (window: JSDOM["window"]) => take(window, "HTMLDialogElement")],
  ["TransformStream", (window: JSDOM["window"]) => take(window, "TransformStream")],
  [
    "requestSubmit",
    (window: JSDOM["window"]) => take(window.HTMLFormElement.prototype, "requestSubmit"),
  ],
])("without %s the stand-ins come first, and scripts start", (_, spoil) => {
  expect(openPage(spoil)).toEqual({ started: true, refused: undefined, standsIn: true });
});
