import { execFileSync } from "node:child_process";
import { JSDOM, VirtualConsole } from "jsdom";
import { expect, test } from "vitest";
import { LOCAL_TIMES, localTime } from "./local-times";

const SUMMER = "2027-07-12T22:30:59.999Z";

test.each([
  ["UTC", "July 12, 2027, 22:30 UTC"],
  ["Europe/Berlin", "July 13, 2027, 00:30 UTC+2"],
  ["America/Los_Angeles", "July 12, 2027, 15:30 UTC-7"],
  ["Asia/Kolkata", "July 13, 2027, 04:00 UTC+5:30"],
  ["America/St_Johns", "July 12, 2027, 20:00 UTC-2:30"],
])("a time in %s names how far it is from UTC", (TZ, text) => {
  const script = `process.stdout.write((${localTime})("${SUMMER}"))`;
  const output = execFileSync(process.execPath, ["-e", script], { env: { ...process.env, TZ } });
  expect(String(output)).toBe(text);
});

test("a page's script writes the marked times, and leaves all others and their titles", () => {
  const { window } = new JSDOM(
    `<time id="a" datetime="${SUMMER}" title="in UTC" data-local="true">in UTC</time>
     <time id="b" datetime="${SUMMER}">in UTC</time>`,
    { runScripts: "outside-only", virtualConsole: new VirtualConsole() },
  );
  window.eval(LOCAL_TIMES);
  window.document.dispatchEvent(new window.Event("DOMContentLoaded"));
  const [marked, other] = ["a", "b"].map((id) => window.document.getElementById(id));
  expect([marked?.textContent, marked?.title]).toEqual([localTime(SUMMER), "in UTC"]);
  expect(other?.textContent).toBe("in UTC");
});
