import { expect, test } from "vitest";
import { mergeHistogramMaps } from "../figures/histogram";
import { uploadCells } from "../uploads/upload-health";
import { uploadHealthOf } from "./upload-health.server";

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
