import { expect, test } from "../../support/journey";
import { waitForHydration } from "../../support/wizard";

test("the record on / covers no link of the header, in windows of usual laptops", {
  tag: "@public",
}, async ({ page }) => {
  await page.goto("/");
  for (const [width, height] of [
    [1366, 768],
    [1366, 600],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    const links = page.locator("header").first().getByRole("link").filter({ visible: true });
    await expect(links).not.toHaveCount(0);
    const covered = await links.evaluateAll((all) =>
      all.flatMap((link) => {
        const { left, right, top, height } = link.getBoundingClientRect();
        const isOnTop = [left + 2, (left + right) / 2, right - 2].every((x) =>
          link.contains(document.elementFromPoint(x, top + height / 2)),
        );
        return isOnTop ? [] : [link.textContent];
      }),
    );
    expect(covered).toEqual([]);
  }
});

test("who reads a page from within the wizard keeps its scripts, and all pages their style", async ({
  page,
}) => {
  await page.goto("/submit");
  // An earlier press opens the page as a document.
  await waitForHydration(page);
  // A page that is long on its way says so.
  let arrive = () => {};
  const late = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route("**/terms-of-service.data**", async (route) => {
    await late;
    await route.continue();
  });
  await page.getByRole("contentinfo").getByRole("link", { name: "Terms" }).click();
  await expect(page.getByText("Loading...")).toBeVisible();
  arrive();
  await expect(page.getByRole("heading", { level: 1, name: "Terms of service" })).toBeVisible();
  await expect(page.locator("link[rel=stylesheet][href*=content-]")).toHaveCount(1);
  await expect(page.getByText("Loading...")).toHaveCount(0);
  // On paper there are the contents and the words, and nothing to press.
  await page.emulateMedia({ media: "print", reducedMotion: "reduce" });
  await expect(page.getByRole("navigation", { name: "On this page" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await page.getByText("Menu").click();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home" }).click();
  await expect(page.getByRole("heading", { name: "Play us something new." })).toBeVisible();
});
