import type { Page } from "playwright/test";
import * as v from "valibot";
import { expect, test } from "../../support/journey";

/** Delays the display font until the returned function is called. */
async function holdFonts(page: Page): Promise<() => void> {
  let release = () => {};
  const fonts = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/fonts/*.woff2", async (route) => {
    await fonts;
    await route.continue();
  });
  return () => release();
}

/** Has the pages of a tab add up how far they shift, as CLS does. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Reflect.set(window, "shifted", 0);
    new PerformanceObserver((list) => {
      const values = list.getEntries().map((entry) => Number(Reflect.get(entry, "value")));
      const sum = values.reduce((all, value) => all + value, 0);
      Reflect.set(window, "shifted", Number(Reflect.get(window, "shifted")) + sum);
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** How far a page shifts when its display font loads, which is last on a slow connection. */
async function measureShift(page: Page, path: string): Promise<number> {
  const releaseFonts = await holdFonts(page);
  await page.goto(path, { waitUntil: "domcontentloaded" });
  // Rendered once with the fallback font.
  const draw = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  await page.evaluate(draw);
  expect(await page.evaluate(() => document.fonts.check('16px "Instrument Serif"'))).toBe(false);
  releaseFonts();
  await page.waitForFunction(() => document.fonts.check('16px "Instrument Serif"'));
  for (let frame = 0; frame < 3; frame += 1) await page.evaluate(draw);
  await page.unroute("**/fonts/*.woff2");
  return v.parse(v.number(), await page.evaluate(() => Reflect.get(window, "shifted")));
}

for (const width of [360, 768, 1280])
  test(`at ${width} px no public page moves as its display face comes`, async ({
    page,
    expectFailure,
  }) => {
    expectFailure(404);
    await page.setViewportSize({ width, height: 740 });
    await watchShifts(page);
    await page.goto("/");
    const aboutPath = await page.locator('a[href^="/about-"]').first().getAttribute("href");
    const legal = ["/terms-of-service", "/privacy-policy", "/cookie-policy"];
    const shifts: Record<string, number> = {};
    for (const path of ["/", aboutPath ?? "", "/no-such-page", "/faq", ...legal])
      shifts[path] = await measureShift(page, path);
    expect(Object.entries(shifts).filter(([, shift]) => shift >= 0.02)).toEqual([]);
  });
