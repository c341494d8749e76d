import { expect, test } from "vitest";
import { MAX_REPORTS_PER_PAGE, reportPageErrors } from "./page-errors.client";

/** @returns the reports, and a function that dispatches an error event. */
function openPage() {
  const reports: string[] = [];
  const listeners = new Map<string, (event: object) => void>();
  const page = {
    location: { origin: "https://a.example" },
    addEventListener: (type: string, listener: (event: object) => void) =>
      void listeners.set(type, listener),
  };
  reportPageErrors(page as unknown as Window, ({ message, stage }) => {
    reports.push(`${stage} ${message}`);
  });
  const dispatch = (event: object, type = "error") => listeners.get(type)?.(event);
  return { reports, happens: dispatch };
}
const thrownError = (message: string, at = "https://a.example/assets/route-AB12CD34.js:1:2") =>
  Object.assign(new TypeError(message), { stack: `TypeError: ${message}\n    at f (${at})` });

test("what nobody caught is reported once: thrown, rejected or shown as an error page", () => {
  const { reports, happens: dispatch } = openPage();
  dispatch({ error: thrownError("x is undefined") });
  dispatch({ error: thrownError("x is undefined") });
  dispatch({ reason: thrownError("y is undefined") }, "unhandledrejection");
  dispatch(
    new CustomEvent("error-shown", { detail: thrownError("z is undefined") }),
    "error-shown",
  );
  expect(reports).toEqual(["x", "y", "z"].map((name) => `page TypeError: ${name} is undefined`));
});

test("a hydration mismatch is reported as such, whatever React's error", () => {
  const { reports, happens: dispatch } = openPage();
  dispatch(new CustomEvent("drawn-anew", { detail: thrownError("418") }), "drawn-anew");
  expect(reports).toEqual(["hydration TypeError: 418"]);
});

test.each([
  ["a lost line", { error: thrownError("Failed to fetch") }],
  [
    "a script that did not come",
    { error: thrownError("error loading dynamically imported module: x") },
  ],
  ["an extension", { error: thrownError("x", "chrome-extension://abc/inject.js:1:2") }],
  ["a script of another site", { error: null, message: "Script error." }],
  ["a text", { error: "x" }],
])("%s is not reported", (_, event) => {
  const { reports, happens: dispatch } = openPage();
  dispatch(event);
  expect(reports).toEqual([]);
});

test("a page reports a limited number of errors", () => {
  const { reports, happens: dispatch } = openPage();
  for (let n = 0; n < 50; n++) dispatch({ error: thrownError(`${n}`) });
  expect(reports).toHaveLength(MAX_REPORTS_PER_PAGE);
});
