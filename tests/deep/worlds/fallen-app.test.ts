import { expect, test } from "vitest";
import { startApp } from "../../support/app-server";

test("an app of the tests that has just fallen can be stopped at once, and is counted", async () => {
  const app = await startApp({ build: false });
  process.kill(-app.pid, "SIGKILL");
  await expect.poll(() => app.falls()).toBe(1);
  await app.stop();
  await expect(fetch(`${app.url}/icon.svg`)).rejects.toThrow();
});
