import { afterAll, beforeAll, expect, test } from "vitest";
import { isRestorationUnderWay } from "~/platform/restoration-flag";
import { maintenanceResponse } from "../../../functions/maintenance";
import { type AppServer, startApp } from "../../support/app-server";
import { Visitor } from "../../support/visitor";

let app: AppServer;
beforeAll(async () => {
  app = await startApp({ build: false, env: { MAINTENANCE: "1", BRAND_NAME: "Quay" } });
});
afterAll(() => app.stop());

test("a site in maintenance says so on every page and call, and when to try again", async () => {
  const visitor = new Visitor(app.url);
  for (const path of ["/", "/submit/artist", "/submit/artist.data", "/staff", "/no/such/page"]) {
    const reply = await visitor.send(path);
    expect([path, reply.status, reply.headers.get("Retry-After")]).toEqual([path, 503, "600"]);
    expect(reply.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    expect(reply.headers.get("X-Request-Id")).toBeTruthy();
    const html = await reply.text();
    expect(html).toContain("We’re turning the record over");
    expect(html).toContain("Quay");
    expect(html).not.toContain("<script");
  }
  const postReply = await visitor.post("/submit/artist", { artistName: "Ada" });
  expect(postReply.status).toBe(503);
  const call = await visitor.send("/api/config");
  expect([call.status, call.headers.get("Retry-After")]).toEqual([503, "600"]);
  expect(await call.json()).toMatchObject({ success: false });
});

test("the files of the maintenance page are available, and health checks still work", async () => {
  const visitor = new Visitor(app.url);
  for (const path of ["/plain.css", "/icon.svg", "/api/health"])
    expect([path, (await visitor.send(path)).status]).toEqual([path, 200]);
});

test("while a backup is restored every page and call says that the site is back in a few minutes", async () => {
  const request = (path: string) => new Request(`https://label.example${path}`);
  const page = maintenanceResponse(request("/submit/artist"), { BRAND_NAME: "Quay" }, true);
  expect([page?.status, page?.headers.get("Retry-After")]).toEqual([503, "600"]);
  expect(await page?.text()).toContain("<h1>Back in a few minutes</h1>");
  expect(maintenanceResponse(request("/api/config"), {}, true)?.status).toBe(503);
  expect(maintenanceResponse(request("/api/health"), {}, true)).toBeUndefined();
  expect(maintenanceResponse(request("/submit/artist"), {}, false)).toBeUndefined();
});

test("whether a backup is restored is read twice a minute at most, and unreadable is no restoration", async () => {
  let reads = 0;
  const configOf = (answer: () => Promise<string | null>) => ({
    get: () => {
      reads += 1;
      return answer();
    },
  });
  const restoring = configOf(async () => "2026-11-28T00:00:00.000Z");
  expect(await isRestorationUnderWay(restoring, 0)).toBe(true);
  const opened = configOf(async () => null);
  expect(await isRestorationUnderWay(opened, 29_999)).toBe(true);
  expect(reads).toBe(1);
  expect(await isRestorationUnderWay(opened, 30_000)).toBe(false);
  expect(await isRestorationUnderWay(restoring, 59_999)).toBe(false);
  const broken = configOf(() => Promise.reject(new Error("away")));
  expect(await isRestorationUnderWay(broken, 60_000)).toBe(false);
});
