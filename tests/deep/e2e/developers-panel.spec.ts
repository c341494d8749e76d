import { type AppServer, startApp } from "../../support/app-server";
import { expect, test } from "../../support/journey";
import { waitForHydration } from "../../support/wizard";

/* In an app of its own: nobody else is to meet closed submissions. */

let app: AppServer;
test.beforeAll(async () => {
  app = await startApp({ build: false, env: { DEV_TOOLS: "1" } });
});
test.afterAll(() => app?.stop());

test("the developer's panel moves the mode at once, and back where the server does not follow", async ({
  page,
  expectFailure,
}) => {
  expectFailure(503);
  const panel = page.getByRole("complementary", { name: "Development mode" });
  let answer = () => {};
  // Made before the call: the panel moves earlier than the route is met.
  const answerSignal = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/config/set", async (route) => {
    await answerSignal;
    await route.fulfill({ status: 503, json: { success: false, error: "No." } });
  });
  await page.goto(`${app.url}/submit`);
  // Before its script has come the press is a form's, which the server does follow.
  await waitForHydration(page, "[aria-label='Development mode']");
  await panel.getByRole("button", { name: "Switch to 'waiting-list'" }).click();
  await expect(panel).toContainText("Submission mode: waiting-list");
  answer();
  await expect(panel).toContainText("Submission mode: full");
  await expect(panel).toContainText("The mode could not be changed");
  await page.unroute("**/api/config/set");
  await panel.getByRole("button", { name: "Switch to 'waiting-list'" }).click();
  await expect(page.getByRole("heading", { name: "Share Your New Music With Us" })).toBeVisible();
  await panel.getByRole("button", { name: "Switch to 'full'" }).click();
  await expect(page.getByRole("heading", { name: "Artist Information" })).toBeVisible();
});
