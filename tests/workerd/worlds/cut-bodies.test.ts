import { afterAll, beforeAll, expect, test } from "vitest";
import { type AppServer, announceApp, outputLines, startApp } from "../../support/app-server";
import { draftAt } from "../../support/draft-at";
import { rawRequest } from "../../support/raw-request";
import type { Visitor } from "../../support/visitor";

const FORM = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data; boundary=x";

// An app of its own: of connections that another test left, its proxy tells a while later.
let app: AppServer;
let early: Visitor;
beforeAll(async () => {
  app = await startApp({ build: false });
  announceApp(app);
  early = await draftAt("artist");
});
afterAll(() => app.stop());

test("a small body that is cut off is no error of ours", async () => {
  const start = outputLines().length;
  for (const [path, type] of [
    ["/api/monitoring/error-report", "text/plain"],
    ["/submit/notice", FORM],
    ["/submit/artist", FORM],
    ["/submit/artist", MULTIPART],
    ["/nope", FORM],
  ] as const)
    for (const sent of ["", "a=b"]) {
      const headers = { Cookie: early.cookie, "Content-Type": type, "Content-Length": "1000" };
      await rawRequest({ path, headers, body: [sent], hangUp: true }, 3_000).catch(() => undefined);
    }
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const said = outputLines()
    .slice(start)
    .filter((line) => /"level":"(warn|error)"|\bERROR\b|Uncaught/.test(line));
  expect(said).toEqual([]);
});
