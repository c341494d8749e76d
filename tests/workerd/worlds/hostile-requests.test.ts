import { afterAll, beforeAll, expect, test } from "vitest";
import { sendLies } from "../../hostile/liars";
import { naughtyStrings } from "../../hostile/naughty-strings";
import { besiege } from "../../hostile/siege";
import { type AppServer, startApp } from "../../support/app-server";
import { announceApp } from "../../support/app-under-test";
import { deepRuns } from "../../support/deep-runs";

const REQUESTS = deepRuns(300, 1_500);

// Uses its own app: its proxy reports errors for the siege's unfinished requests long afterwards.
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

test("no hostile request gets a server error, a late answer, or data of others", async () => {
  expect(naughtyStrings.length).toBeGreaterThanOrEqual(150);
  const { findings, statuses } = await besiege(app.url, REQUESTS, 1);
  expect(findings).toEqual([]);
  // The attacks must not stop at the rate limits.
  expect(statuses["429"] ?? 0).toBeLessThan(REQUESTS / 5);
}, 180_000);

test("a client that announces more than it sends and keeps the connection is answered in 10 s by every call", async () => {
  // Each request waits for eight seconds, so `npm test` sends only some to each call, all at once.
  const choice = process.env.TEST_DEEP ? "all" : "first-and-last";
  const { findings, statuses, slowestMs } = await sendLies(app.url, {
    choice,
    lanes: deepRuns(48, 24),
  });
  expect(findings).toEqual([]);
  // Calls that read bodies have waited for them, and say that they are incomplete.
  for (const call of [
    ...["PUT /api/cloud-storage/uploads/:id/parts/:number", "POST /api/upload"],
    ...["PUT /api/cloud-storage/uploads/:id/preview", "POST /api/monitoring/error-report"],
    ...["PUT /api/drafts/current/:step", "POST /submit/artist", "POST /api/waiting-list"],
    "POST /submit/music",
  ])
    expect([call, [...(statuses.get(call) ?? [])]]).toEqual([call, expect.arrayContaining([408])]);
  // The received bytes of a part are kept, and the answer says how many they are.
  const pieces = statuses.get("PUT /api/cloud-storage/uploads/:id/parts/:number/pieces");
  expect([...(pieces ?? [])]).toContain(200);
  expect(slowestMs).toBeGreaterThan(7_000);
}, 180_000);
