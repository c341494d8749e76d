import type { Page } from "playwright/test";
import * as v from "valibot";
import { expect, test } from "../../support/journey";

/** Of headings, and of everything else. */
const FACES = ["Instrument Serif", "Instrument Sans"];

/** Delays the fonts until the returned function is called. */
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

/** How far a page shifts when its fonts load, which is last on a slow connection. */
async function measureShift(page: Page, path: string): Promise<number> {
  const releaseFonts = await holdFonts(page);
  await page.goto(path, { waitUntil: "domcontentloaded" });
  // Rendered once with the fallback fonts.
  const draw = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  await page.evaluate(draw);
  const areLoaded = (faces: string[]) =>
    faces.map((face) => document.fonts.check(`16px "${face}"`));
  expect(await page.evaluate(areLoaded, FACES)).toEqual([false, false]);
  releaseFonts();
  await expect.poll(() => page.evaluate(areLoaded, FACES)).toEqual([true, true]);
  for (let frame = 0; frame < 3; frame += 1) await page.evaluate(draw);
  await page.unroute("**/fonts/*.woff2");
  return v.parse(v.number(), await page.evaluate(() => Reflect.get(window, "shifted")));
}

for (const width of [360, 768, 1280])
  test(`at ${width} px no page moves as its fonts come`, async ({ page, expectFailure }) => {
    expectFailure(404);
    await page.setViewportSize({ width, height: 740 });
    await watchShifts(page);
    await page.goto("/");
    const aboutPath = await page.locator('a[href^="/about-"]').first().getAttribute("href");
    const legal = ["/terms-of-service", "/privacy-policy", "/cookie-policy"];
    const shifts: Record<string, number> = {};
    for (const path of [
      "/",
      aboutPath ?? "",
      "/no-such-page",
      "/faq",
      "/login",
      "/submit/artist",
      ...legal,
    ])
      shifts[path] = await measureShift(page, path);
    expect(Object.entries(shifts).filter(([, shift]) => shift >= 0.02)).toEqual([]);
  });
