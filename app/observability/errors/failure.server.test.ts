import { expect, test } from "vitest";
import { scrubbed } from "../scrub";
import { fingerprint, type Source, severityOf, topFrame, toStoredFailure } from "./failure.server";

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

const rawFailure = {
  ...({ source: "browser", stage: "page", stack: null, url: null, release: null } as const),
};

test.each([
  ["   ", "No message"],
  ["\n\t ", "No message"],
  ["  It broke ", "It broke"],
])("%j is kept as %j, so that staff have something to press", async (message, keptMessage) => {
  expect((await toStoredFailure({ ...rawFailure, message })).message).toBe(keptMessage);
});

test.each<[Source, string, string, string]>([
  ["browser", "creating", "record", "CRITICAL"],
  ["browser", "tracks", "upload", "HIGH"],
  ["browser", "validating", "validation", "MEDIUM"],
  ["browser", "page", "page", "MEDIUM"],
  ["browser", "<b>unheard of</b>", "other", "MEDIUM"],
  ["browser", "clips", "background", "LOW"],
  ["site", "POST /submit/review", "record", "CRITICAL"],
  ["site", "POST /api/submission/record", "record", "CRITICAL"],
  ["site", "POST /submit/review.data", "record", "CRITICAL"],
  ["site", "GET /submit/review", "page", "HIGH"],
  ["site", "GET /submit/review.data", "page", "HIGH"],
  ["site", "PUT /api/drafts/current/artist", "page", "HIGH"],
  ["site", "POST /login", "page", "HIGH"],
  ["site", "GET /i/:token", "page", "HIGH"],
  ["site", "PUT /api/cloud-storage/uploads/:id/parts/1", "upload", "HIGH"],
  ["site", "POST /api/upload", "upload", "HIGH"],
  ["site", "POST /api/waiting-list", "page", "HIGH"],
  ["site", "GET /dashboard", "page", "MEDIUM"],
  ["site", "GET /staff", "page", "MEDIUM"],
  ["site", "GET /", "page", "MEDIUM"],
  ["site", "GET /submitted-elsewhere", "page", "MEDIUM"],
  ["site", "GET /api/spotify/search/artists", "other", "LOW"],
  ["site", "GET /staff/connections", "other", "LOW"],
  ["site", "POST /staff/connections.data", "other", "LOW"],
  ["site", "GET /test-dashboard.data", "other", "LOW"],
  ["site", "GET /i.data", "page", "HIGH"],
  ["jobs", "sync-board", "background", "HIGH"],
  ["jobs", "send-mail", "background", "HIGH"],
  ["jobs", "process-clip", "background", "MEDIUM"],
  ["jobs", "sweep mails", "background", "MEDIUM"],
])("%s, %s: %s, %s", (source, stage, category, severity) => {
  expect(severityOf(source, stage)).toEqual({ category, severity });
});
