import { readFileSync } from "node:fs";
import * as v from "valibot";
import { beforeAll, expect, test } from "vitest";
import { filesOf, readClientManifest } from "../../workers/cli/client-manifest";
import { staffMember } from "../support/accounts";
import { Visitor } from "../support/visitor";

/* GET /api/analytics/dashboard, exactly as specified (portal, sections 3, 7, 8 and 9). */

const PATH = "/api/analytics/dashboard";

const score = v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(100)));
const figure = v.nullable(v.pipe(v.number(), v.minValue(0)));
const amount = v.pipe(v.number(), v.integer(), v.minValue(0));
const moment = v.pipe(v.string(), v.isoTimestamp());

/** The fields of section 3; any other key is an error. */
const shape = (hours: number) =>
  v.strictObject({
    timestamp: moment,
    timeWindow: v.literal(hours),
    systemHealth: v.strictObject({
      status: v.picklist(["healthy", "degraded", "unhealthy"]),
      uptime: amount,
      issues: v.array(v.string()),
    }),
    performanceStats: v.strictObject({
      currentScore: score,
      averageScore: score,
      trend: v.picklist(["improving", "stable", "declining"]),
      coreWebVitals: v.strictObject({ lcp: figure, fcp: figure, cls: figure }),
    }),
    errorStats: v.strictObject({
      totalErrors: amount,
      errorsByCategory: v.record(v.string(), amount),
      recentErrors: v.array(
        v.strictObject({
          timestamp: moment,
          severity: v.picklist(["CRITICAL", "HIGH", "MEDIUM", "LOW"]),
          category: v.string(),
          message: v.string(),
          url: v.nullable(v.string()),
        }),
      ),
    }),
  });

let staff: Visitor;
beforeAll(async () => {
  staff = await staffMember();
  const errorData = {
    message: "Failed to submit music",
    stage: "creating",
    timestamp: new Date().toISOString(),
  };
  await new Visitor().json("/api/monitoring/error-report", { errorData });
});

test.each([
  ["", 24],
  ["?hours=1", 1],
  ["?hours=24", 24],
  ["?hours=168", 168],
])(
  "staff who ask for %s get the specified shape of %d hours, and nothing else",
  async (query, hours) => {
    const reply = await staff.send(PATH + query);
    expect(reply.status).toBe(200);
    expect(reply.headers.get("Cache-Control")).toBe("no-store");
    const body: unknown = await reply.json();
    const result = v.safeParse(shape(hours), body);
    expect(result.issues ?? [], JSON.stringify(body)).toEqual([]);
    if (result.success) expect(result.output.errorStats.recentErrors.length).toBeGreaterThan(0);
  },
);

test.each(["0", "2", "-1", "24.0", "", "day", "168&hours=1", "%3Cscript%3E", "1e999"])(
  "hours=%s gets 400 with its message, as a call and as a page",
  async (hours) => {
    const call = await staff.send(`${PATH}?hours=${hours}`);
    expect(call.status).toBe(400);
    const sentence = "Ask for hours=1, 24 or 168: the last hour, day or week.";
    expect(await call.json()).toEqual({ success: false, error: sentence });
    const page = await staff.send(`/analytics?hours=${hours}`);
    expect(page.status).toBe(400);
    expect(await page.text()).toContain(sentence);
  },
);

test("without a staff session a call is refused, and a page leads to the sign-in", async () => {
  const visitor = new Visitor();
  const call = await visitor.send(`${PATH}?hours=24`);
  expect(call.status).toBe(403);
  expect(await call.json()).toMatchObject({ success: false });
  const page = await visitor.send("/analytics?hours=1");
  expect(page.headers.get("Location")).toBe("/staff/sign-in?to=%2Fanalytics%3Fhours%3D1");
});

test("the dashboard brings at most 20 KB of JavaScript of its own, and no chart library", async () => {
  const manifest = readClientManifest();
  const findScripts = (module: string) =>
    filesOf(manifest, [module], { withDynamic: false }).filter((file) => file.endsWith(".js"));
  const modules = Object.keys(manifest).filter((id) => id.includes("?__remix-build-client-route"));
  const isAnalytics = (module: string) => module.startsWith("app/routes/analytics.tsx");
  const elsewhere = new Set(modules.filter((module) => !isAnalytics(module)).flatMap(findScripts));
  const own = modules
    .filter(isAnalytics)
    .flatMap(findScripts)
    .filter((file) => !elsewhere.has(file));
  const scripts = own.map((file) => readFileSync(`build/client${file}`, "utf8"));
  expect(own.length).toBeGreaterThan(0);
  expect(scripts.reduce((sum, text) => sum + text.length, 0)).toBeLessThan(20 * 1024);
});
