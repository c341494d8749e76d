import { type AppServer, startApp } from "../../support/app-server";
import { expect, test, withAndWithoutScript } from "../../support/journey";
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

withAndWithoutScript((mode) => {
  test("staff test connections, make the board's columns, run the dashboard and read the trail", async ({
    page,
    scripted,
  }) => {
    await page.goto(`${app.url}/staff/connections`);
    await expect(page.locator("script:not(#post-once)")).toHaveCount(0);
    await page.getByRole("button", { name: "Test Spotify" }).click();
    await expect(page.getByText("Tested just now: Well.")).toBeVisible();
    await page.getByRole("button", { name: "Test Task board" }).click();
    await expect(page.getByText("Tested just now: Not well.")).toBeVisible();
    await page.getByRole("link", { name: "Its columns" }).click();
    await page.getByRole("button", { name: "Make the 2 missing columns" }).click();
    await expect(page.getByText("2 columns were made")).toBeVisible();
    await page.getByRole("link", { name: "Connections" }).first().click();
    await page.getByLabel("Your email address").fill(`${mode.length}@label.example`);
    await page.getByRole("button", { name: "Send a test mail" }).click();
    await expect(page.getByText("Test mail: well.")).toBeVisible();

    await page.goto(`${app.url}/test-dashboard`);
    if (scripted) await page.waitForFunction(() => "__remixContext" in window);
    await page.getByLabel("Release title").fill(`Of ${mode}`);
    await page.getByRole("button", { name: "Run all tests" }).click();
    await expect(page.getByText("SUCCESS", { exact: true })).toHaveCount(6);
    await expect(page.getByLabel("Release title")).toHaveValue(`Of ${mode}`);
    const item = page.getByText(/Item \d+ is on the board/).first();
    const [, id = ""] = /Item (\d+)/.exec(await item.innerText()) ?? [];
    await page.getByRole("button", { name: "Cloud drive sign-in" }).click();
    await expect(page.getByText("SUCCESS", { exact: true })).toHaveCount(7);

    await page.goto(`${app.url}/staff/activity`);
    await page.getByLabel("What").selectOption({ label: "Board item made" });
    await page.getByRole("button", { name: "Show" }).click();
    await expect(
      page.getByRole("link", { name: `Everything about ${id}`, exact: true }),
    ).toBeVisible();
    await page.getByRole("link", { name: "Outbox" }).click();
    await page.getByRole("link", { name: "A test of the mail server" }).first().click();
    await expect(page.getByText("Developer has pressed 'Send a test mail'").first()).toBeVisible();
    // On a phone the other pages are folded.
    await page.getByText("Menu", { exact: true }).click();
    // The style sheet shows one of the two lists of them.
    await page.getByRole("link", { name: "Activity" }).last().click();
    await page.getByRole("link", { name: "Failed jobs" }).click();
    await expect(page.getByRole("heading", { name: "Dead letters" })).toBeVisible();
    // The tests are limited for all of staff together; the next way through begins anew.
    const sql = "DELETE FROM rate_windows";
    await page.request.post(`${app.url}/sandbox/window/rows`, { data: { sql, params: [] } });
  });
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
  await page.getByRole("button", { name: "Send a test mail" }).click();
  await expect(page.getByText("Test mail: well.")).toBeVisible();
  await page.goto(`${app.url}/staff/activity/mails`);
  await page.getByRole("link", { name: "A test of the mail server" }).first().click();
  await expectValidPage(page, "a mail");
  await page.goto(`${app.url}/test-dashboard`);
  await page.getByRole("button", { name: "Server health" }).click();
  await expect(page.getByText("SUCCESS", { exact: true })).toHaveCount(1);
  await expectValidPage(page, "test dashboard");
});
