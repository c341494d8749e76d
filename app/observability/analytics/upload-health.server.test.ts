import * as v from "valibot";
import { expect, test } from "vitest";
import { mergeHistogramMaps } from "./histogram.server";
import { browserOf, uploadCells, uploadHealthOf, uploadHealthSchema } from "./upload-health.server";

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

test("upload measurements are shown by browser, as texts", () => {
  const file = { ended: "stored", waitMs: 60_000, sendingMs: 40_000, bytes: 50_000_000 } as const;
  const browserUploads = uploadHealthOf(
    mergeHistogramMaps([
      uploadCells({ ...file, stalls: 1, resumes: 0 }, "safari", 1),
      uploadCells({ ...file, stalls: 2, resumes: 1 }, "safari", 1),
      uploadCells({ ended: "failed", stage: "parts" }, "safari", 3),
      uploadCells({ ended: "failed", stage: "begin" }, "firefox", 1),
    ]),
  );
  expect(browserUploads).toEqual([
    {
      browser: "firefox",
      stored: 0,
      speed: "N/A",
      wait: "N/A",
      stalls: "N/A",
      resumes: "N/A",
      failed: [1, 0, 0],
    },
    {
      browser: "safari",
      stored: 2,
      stalls: "1.5",
      resumes: "0.5",
      failed: [0, 3, 0],
      speed: expect.stringMatching(/^(9|10)\.\d Mbit\/s$/),
      wait: expect.stringMatching(/^(5\d s|1 min( [1-6] s)?)$/),
    },
  ]);
});

test("without uploads there are no rows", () => {
  expect(uploadHealthOf({})).toEqual([]);
});

/** A file that was sent quickly and stored after a wait. */
const storedAfter = (waitMs: number) =>
  ({ ended: "stored", sendingMs: 100, bytes: 1, stalls: 0, resumes: 0, waitMs }) as const;

test.each([
  [300, 0.3],
  [8_400, 8.4],
  [45_000, 45],
  [110_000, 110],
  [1_500_000, 1_500],
])("the shown time of files that took %i ms is at most 10 % off", (waitMs, seconds) => {
  const [browserUploads] = uploadHealthOf(uploadCells(storedAfter(waitMs), "chrome", 4));
  const [, minutes = "0", rest = "0"] =
    /^(?:(\d+) min)? ?(?:([\d.]+) s)?$/.exec(browserUploads?.wait ?? "") ?? [];
  expect(browserUploads?.wait).toMatch(/\d/);
  expect(Number(minutes) * 60 + Number(rest)).toBeGreaterThan(seconds * 0.9);
  expect(Number(minutes) * 60 + Number(rest)).toBeLessThan(seconds * 1.1 + 1);
});

test("hours are shown as hours", () => {
  const waitMs = 3 * 3_600_000;
  expect(uploadHealthOf(uploadCells(storedAfter(waitMs), "chrome", 4))[0]?.wait).toMatch(
    /^[23] hours/,
  );
});
