import type { BrowserContext, Locator, Page } from "playwright/test";
import { staffPasscode } from "../../support/accounts";
import { fillVitals, fillWeek } from "../../support/analytics-week";
import { type AppServer, startApp } from "../../support/app-server";
import { openStoreReader, type StoreReader } from "../../support/app-stores";
import { expect, test, withAndWithoutScript } from "../../support/journey";
import { expectValidPage } from "../../support/valid-page";
import { Visitor } from "../../support/visitor";
import { openDraftInBrowser, waitForHydration } from "../../support/wizard";

/* Uses its own app, because the test empties, fills and removes its tables. */

const FAILED = "Failed to fetch dashboard data";

let app: AppServer;
let store: StoreReader;
let staff: Visitor;
test.beforeAll(async () => {
  app = await startApp({ build: false });
  store = openStoreReader(app.url);
  staff = new Visitor(app.url);
  const passcode = staffPasscode(app);
  await staff.post("/staff/sign-in", { name: "Ada Berg", passcode, to: "/staff" });
});
test.afterAll(() => app?.stop());

async function open(page: Page, context: BrowserContext, path = "/analytics"): Promise<void> {
  await openDraftInBrowser(context, staff);
  await page.goto(app.url + path);
}

/** Runs an operation while a table is missing, so that D1 fails its queries. */
async function without(table: string, act: () => Promise<void>): Promise<void> {
  await store.rows(`ALTER TABLE ${table} RENAME TO taken_away`);
  try {
    await act();
  } finally {
    await store.rows(`ALTER TABLE taken_away RENAME TO ${table}`);
  }
}

test("an installation without figures says so", { tag: "@deep-pages" }, async ({
  page,
  context,
}) => {
  await store.rows("DELETE FROM health_checks");
  await open(page, context);
  await expect(page.getByText("No dashboard data available")).toBeVisible();
  await expect(page.getByText("No recent errors")).toBeVisible();
  await expect(page.getByLabel("Time window")).toHaveValue("24");
  await waitForHydration(page);
  await expectValidPage(page, "empty");
});

test("the dashboard with a week's figures, and an error's own page", {
  tag: "@deep-pages",
}, async ({ page, context }) => {
  await fillWeek(store, { views: 20_000, errors: 400 });
  await open(page, context, "/analytics?hours=168");
  await waitForHydration(page);
  for (const name of ["System status", "Performance score", "Active issues", "Core web vitals"])
    await expect(page.getByRole("heading", { name, exact: true }).first()).toBeVisible();
  await expect(page.getByRole("img", { name: /errors over time, by severity/ })).toBeVisible();
  await expect(page.getByRole("img", { name: /The score over time/ })).toBeVisible();
  await expectValidPage(page, "a week");
  await page
    .getByRole("link", { name: /Failed to upload/ })
    .first()
    .click();
  await expect(page.getByText("which was deleted")).toBeVisible();
  await expectValidPage(page, "an error");
});

test("an error with one very long word, seen once, is readable on the narrowest screen", {
  tag: "@deep-pages",
}, async ({ page, context }) => {
  await store.rows("DELETE FROM error_reports");
  const message = `${"Endless".repeat(100)} is not a function`;
  const errorData = { message, stage: "creating", timestamp: new Date().toISOString() };
  const reply = await new Visitor(app.url).json("/api/monitoring/error-report", { errorData });
  expect(reply.status).toBe(201);
  await open(page, context);
  const row = page.getByRole("row").filter({ hasText: message });
  await expectValidPage(page, "a table with an endless word");
  const tops = (cell: Locator) => cell.evaluate((element) => element.getBoundingClientRect().top);
  const link = row.getByRole("link", { name: message });
  // A wide row is aligned to its first line.
  expect(await tops(row.getByText("CRITICAL"))).toBeLessThan((await tops(link)) + 12);
  await link.click();
  await expect(page.getByText("Occurred")).toBeVisible();
  await expect(page.getByText(/^Once, on /)).toBeVisible();
  await expectValidPage(page, "an endless word");
});

withAndWithoutScript(() => {
  test("staff see how fast each page is, on which devices and lines", async ({
    page,
    context,
    scripted,
  }) => {
    await fillVitals(store, 20_000);
    await open(page, context, "/analytics?hours=24");
    const splitNavigation = page.getByRole("navigation", { name: "Web vitals by page or device" });
    await expect(splitNavigation.getByRole("link", { name: "All", exact: true })).toHaveAttribute(
      "aria-current",
      "true",
    );
    await splitNavigation.getByRole("link", { name: "By page" }).click();
    const row = page.locator("tr", {
      has: page.getByRole("link", { name: "/submit/artist", exact: true }),
    });
    await expect(row.locator("td")).toHaveCount(6);
    await expect(row).toContainText(/\d s/);
    // axe itself needs scripts.
    if (scripted) await expectValidPage(page, "vitals by page");
    await splitNavigation.getByRole("link", { name: "By device and connection" }).click();
    await expect(page.getByText("Phone, 3g", { exact: true })).toBeVisible();
    if (scripted) await expectValidPage(page, "vitals by device");
    await page.getByLabel("Time window").selectOption("168");
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(page).toHaveURL(/hours=168/);
    await expect(page.getByText("Phone, 3g", { exact: true })).toBeVisible();
  });
});

test("the page refreshes its figures every five minutes, and keeps them when that fails", async ({
  page,
  context,
  expectFailure,
}) => {
  expectFailure(503);
  await page.clock.install();
  await open(page, context);
  await waitForHydration(page);
  await expect(page.getByText("Uptime")).toBeVisible();
  // The second time comes although the first came a little late.
  for (const pass of [() => page.clock.fastForward("05:01"), () => page.clock.runFor("05:00")]) {
    const refresh = page.waitForResponse((reply) => reply.url().includes("/analytics.data"));
    await pass();
    expect((await refresh).status()).toBe(200);
  }
  await without("health_checks", async () => {
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(page.getByRole("alert")).toContainText(FAILED);
    await expect(page.getByText("Uptime")).toBeVisible();
    await expectValidPage(page, "failed");
  });
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText(FAILED)).toHaveCount(0);
  await page.getByLabel("Refresh every 5 minutes").uncheck();
  let extraCount = 0;
  page.on("request", (request) => {
    if (request.url().includes("/analytics.data")) extraCount += 1;
  });
  await page.clock.fastForward("11:00");
  await expect(page.getByLabel("Refresh every 5 minutes")).not.toBeChecked();
  expect(extraCount).toBe(0);
});

test("a refresh without a connection says so next to the figures, also after Retry, and continues later", async ({
  page,
  context,
  expectFailure,
}) => {
  expectFailure("ERR_INTERNET_DISCONNECTED");
  await open(page, context);
  await waitForHydration(page);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByRole("alert")).toContainText(FAILED);
  await expect(page.getByText("Uptime")).toBeVisible();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("alert")).toContainText(FAILED);
  // From then on it continues by itself: the button may disappear before it is pressed.
  await context.setOffline(false);
  await expect(page.getByText(FAILED)).toHaveCount(0);
  await expect(page.getByText("Uptime")).toBeVisible();
  await expect(page.getByText(/^As of /)).toBeVisible();
});
