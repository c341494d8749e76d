import { expect, test } from "vitest";
import {
  type Histogram,
  mergeHistogramMaps,
  parseHistograms,
} from "~/observability/analytics/histogram.server";
import { openAppStores, pollUntil } from "../support/app-stores";
import { outputLines } from "../support/app-under-test";
import { openForFile } from "../support/open-for-file";
import { EDGE_LIMIT, repeatUntilRefused } from "../support/repeat-until-refused";
import { readApiReply } from "../support/upload-calls";
import { Visitor } from "../support/visitor";

const inside = await openForFile(openAppStores);

const VITALS = "/api/monitoring/vitals";
const UPLOADS = "/api/monitoring/uploads";
const YES = { Cookie: "cookie-choice=accepted" };
const page = "/release-details/:id/splits";
const metric = { name: "LCP", value: 1234, page };
const vitals = { device: "tablet", connection: "2g", metrics: [metric] };
const uploadReport = {
  ended: "stored",
  waitMs: 9_000,
  sendingMs: 8_000,
  bytes: 1e6,
  stalls: 0,
  resumes: 0,
};

const post = (
  path: string,
  body: unknown,
  headers: Record<string, string> = YES,
  visitor = new Visitor(),
) =>
  visitor.send(path, {
    method: "POST",
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers: { "Content-Type": "application/json", ...headers },
  });
const status = async (...args: Parameters<typeof post>) => (await post(...args)).status;

/** What staff see of a topic after the sweep. */
async function tally(topic: string, key: string): Promise<Histogram | undefined> {
  await new Visitor().send("/sandbox/sweep", { method: "POST", body: '{"only":["figures"]}' });
  const rows = await inside.rows("SELECT cells FROM measures WHERE topic = ?", topic);
  return mergeHistogramMaps(rows.map(({ cells }) => parseHistograms(String(cells))))[key];
}

test("only visitors who agreed are measured, and the answer is the same for both", async () => {
  const others: Record<string, string>[] = [
    {},
    { Cookie: "cookie-choice=refused" },
    { Cookie: "cookie-choice=yes" },
  ];
  for (const headers of others) {
    const reply = await post(VITALS, vitals, headers);
    expect([reply.status, await reply.text()]).toEqual([204, ""]);
    expect(
      await status(UPLOADS, uploadReport, { ...headers, "User-Agent": "<b>Chrome/1</b>" }),
    ).toBe(204);
  }
  expect(await status(VITALS, vitals)).toBe(204);
  expect(
    await status(VITALS, { ...vitals, connection: "5g" }, { ...YES, "Content-Type": "text/plain" }),
  ).toBe(204);
  const pageTally = await pollUntil(() => tally("vitals by-page", `LCP ${page}`), 120);
  expect(pageTally).toMatchObject({ count: 2, sum: 2_468 });
  expect(await tally(`vitals ${page}`, "LCP tablet 2g")).toMatchObject({ count: 1 });
  expect(await tally(`vitals ${page}`, "LCP tablet unknown")).toMatchObject({ count: 1 });
});

test("a failed file is counted for every visitor, whatever browser name is sent", async () => {
  const markup = { "User-Agent": "<script>alert(1)</script>" };
  expect(await status(UPLOADS, { ended: "failed", stage: "finish" }, markup)).toBe(204);
  const failureTally = await pollUntil(() => tally("uploads", "failed other finish"), 120);
  expect(failureTally.count).toBeGreaterThanOrEqual(1);
  const rows = await inside.rows(
    "SELECT * FROM measures UNION ALL SELECT 0, at, cells FROM measure_batches",
  );
  expect(JSON.stringify(rows)).not.toContain("script");
  expect(outputLines().join("\n")).not.toContain("alert(1)");
});

test.each<[string, string, unknown, string]>([
  [
    "a negative time",
    VITALS,
    { ...vitals, metrics: [{ ...metric, value: -1 }] },
    "metrics.0.value",
  ],
  [
    "an absurd time",
    VITALS,
    { ...vitals, metrics: [{ ...metric, value: 1e15 }] },
    "metrics.0.value",
  ],
  [
    "another metric",
    VITALS,
    { ...vitals, metrics: [{ ...metric, name: "FID" }] },
    "metrics.0.name",
  ],
  ["another page", VITALS, { ...vitals, metrics: [{ ...metric, page: "/x" }] }, "metrics.0.page"],
  ["no JSON", VITALS, "{oops", "body"],
  ["nothing", UPLOADS, "", "body"],
  ["a time of a year", UPLOADS, { ...uploadReport, waitMs: 3e10 }, "waitMs"],
])("%s is refused with a sentence", async (_, path, body, field) => {
  const { status: replyStatus, body: replyBody } = await readApiReply(post(path, body));
  expect(replyStatus).toBe(400);
  expect(replyBody).toEqual({
    success: false,
    error: expect.stringMatching(new RegExp(`: ${field}.*\\.$`)),
  });
});

test("a form is refused as a measurement, and so is a very long text", async () => {
  expect(await status(VITALS, "a=b", { "Content-Type": "application/x-www-form-urlencoded" })).toBe(
    415,
  );
  expect(await status(VITALS, " ".repeat(5_000))).toBe(413);
  expect(await status(VITALS, vitals, { ...YES, Origin: "https://evil.example" })).toBe(403);
});

test("a page that reports endlessly is stopped, others are not", async () => {
  const visitor = new Visitor();
  const refusal = await repeatUntilRefused(() => post(VITALS, vitals, {}, visitor), EDGE_LIMIT);
  expect(Number(refusal.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(await status(VITALS, vitals, {})).toBe(204);
});
