import { expect, test } from "../support/journey";
import { expectSound } from "../support/sound-page";

const READABLE = [
  "/learn-more",
  "/faq",
  "/about-mahogany-",
  "/terms-of-service",
  "/privacy-policy",
  "/cookie-policy",
  "/data-protection",
];

for (const path of READABLE)
  test(`${path} is read without script, on a narrow and a wide screen`, async ({ page }) => {
    const reply = await page.goto(path);
    expect(reply?.status()).toBe(200);
    await expect(page.locator("script, link[rel=modulepreload]")).toHaveCount(0);
    await expect(page.locator("link[rel=stylesheet]")).toHaveCount(1);
    await expect(page.locator("link[rel=canonical]")).toHaveAttribute(
      "href",
      new RegExp(`${path}$`),
    );
    await expect(page.locator("meta[name=description]")).toHaveAttribute("content", /\w{3}/);
    const heading = await page.getByRole("heading", { level: 1 }).innerText();
    await expect(page).toHaveTitle(`${heading} · Mahogany`);
    await expectSound(page, path);
    // Its contents lead to its sections, and it is told apart from the others in the navigation.
    const contents = page.getByRole("navigation", { name: "On this page" });
    await contents.getByRole("link").last().click();
    const [, place = ""] = page.url().split("#");
    await expect(page.locator(`section[id="${place}"]`)).toBeInViewport();
    const current = page.getByRole("link").and(page.locator("[aria-current=page]"));
    await expect(current.filter({ visible: true })).toHaveCount(path === "/faq" ? 0 : 1);
  });

test("every link of these pages leads somewhere, and every fragment to its place", async ({
  page,
  request,
}) => {
  const targets = new Set<string>();
  for (const path of READABLE) {
    await page.goto(path);
    const links = await page
      .locator("a[href]")
      .evaluateAll((all) =>
        all.map((link) => (link instanceof HTMLAnchorElement ? link.href : "")),
      );
    for (const link of links) targets.add(link);
  }
  const own = new URL(page.url()).origin;
  const idsOf = new Map<string, string[]>();
  for (const target of [...targets].filter((one) => one.startsWith(own))) {
    const url = new URL(target);
    if (!idsOf.has(url.pathname)) {
      const reply = await request.get(url.pathname);
      expect(reply.status(), url.pathname).toBe(200);
      idsOf.set(
        url.pathname,
        Array.from((await reply.text()).matchAll(/ id="([^"]+)"/g), ([, id = ""]) => id),
      );
    }
    if (url.hash) expect(idsOf.get(url.pathname), target).toContain(url.hash.slice(1));
  }
  // Each is reached from the others: none is an orphan.
  for (const path of READABLE) expect([...targets]).toContain(own + path);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

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
    ]);
    await main.getByRole("link", { name: "Learn more" }).click();
    await expect(page).toHaveURL(/\/learn-more$/);
    await expect(page.getByRole("contentinfo").getByRole("link")).toHaveText([
      "Terms",
      "Privacy",
      "Cookies",
      "Data protection",
    ]);
    await expect(page.getByRole("contentinfo")).toContainText("© 2025 Mahogany");
  });
});

test("who reads a page from within the wizard keeps its scripts, and all pages their style", async ({
  page,
}) => {
  await page.goto("/");
  await page.getByRole("contentinfo").getByRole("link", { name: "Terms" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Terms of service" })).toBeVisible();
  await expect(page.locator("link[rel=stylesheet]")).toHaveCount(2);
  await page.getByText("Menu").click();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home" }).click();
  await expect(page.getByRole("heading", { name: "Play us something new." })).toBeVisible();
});
