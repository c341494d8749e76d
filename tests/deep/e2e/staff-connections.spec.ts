import { type AppServer, startApp } from "../../support/app-server";
import { expect, test } from "../../support/journey";
import { expectValidPage } from "../../support/valid-page";

/* In an app of its own: its board is told to lack columns. A developer is staff there. */

let app: AppServer;
test.beforeAll(async () => {
  app = await startApp({ build: false, env: { DEV_TOOLS: "1" } });
});
test.afterAll(() => app?.stop());
test.beforeEach(async ({ request }) => {
  const data = { removed: ["city", "bio"] };
  await request.post(`${app.url}/sandbox/monday/columns`, { data });
});

test("the pages are sound, narrow and wide, light and dark", { tag: "@deep-pages" }, async ({
  page,
}) => {
  for (const path of ["connections", "connections/board", "activity", "activity/mails"]) {
    await page.goto(`${app.url}/staff/${path}`);
    await expectValidPage(page, path);
  }
  await page.goto(`${app.url}/staff/connections`);
  await page.getByLabel("Your email address").fill("sound@label.example");
  await page.getByRole("button", { name: "Send a test email" }).click();
  await expect(page.getByText("Test email: it works.")).toBeVisible();
  await page.goto(`${app.url}/staff/activity/mails`);
  await page.getByRole("link", { name: "A test of the mail server" }).first().click();
  await expectValidPage(page, "a mail");
  await page.goto(`${app.url}/test-dashboard`);
  await page.getByRole("button", { name: "Server health" }).click();
  await expect(page.getByText("SUCCESS", { exact: true })).toHaveCount(1);
  await expectValidPage(page, "test dashboard");
});
