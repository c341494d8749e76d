import { afterAll, beforeAll, expect, test } from "vitest";
import { naughtyStrings } from "../../hostile/naughty-strings";
import { besiege } from "../../hostile/siege";
import { type AppServer, startApp } from "../../support/app-server";
import { announceApp } from "../../support/app-under-test";

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
  const { findings, statuses } = await besiege(app.url, 1_500, 1);
  expect(findings).toEqual([]);
  // They have to get past the limits to mean anything.
  expect(statuses["429"] ?? 0).toBeLessThan(300);
}, 180_000);
