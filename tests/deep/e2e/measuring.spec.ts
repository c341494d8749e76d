import type { Page } from "playwright/test";
import { REPORTS_KEY } from "~/observability/errors/page-errors.client";
import { REPORT_PATH } from "~/observability/monitoring-paths";
import { createDraftAt } from "../../support/drafts";
import { expect, test } from "../../support/journey";
import { openDraftInBrowser, waitForHydration } from "../../support/wizard";

declare global {
  interface Window {
    /** What the page handed to the browser, to be sent after it. */
    beacons: { path: string; body: string }[];
  }
}

/** Keeps what the page sends while it is left, and lets it go. */
function keepBeacons(): void {
  window.beacons = [];
  const send = navigator.sendBeacon.bind(navigator);
  navigator.sendBeacon = (path, body) => {
    if (body instanceof Blob)
      void body.text().then((text) => window.beacons.push({ path: String(path), body: text }));
    return send(path, body);
  };
}

/** When each script was asked for, in milliseconds from the page's own load. */
const scriptsAfterLoad = (page: Page) =>
  page.evaluate(() => {
    const [document] = performance.getEntriesByType("navigation");
    const loadedAt = document instanceof PerformanceNavigationTiming ? document.loadEventStart : 0;
    return performance
      .getEntriesByType("resource")
      .filter(({ name }) => /\/assets\/.*\.js/.test(name))
      .map(({ name, startTime }) => ({ name, after: startTime - loadedAt }));
  });
const MEASURING = /measure-vitals/;
const parseMetrics = (body: string): { name: string; value: number; page: string }[] =>
  JSON.parse(body).metrics;

test("a page is measured for somebody who said yes: once it is idle, told once it is left", async ({
  page,
  context,
}) => {
  await page.addInitScript(keepBeacons);
  await openDraftInBrowser(context, await createDraftAt("artist"));
  const cookie = { name: "cookie-choice", value: "accepted", domain: "localhost", path: "/" };
  await context.addCookies([cookie]);
  await page.goto("/submit/artist");
  await waitForHydration(page);
  const measuring = async () =>
    (await scriptsAfterLoad(page)).find(({ name }) => MEASURING.test(name));
  await expect.poll(async () => (await measuring())?.after ?? -1).toBeGreaterThanOrEqual(0);
  await page.getByLabel("City").click();
  const reportedPosts = () =>
    page.evaluate(() => {
      Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
      return window.beacons;
    });
  const metricsTold = async () => (await reportedPosts()).flatMap(({ body }) => parseMetrics(body));
  // What the browser had not told the page by then comes when it is left again.
  await expect
    .poll(async () => (await metricsTold()).map(({ name }) => name))
    .toEqual(expect.arrayContaining(["FCP", "TTFB"]));
  for (const { path, body } of await reportedPosts()) {
    expect(path).toBe("/api/monitoring/vitals");
    expect(JSON.parse(body)).toMatchObject({ device: "computer" });
  }
  const metrics = await metricsTold();
  for (const metric of metrics) expect(metric).toMatchObject({ page: "/submit/artist" });
  // A page that is only read has no script, whatever its visitor said.
  await page.goto("/faq");
  expect(await scriptsAfterLoad(page)).toEqual([]);
  await expect(page.locator("html")).not.toHaveAttribute("data-measured");
});

test("a report that an earlier visit could not send is sent once the page has loaded, and not before", async ({
  page,
  context,
}) => {
  await openDraftInBrowser(context, await createDraftAt("artist"));
  const errorData = { message: "Kept", stage: "tracks", timestamp: new Date().toISOString() };
  await page.addInitScript(
    ([key, body]) => localStorage.setItem(String(key), String(body)),
    [REPORTS_KEY, JSON.stringify([JSON.stringify({ submissionId: null, errorData })])],
  );
  const reportReply = page.waitForResponse((reply) => reply.url().endsWith(REPORT_PATH));
  await page.goto("/submit/artist");
  expect((await reportReply).status()).toBe(201);
  const reporter = (await scriptsAfterLoad(page)).find(({ name }) => /report-error/.test(name));
  expect(reporter?.after).toBeGreaterThanOrEqual(0);
});

test("a visitor does not notice that a page's report is refused", async ({
  page,
  context,
  expectFailure,
}) => {
  expectFailure(503);
  await page.addInitScript(keepBeacons);
  await openDraftInBrowser(context, await createDraftAt("artist"));
  const cookie = { name: "cookie-choice", value: "accepted", domain: "localhost", path: "/" };
  await context.addCookies([cookie]);
  const errorData = { message: "Kept", stage: "tracks", timestamp: new Date().toISOString() };
  const reportsText = JSON.stringify([JSON.stringify({ submissionId: null, errorData })]);
  await page.addInitScript(
    ([key, body]) => localStorage.setItem(String(key), String(body)),
    [REPORTS_KEY, reportsText],
  );
  await page.route("**/api/monitoring/**", (route) =>
    route.fulfill({ status: 503, json: { success: false, error: "Not now." } }),
  );
  const reportReply = page.waitForResponse((reply) => reply.url().endsWith(REPORT_PATH));
  await page.goto("/submit/artist");
  await waitForHydration(page);
  expect((await reportReply).status()).toBe(503);
  await expect
    .poll(async () => (await scriptsAfterLoad(page)).some(({ name }) => MEASURING.test(name)))
    .toBe(true);
  await page.getByLabel("City").click();
  const reportCount = () =>
    page.evaluate(() => {
      Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
      return window.beacons.length;
    });
  await expect.poll(reportCount).toBeGreaterThan(0);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page.getByText("We can't be reached just now.")).toHaveCount(0);
  // A refused report waits for another visit.
  expect(await page.evaluate((key) => localStorage.getItem(key), REPORTS_KEY)).toBe(reportsText);
});

test("without consent no measuring code is loaded", async ({ page, context }) => {
  await openDraftInBrowser(context, await createDraftAt("artist"));
  await page.goto("/submit/artist");
  await waitForHydration(page);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await expect(page.locator("html")).not.toHaveAttribute("data-measured");
  expect((await scriptsAfterLoad(page)).filter(({ name }) => MEASURING.test(name))).toEqual([]);
});
