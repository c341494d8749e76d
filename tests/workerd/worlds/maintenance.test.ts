import { afterAll, beforeAll, expect, test } from "vitest";
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
