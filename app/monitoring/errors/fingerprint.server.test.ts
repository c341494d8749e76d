import { expect, test } from "vitest";
import { fingerprint, topFrame } from "./fingerprint.server";

const met = {
  source: "browser",
  stage: "tracks",
  message: "Part 3 failed: HTTP status 413",
  stack: "Error: x\n    at a (https://a.example/build/routes/submit-AB12CD34.js:1:234)",
};
const same = async (changes: Partial<typeof met>) =>
  (await fingerprint(met)) === (await fingerprint({ ...met, ...changes }));

test.each<[string, Partial<typeof met>]>([
  ["numbers", { message: "Part 77 failed: HTTP status 500" }],
  ["case and spaces", { message: "part 3  FAILED: http status 413 " }],
  [
    "the build, its lines and its short names",
    { stack: "at q (https://a.example/build/routes/submit-ZZ99ZZ99.js:7:1)" },
  ],
  [
    "the site's own address",
    { stack: "at a (https://b.example/build/routes/submit-AB12CD34.js:1:1)" },
  ],
])("what differs by %s is one cause", async (_, changes) => {
  expect(await same(changes)).toBe(true);
});

test.each<[string, Partial<typeof met>]>([
  ["words", { message: "Part 3 is gone" }],
  ["stage", { stage: "creating" }],
  ["place", { source: "site" }],
  ["file", { stack: "at a (https://a.example/build/routes/review-AB12CD34.js:1:234)" }],
])("what differs by its %s is another", async (_, changes) => {
  expect(await same(changes)).toBe(false);
});

test.each([
  [met.stack, "at a (routes/submit.js:1:234)"],
  ["send@https://a.example/build/x-AB12CD34.js:1:2", "send@x.js:1:2"],
  ["Error: nothing but words", null],
  [null, null],
])("the top frame of %j is %j", (stack, frame) => {
  expect(topFrame(stack)).toBe(frame);
});
