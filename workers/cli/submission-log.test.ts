import { expect, test } from "vitest";
import { demoDay } from "./demo-day";
import { type LogLine, readLogLine } from "./log-line";
import { findId, LogTrail, readName } from "./submission-log";

const demo = demoDay().flatMap((entry) => readLogLine(JSON.stringify(entry)) ?? []);

const line = (fields: Partial<LogLine>): LogLine => ({
  ts: "2026-11-24T12:00:00.000Z",
  level: "info",
  event: "request",
  ...fields,
});

test("the lines of one submission are found from its first page to its end, and no other lines", () => {
  const recordLines = demo.filter(({ event }) => event === "submission.recorded");
  expect(recordLines.length).toBeGreaterThan(2);
  for (const { submissionId = "", draftId } of recordLines) {
    const submissionLines = new LogTrail([submissionId]).among(demo);
    const events = submissionLines.map(({ event }) => event);
    for (const event of ["draft.opened", "upload.started", "upload.completed", "job.done"])
      expect(events).toContain(event);
    expect(events.at(-1)).toBe("submission.settled");
    expect(new Set(submissionLines.map(({ worker }) => worker))).toEqual(new Set(["site", "jobs"]));
    expect(new Set(submissionLines.flatMap((logLine) => logLine.submissionId ?? []))).toEqual(
      new Set([submissionId]),
    );
    expect(new Set(submissionLines.flatMap((logLine) => logLine.draftId ?? []))).toEqual(
      new Set([draftId]),
    );
  }
});

test("a request about several submissions shows each only its own lines", () => {
  const both = [
    line({ event: "status.changed", requestId: "R", submissionId: "A" }),
    line({ event: "status.changed", requestId: "R", submissionId: "B" }),
    line({ requestId: "R" }),
  ];
  expect(new LogTrail(["A"]).among(both)).toEqual([both[0], both[2]]);
});

test("later lines are found by ids in earlier lines", () => {
  const trail = new LogTrail(["S"]);
  trail.among([line({ submissionId: "S", jobId: "J" })]);
  const laterLines = [
    line({ jobId: "J", mailId: "M" }),
    line({ mailId: "M" }),
    line({ mailId: "N" }),
  ];
  expect(trail.among(laterLines)).toEqual(laterLines.slice(0, 2));
});

test.each([
  ["its id", "01KATVC1DX7MN6G1RY7RQ8248Q", "01KATVC1DX7MN6G1RY7RQ8248Q"],
  ["its reference", "1RY7R-Q8248", "1RY7RQ8248"],
  ["either in small letters", " 1ry7r-q8248 ", "1RY7RQ8248"],
])("a submission is found by %s", (_, name, end) => {
  expect(readName(name)).toEqual({ end });
  const id = "01KATVC1DX7MN6G1RY7RQ8248Q";
  expect(
    findId([line({ submissionId: `${id.slice(0, 16)}${end.slice(-10)}` })], {
      end: end.slice(-10),
    }),
  ).toBe(`${id.slice(0, 16)}${end.slice(-10)}`);
});

test.each(["", "nonsense", "12345", "' OR 1=1 --", "01KATVC1DX7MN6G1RY7RQ8248", "--live"])(
  "%j is no name of a submission",
  (name) => expect(readName(name)).toBeUndefined(),
);
