import { expect, test } from "vitest";
import { mergeCells } from "../figures/tally";
import { uploadCells } from "../uploads/upload-health";
import { uploadHealthOf } from "./upload-health.server";

test("what browsers told of files is read by browser, in words", () => {
  const file = { ended: "stored", waitMs: 60_000, sendingMs: 40_000, bytes: 50_000_000 } as const;
  const told = uploadHealthOf(
    mergeCells([
      uploadCells({ ...file, stalls: 1, resumes: 0 }, "safari", 1),
      uploadCells({ ...file, stalls: 2, resumes: 1 }, "safari", 1),
      uploadCells({ ended: "failed", stage: "parts" }, "safari", 3),
      uploadCells({ ended: "failed", stage: "begin" }, "firefox", 1),
    ]),
  );
  expect(told).toEqual([
    {
      ...{
        browser: "firefox",
        stored: 0,
        speed: "N/A",
        wait: "N/A",
        stalls: "N/A",
        resumes: "N/A",
      },
      failed: [1, 0, 0],
    },
    {
      ...{ browser: "safari", stored: 2, stalls: "1.5", resumes: "0.5", failed: [0, 3, 0] },
      speed: expect.stringMatching(/^(9|10)\.\d Mbit\/s$/),
      wait: expect.stringMatching(/^(5\d seconds|1 minute)$/),
    },
  ]);
});

test("of no files nothing is told", () => {
  expect(uploadHealthOf({})).toEqual([]);
});
