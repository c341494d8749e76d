import type { Page } from "playwright/test";
import { createDraftAt } from "../../support/drafts";
import { expect, test, useMode } from "../../support/journey";
import { expectValidPage } from "../../support/valid-page";
import { openDraftInBrowser, waitForHydration } from "../../support/wizard";

const notice = (page: Page) => page.getByRole("region", { name: "Cookie choice" });
const answer = (page: Page, name: "Accept" | "Refuse") => page.getByRole("button", { name });

/** What the browser remembers of it. */
async function rememberedChoice(page: Page): Promise<string | undefined> {
  const cookies = await page.context().cookies();
  return cookies.find(({ name }) => name === "cookie-choice")?.value;
}

test.use({ notice: "unseen" });

test.describe("without script", () => {
  useMode("JavaScript off");

  test("it is as easy to refuse as to accept, remembered, and changed from the foot of a page", async ({
    page,
  }) => {
    await page.goto("/faq");
    await expect(notice(page)).toBeVisible();
    expect(await rememberedChoice(page)).toBeUndefined();
    await answer(page, "Refuse").click();
    await expect(page).toHaveURL(/\/faq$/);
    await expect(notice(page)).toHaveCount(0);
    expect(await rememberedChoice(page)).toBe("refused");
    await page.getByRole("contentinfo").getByRole("link", { name: "Cookie choices" }).click();
    await expect(page.getByText("You said no: we don’t measure")).toBeVisible();
    await answer(page, "Accept").click();
    await expect(page.getByText("You said yes: we measure")).toBeVisible();
    expect(await rememberedChoice(page)).toBe("accepted");
    await page.getByRole("link", { name: "Mahogany" }).click();
    await expect(notice(page)).toHaveCount(0);
  });
});

test("its answers are as large and as dark as each other", async ({ page }) => {
  await page.goto("/faq");
  const [accept, refuse] = [
    await answer(page, "Accept").boundingBox(),
    await answer(page, "Refuse").boundingBox(),
  ];
  expect([accept?.width, accept?.height, accept?.y]).toEqual([
    refuse?.width,
    refuse?.height,
    refuse?.y,
  ]);
  const buttonStyle = (name: "Accept" | "Refuse") =>
    answer(page, name).evaluate((button) => {
      const { color, backgroundColor, fontSize, borderColor } = getComputedStyle(button);
      return { color, backgroundColor, fontSize, borderColor };
    });
  expect(await buttonStyle("Accept")).toEqual(await buttonStyle("Refuse"));
});

test("in a form it covers nothing, and its answer leaves what was typed where it is", async ({
  page,
  context,
}) => {
  await openDraftInBrowser(context, await createDraftAt("artist"));
  await context.addCookies([
    { name: "beta-notice", value: "seen", domain: "localhost", path: "/" },
  ]);
  await page.goto("/submit/artist");
  await waitForHydration(page);
  const [form, noticeBox] = [
    await page.getByRole("main").boundingBox(),
    await notice(page).boundingBox(),
  ];
  expect(noticeBox?.y ?? 0).toBeGreaterThanOrEqual((form?.y ?? 0) + (form?.height ?? 0));
  await expect(notice(page)).toHaveCSS("position", "static");
  await page.getByLabel("City").fill("Galw");
  await answer(page, "Refuse").click();
  await expect(notice(page)).toHaveCount(0);
  await expect(page.getByLabel("City")).toHaveValue("Galw");
  await expect(page).toHaveURL(/\/submit\/artist$/);
  expect(await rememberedChoice(page)).toBe("refused");
});

test("the question takes less than a third of a phone's window, with both of its answers in view", async ({
  page,
}) => {
  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto("/faq");
    const noticeBox = await notice(page).boundingBox();
    expect(noticeBox?.height).toBeGreaterThan(0);
    expect(noticeBox?.height ?? 0).toBeLessThan(740 / 3);
  }
});

test("pages of what went wrong, of a device without a line, and of the choice are sound", {
  tag: "@deep-pages",
}, async ({ page, expectFailure }) => {
  expectFailure(404);
  for (const [path, heading] of [
    ["/no/such/page", "We can't find that page"],
    ["/offline", "You’re offline"],
    ["/cookie-choices", "Cookie choices"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await expectValidPage(page, path);
  }
});

test("the home page shows its picture in the size for the window, and weighs under 60 KB in all", {
  tag: "@deep-pages",
}, async ({ page, browser, baseURL }) => {
  const bytes: number[] = [];
  const weighs = await page.context().newCDPSession(page);
  await weighs.send("Network.enable");
  weighs.on("Network.loadingFinished", ({ encodedDataLength }) => bytes.push(encodedDataLength));
  await page.goto("/", { waitUntil: "networkidle" });
  const picture = page.locator("picture img");
  const currentSource = (target = picture) =>
    target.evaluate((image) => (image instanceof HTMLImageElement ? image.currentSrc : ""));
  for (const [width, size] of [
    [360, "thumbnail"],
    [768, "medium"],
    [1200, "large"],
    [1920, "xlarge"],
  ] as const) {
    await page.setViewportSize({ width, height: 740 });
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => currentSource()).toContain(`/files/optimized/grooves-${size}-`);
    if (width === 360) expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(60_000);
  }
  const dense = await browser.newContext({
    baseURL,
    deviceScaleFactor: 2,
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
  });
  const phone = await dense.newPage();
  await phone.goto("/");
  await phone.locator("picture img").scrollIntoViewIfNeeded();
  await expect.poll(() => currentSource(phone.locator("picture img"))).toContain("grooves-medium-");
  await dense.close();
});
