import { expect, test, useMode } from "../support/journey";
import { expectValidPage } from "../support/valid-page";

const READABLE = [
  "/learn-more",
  "/faq",
  "/about-mahogany-",
  "/terms-of-service",
  "/privacy-policy",
  "/cookie-policy",
  "/data-protection",
];

/** Scripts that a browser would run, or fetch to run them later. */
const RUNNING = "script:not([type='application/ld+json']), link[rel=modulepreload]";

test("/ is read without script, on every width of window, and its record goes to no page beside it", {
  tag: "@public",
}, async ({ page }) => {
  await page.goto("/");
  await expect(page.locator(RUNNING)).toHaveCount(0);
  await expect(page.locator("link[rel=stylesheet]")).toHaveCount(1);
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", page.url());
  for (const width of [320, 768, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    const inner = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(inner).toBe(width);
  }
  await expectValidPage(page, "/");
});

for (const path of READABLE)
  test(`${path} is read without script, on a narrow and a wide screen`, {
    tag: "@deep-pages",
  }, async ({ page }) => {
    const reply = await page.goto(path);
    expect(reply?.status()).toBe(200);
    await expect(page.locator(RUNNING)).toHaveCount(0);
    await expect(page.locator("link[rel=stylesheet]")).toHaveCount(1);
    await expect(page.locator("link[rel=canonical]")).toHaveAttribute(
      "href",
      new RegExp(`${path}$`),
    );
    await expect(page.locator("meta[name=description]")).toHaveAttribute("content", /\w{3}/);
    const heading = await page.getByRole("heading", { level: 1 }).innerText();
    await expect(page).toHaveTitle(`${heading} · Mahogany`);
    await expectValidPage(page, path);
    // Its contents lead to its sections, and it is told apart from the others in the navigation.
    const contents = page.getByRole("navigation", { name: "On this page" });
    await contents.getByRole("link").last().click();
    const [, place = ""] = page.url().split("#");
    await expect(page.locator(`section[id="${place}"]`)).toBeInViewport();
    const current = page.getByRole("link").and(page.locator("[aria-current=page]"));
    await expect(current.filter({ visible: true })).toHaveCount(1);
  });

test.describe("without script", () => {
  // Which of its menus a page shows is decided by how wide it is.
  useMode("JavaScript off in Chromium");

  test("the menu of a phone opens, and leads on", async ({ page }) => {
    await page.goto("/");
    const main = page.getByRole("navigation", { name: "Main" });
    await expect(main.getByRole("link")).toHaveCount(0);
    await main.getByText("Menu").click();
    await expect(main.getByRole("link")).toHaveText([
      "Home",
      "Learn more",
      "About",
      "Submit your music",
      "FAQ",
      "Artist sign-in",
    ]);
    await main.getByRole("link", { name: "Learn more" }).click();
    await expect(page).toHaveURL(/\/learn-more$/);
    await expect(page.getByRole("contentinfo").getByRole("link")).toHaveText([
      "Artist sign-in",
      "Terms",
      "Privacy",
      "Cookies",
      "Data protection",
      "Cookie choices",
    ]);
    await expect(page.getByRole("contentinfo")).toContainText("© 2025 Mahogany");
  });
});
