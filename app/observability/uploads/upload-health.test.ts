import * as v from "valibot";
import { expect, test } from "vitest";
import { browserOf, uploadCells, uploadHealthSchema } from "./upload-health";

const uploadHealth = (changes: object = {}) => ({
  ended: "stored",
  waitMs: 20_000,
  sendingMs: 16_000,
  bytes: 4_000_000,
  stalls: 1,
  resumes: 2,
  ...changes,
});

test("a stored file is counted by its browser: how long it took, how fast it went, how often it stopped", () => {
  const cells = uploadCells(v.parse(uploadHealthSchema, uploadHealth()), "safari", 1);
  expect(cells).toMatchObject({
    "stored safari": { count: 1, sum: 20_000 },
    "speed safari": { count: 1, sum: 2_000 },
    "stalls safari": { count: 1, sum: 1 },
    "resumes safari": { count: 1, sum: 2 },
  });
});

test("a failed one is counted by browser and stage", () => {
  const failedUpload = v.parse(uploadHealthSchema, { ended: "failed", stage: "parts" });
  expect(uploadCells(failedUpload, "chrome", 2)).toMatchObject({
    "failed chrome parts": { count: 2 },
  });
});

test("a file too small to tell by has no speed", () => {
  for (const changes of [{ bytes: 2_000 }, { sendingMs: 0 }])
    expect(
      Object.keys(uploadCells(v.parse(uploadHealthSchema, uploadHealth(changes)), "chrome", 1)),
    ).toEqual(["stored chrome", "stalls chrome", "resumes chrome"]);
});

test.each([
  ["a negative time", uploadHealth({ waitMs: -1 })],
  ["a time of a year", uploadHealth({ waitMs: 365 * 86_400_000 })],
  ["half a stall", uploadHealth({ stalls: 0.5 })],
  ["a speed of no line", uploadHealth({ bytes: 4_000_000, sendingMs: 1e-4 })],
  ["an endless speed", uploadHealth({ bytes: 1e10, sendingMs: 1e-300 })],
  ["more bytes than any file", uploadHealth({ bytes: 1e15 })],
  ["another stage", { ended: "failed", stage: "<b>" }],
  ["another end", { ended: "lost" }],
])("%s is not believed", (_, report) => {
  expect(v.is(uploadHealthSchema, report)).toBe(false);
});

test.each([
  [
    "chrome",
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
  ],
  [
    "edge",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
  ],
  ["firefox", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"],
  [
    "safari",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
  ],
  [
    "samsung",
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
  ],
  ["other", "<script>alert(1)</script> Chrome/140"],
  ["other", "Mozilla/5.0 (X11) <img src=x> Chrome/140.0"],
  ["other", "curl/8.5"],
  ["other", null],
])("%s is recognized: %s", (browser, userAgent) => {
  expect(browserOf(userAgent)).toBe(browser);
});
