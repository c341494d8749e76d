import { afterAll, beforeAll, expect, test } from "vitest";
import { sendLies } from "../../hostile/liars";
import { naughtyStrings } from "../../hostile/naughty-strings";
import { besiege } from "../../hostile/siege";
import { type AppServer, startApp } from "../../support/app-server";
import { announceApp } from "../../support/app-under-test";
import { deepRuns } from "../../support/deep-runs";

const REQUESTS = deepRuns(300, 1_500);

// An app of its own: what the siege leaves half sent, its proxy complains of long after.
let app: AppServer;
let unannounce: () => void;
beforeAll(async () => {
  app = await startApp({ build: false });
  unannounce = announceApp(app);
});
afterAll(async () => {
  unannounce?.();
  await app?.stop();
});

test("no hostile request is answered with an error of ours, late, or with what is nobody's business", async () => {
  expect(naughtyStrings.length).toBeGreaterThanOrEqual(150);
  const { findings, statuses } = await besiege(app.url, REQUESTS, 1);
  expect(findings).toEqual([]);
  // They have to get past the limits to mean anything.
  expect(statuses["429"] ?? 0).toBeLessThan(REQUESTS / 5);
}, 180_000);

test("who announces more than they send, and stays on the line, is answered in 10 s by every call", async () => {
  // Whoever lies waits for eight seconds: in `npm test` some lies to each call, and all of those at once.
  const choice = process.env.TEST_DEEP ? "all" : "first-and-last";
  const { findings, statuses, slowestMs } = await sendLies(app.url, {
    choice,
    lanes: deepRuns(48, 24),
  });
  expect(findings).toEqual([]);
  // Those that read bodies have waited for them, and say that they did not come whole.
  for (const call of [
    ...["PUT /api/cloud-storage/uploads/:id/parts/:number", "POST /api/upload"],
    ...["PUT /api/cloud-storage/uploads/:id/preview", "POST /api/monitoring/error-report"],
    ...["PUT /api/drafts/current/:step", "POST /submit/artist", "POST /api/waiting-list"],
    "POST /submit/music",
  ])
    expect([call, [...(statuses.get(call) ?? [])]]).toEqual([call, expect.arrayContaining([408])]);
  // What has come of a piece is kept, and its sender is told how much that is.
  const pieces = statuses.get("PUT /api/cloud-storage/uploads/:id/parts/:number/pieces");
  expect([...(pieces ?? [])]).toContain(200);
  expect(slowestMs).toBeGreaterThan(7_000);
}, 180_000);
