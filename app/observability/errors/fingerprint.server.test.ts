import { expect, test } from "vitest";
import { scrubbed } from "../scrub";
import { fingerprint, topFrame } from "./fingerprint.server";

const failure = {
  source: "browser",
  stage: "tracks",
  message: "Part 3 failed: HTTP status 413",
  stack: "Error: x\n    at a (https://a.example/assets/routes/submit-AB12CD34.js:1:234)",
};
const hasSameFingerprint = async (changes: Partial<typeof failure>) =>
  (await fingerprint(failure)) === (await fingerprint({ ...failure, ...changes }));

test.each<[string, Partial<typeof failure>]>([
  ["numbers", { message: "Part 77 failed: HTTP status 500" }],
  ["case and spaces", { message: "part 3  FAILED: http status 413 " }],
  [
    "the build, its lines and its short names",
    { stack: "at q (https://a.example/assets/routes/submit-ZZ99ZZ99.js:7:1)" },
  ],
  [
    "the site's own address",
    { stack: "at a (https://b.example/assets/routes/submit-AB12CD34.js:1:1)" },
  ],
])("what differs by %s is one cause", async (_, changes) => {
  expect(await hasSameFingerprint(changes)).toBe(true);
});

const causeFingerprint = async (message: string) =>
  fingerprint({ ...failure, message: scrubbed(message) });

test.each([
  ["a number that is long", "Item 12345 is gone", "Item 99999999999 is gone"],
  ["a number with a fraction", "Took 3 s", "Took 1.25 s"],
  ["a number with a mark for thousands", "Timeout of 3000 ms", "Timeout of 12,500 ms"],
  ["a number with a sign", "Position -5 is out of range", "Position 17 is out of range"],
  ["a number written another way", "Value 5 is bad", "Value 1e+21 is bad"],
  ["a time", "At 2026-11-25T10:00:00Z it broke", "At 2025-01-02T03:04:05.678Z it broke"],
  ["an id that is short", "Item 12 is gone", "Item 3fab12 is gone"],
  ["a place in memory", "At 0x7fff2a", "At 0x1b"],
  [
    "the build of the script that it names",
    "Failed to fetch dynamically imported module: https://a.example/assets/routes/submit-AB12CD34.js",
    "Failed to fetch dynamically imported module: https://a.example/assets/routes/submit-ZZZZZZZZ.js",
  ],
  [
    "how deep an address of others is",
    "Failed to load https://cdn.example/a/1",
    "Failed to load https://cdn.example/b/c/2?x=3",
  ],
])("messages that differ only by %s are one cause", async (_, first, second) => {
  expect(await causeFingerprint(first)).toBe(await causeFingerprint(second));
});

test("a script of another page that does not load is another cause", async () => {
  const missing = (page: string) =>
    causeFingerprint(`No module https://a.example/assets/routes/${page}.js`);
  expect(await missing("submit-AB12CD34")).not.toBe(await missing("review-AB12CD34"));
});

test("errors within the language are distinguished by our calling file", async () => {
  const parsing = (file: string) =>
    fingerprint({
      ...failure,
      stack: `    at JSON.parse (<anonymous>)\n    at a (https://a.example/assets/${file}.js:1:2)`,
    });
  expect(await parsing("submit-AB12CD34")).not.toBe(await parsing("review-AB12CD34"));
  expect(await parsing("submit-AB12CD34")).toBe(await parsing("submit-ZZ99ZZ99"));
});

test.each<[string, Partial<typeof failure>]>([
  ["words", { message: "Part 3 is gone" }],
  ["stage", { stage: "creating" }],
  ["place", { source: "site" }],
  ["file", { stack: "at a (https://a.example/assets/routes/review-AB12CD34.js:1:234)" }],
])("what differs by its %s is another", async (_, changes) => {
  expect(await hasSameFingerprint(changes)).toBe(false);
});

test.each([
  [failure.stack, "at a (routes/submit.js:1:234)"],
  ["module code@https://a.example/assets/x-AB12CD34.js:1:2", "module code@x.js:1:2"],
  ["global code@https://a.example/assets/x-AB12CD34.js:1:2\nb@c.js:1:2", "global code@x.js:1:2"],
  ["forEach@[native code]\nb@https://a.example/assets/x-AB12CD34.js:1:2", "b@x.js:1:2"],
  ["send@https://a.example/assets/x-AB12CD34.js:1:2", "send@x.js:1:2"],
  ["send@https://a.example/assets/x-a_2-D34z.js:1:2", "send@x.js:1:2"],
  [
    "    at async Promise.all (index 0)\n    at a (https://a.example/assets/x-AB12CD34.js:1:2)",
    "at a (x.js:1:2)",
  ],
  ["    at <anonymous>", "at <anonymous>"],
  ["Error: nothing but words", null],
  [null, null],
])("the top frame of %j is %j", (stack, frame) => {
  expect(topFrame(stack)).toBe(frame);
});
