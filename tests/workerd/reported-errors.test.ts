import { expect, test } from "vitest";
import { openAppStores, pollUntil } from "../support/app-stores";
import { outputLines } from "../support/app-under-test";
import { findLogLines } from "../support/log-lines";
import { openForFile } from "../support/open-for-file";
import { EDGE_LIMIT, repeatUntilRefused } from "../support/repeat-until-refused";
import { readApiReply } from "../support/upload-calls";
import { Visitor } from "../support/visitor";

const PATH = "/api/monitoring/error-report";
const MINUTE_AGO = new Date(Date.now() - 60_000).toISOString();

const inside = await openForFile(openAppStores);

/** A report that no other test sends. */
function report(changes: object = {}) {
  return {
    submissionId: crypto.randomUUID(),
    errorData: {
      message: "Failed to upload Zephyr Song: Network error",
      stack: "Error: Network error\n    at send (https://submit.example.com/assets/entry.js:1:2)",
      stage: "tracks",
      timestamp: MINUTE_AGO,
      url: "https://submit.example.com/submit/review?key=secret",
      userAgent: "Mozilla/5.0 (Test)",
      metadata: {
        viewport: { width: 390, height: 844 },
        connection: { effectiveType: "3g", online: true },
        performance: { sinceOpened: 1200 },
      },
      ...changes,
    },
  };
}
type Report = ReturnType<typeof report>;

const post = (body: BodyInit, type = "application/json", headers: Record<string, string> = {}) =>
  new Visitor().send(PATH, { method: "POST", body, headers: { "Content-Type": type, ...headers } });
const send = (errorReport: Report, type?: string) =>
  readApiReply(post(JSON.stringify(errorReport), type));
const findRows = ({ submissionId }: Report) =>
  inside.rows("SELECT * FROM error_reports WHERE submission_id = ?", submissionId);

test("a report is kept with its severity, its category and an address without secrets", async () => {
  const errorReport = report();
  expect(await send(errorReport)).toEqual({ status: 201, body: { success: true } });
  const [row, ...others] = await findRows(errorReport);
  expect(others).toEqual([]);
  const { stack, stage, metadata } = errorReport.errorData;
  expect(row).toMatchObject({
    // A track's title is personal data.
    message: "Failed to upload [title]: Network error",
    stack,
    stage,
    severity: "HIGH",
    category: "upload",
    occurred_at: MINUTE_AGO,
    url: "https://submit.example.com/submit/review",
    // Other words of the sent user agent are dropped.
    user_agent: "Mozilla/5.0",
    created_at: expect.stringMatching(/Z$/),
  });
  expect(JSON.parse(String(row?.metadata))).toEqual(metadata);
  const [cause] = await inside.rows("SELECT * FROM error_groups WHERE id = ?", row?.group_id);
  expect(cause).toMatchObject({ source: "browser", severity: "HIGH", category: "upload", stage });
});

test.each(["text/plain;charset=UTF-8", "application/json; charset=utf-8"])(
  "a beacon of type %s is taken too",
  async (type) => {
    const errorReport = report();
    expect((await send(errorReport, type)).status).toBe(201);
    expect(await findRows(errorReport)).toHaveLength(1);
  },
);

test("a report of more than 32KB is refused with 413", async () => {
  const errorReport = report({ stack: "x".repeat(33_000) });
  expect(await send(errorReport)).toEqual({
    status: 413,
    body: { success: false, error: "This call takes at most 32KB." },
  });
  expect(await findRows(errorReport)).toEqual([]);
});

test.each<[string, BodyInit]>([
  ["nothing", ""],
  ["no JSON", "{oops"],
  ["a list", "[]"],
  ["nothing about the error", JSON.stringify({ submissionId: "x" })],
  ["no message", JSON.stringify(report({ message: undefined }))],
  ["a time that is none", JSON.stringify(report({ timestamp: "soon" }))],
])("a report with %s in it is refused with 400", async (_, body) => {
  expect(await readApiReply(post(body))).toEqual({
    status: 400,
    body: { success: false, error: "This is no error report." },
  });
});

test("a page that sends endless invalid reports is stopped, others are not", async () => {
  const visitor = new Visitor();
  const refusal = await repeatUntilRefused(() => visitor.json(PATH, {}), EDGE_LIMIT);
  expect(refusal.headers.get("Retry-After")).toBe("60");
  expect((await send(report())).status).toBe(201);
});

test("the log names the report by its id and tells nothing of what it says", async () => {
  const start = outputLines().length - 1;
  const errorReport = report();
  await send(errorReport);
  const [row] = await findRows(errorReport);
  const [line] = await pollUntil(async () => {
    const lines = findLogLines({ event: "error.reported", reportId: row?.id });
    return lines.length > 0 ? lines : undefined;
  });
  expect(line).toMatchObject({ level: "warn", submissionId: errorReport.submissionId });
  const output = outputLines().slice(start).join("\n");
  for (const private_ of ["Zephyr", "key=secret", "(Test)", "Network error"])
    expect(output).not.toContain(private_);
});

test("a connection check gets an empty answer that is never cached", async () => {
  const reply = await new Visitor().send("/api/keep-alive");
  expect(reply.status).toBe(204);
  expect(reply.headers.get("Cache-Control")).toBe("no-store");
  expect(await reply.text()).toBe("");
});
