import { expect, test } from "vitest";
import type { LogLine } from "./log-line";
import { createTrail, readName } from "./submission-log";

const line = (fields: Partial<LogLine>): LogLine => ({
  ts: "2026-11-24T12:00:00.000Z",
  level: "info",
  event: "request",
  ...fields,
});

test("the lines of one submission are found from its first page to its end, and no other lines", () => {
  const own = [
    line({ event: "draft.opened", requestId: "R1", draftId: "D" }),
    line({ requestId: "R1" }),
    line({ event: "upload.started", draftId: "D", uploadId: "U" }),
    line({ event: "upload.cut", uploadId: "U" }),
    line({ event: "submission.recorded", draftId: "D", submissionId: "S" }),
    line({ event: "job.started", submissionId: "S", jobId: "J" }),
  ];
  const others = [
    line({ requestId: "R2", draftId: "E" }),
    line({ requestId: "R2" }),
    line({ event: "sweep.done" }),
  ];
  const all = own.flatMap((ownLine, n) => [ownLine, ...others.slice(n, n + 1)]);
  for (const end of ["S", "D", "U", "J"]) expect(createTrail(end)(all)).toEqual(own);
});

test("a request about several submissions shows each only its own lines", () => {
  const both = [
    line({ event: "status.changed", requestId: "R", submissionId: "A" }),
    line({ event: "status.changed", requestId: "R", submissionId: "B" }),
    line({ requestId: "R" }),
  ];
  expect(createTrail("A")(both)).toEqual([both[0], both[2]]);
});

test("later lines are found by ids in earlier lines", () => {
  const trail = createTrail("S");
  trail([line({ submissionId: "S", jobId: "J" })]);
  const laterLines = [
    line({ jobId: "J", mailId: "M" }),
    line({ mailId: "M" }),
    line({ mailId: "N" }),
  ];
  expect(trail(laterLines)).toEqual(laterLines.slice(0, 2));
});

test.each([
  ["its id", "01KATVC1DX7MN6G1RY7RQ8248Q", "01KATVC1DX7MN6G1RY7RQ8248Q"],
  ["its reference", "1RY7R-Q8248", "1RY7RQ8248"],
  ["either in small letters", " 1ry7r-q8248 ", "1RY7RQ8248"],
])("a submission is found by %s", (_, name, end) => {
  expect(readName(name)).toBe(end);
  const [own, other] = [line({ submissionId: `01${end}` }), line({ submissionId: `${end}01` })];
  expect(createTrail(end)([own, other])).toEqual([own]);
});

test.each(["", "nonsense", "12345", "' OR 1=1 --", "01KATVC1DX7MN6G1RY7RQ8248", "--live"])(
  "%j is no name of a submission",
  (name) => expect(readName(name)).toBeUndefined(),
);
