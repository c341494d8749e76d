import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Result, RunOnly } from "axe-core";
import type { Page } from "playwright/test";
import { expect } from "./journey";
import { htmlErrors } from "./valid-html";

/**
 * Resolves once nothing on the page is on its way to another look: whatever begins with the next frames
 * is waited for, by its own end and not by a time. What goes round for ever is left to go round.
 */
async function waitForAnimations(): Promise<void> {
  const twoFrames = () =>
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  for (;;) {
    await twoFrames();
    const moving = document
      .getAnimations()
      .filter(({ playState }) => playState === "running")
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    if (moving.length === 0) return;
    // One that is cancelled, such as by its element's end, has ended, too.
    await Promise.allSettled(moving.map(({ finished }) => finished));
  }
}

/** axe as a page takes it in soonest: half as long as what the library itself hands out. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What can differ between light and dark: the elements of a page are the same in both. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * What axe finds wrong with the page as it is: rule and elements, a line each.
 *
 * It is brought to a page once and then asked again; and it names only elements that are at fault. A
 * builder that loads it for each question and lists all that is right, too, took twice as long.
 */
async function faults(page: Page, runOnly?: RunOnly): Promise<[string, string[]][]> {
  const isLoaded = await page.evaluate(() => "axe" in window);
  // As words, since the page's own policy lets no script in by an element.
  if (!isLoaded) await page.evaluate(AXE);
  const violations = await page.evaluate(async (only): Promise<Result[]> => {
    const { axe: pageAxe } = window as unknown as { axe: typeof axe };
    const results = await pageAxe.run(document, {
      resultTypes: ["violations"],
      ...(only && { runOnly: only }),
    });
    return results.violations;
  }, runOnly);
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}

/**
 * Narrow and wide, light and dark: nothing for axe or a validator to find, nothing wider than the
 * screen. Each width is looked through whole once, in the other light for its colours.
 * @param tags the rules to go by; all of them unless given.
 */
export async function expectValidPage(page: Page, state: string, tags?: string[]): Promise<void> {
  expect(await htmlErrors(await page.content()), `${state}: HTML`).toEqual([]);
  for (const width of [360, 320, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    // The page is laid out for its new width with the next frame.
    await page.evaluate(waitForAnimations);
    const pageWidths = () => [document.scrollingElement?.scrollWidth ?? 0, window.innerWidth];
    const [wide = 0, inner = 0] = await page.evaluate(pageWidths);
    expect(wide, `${state} at ${width} px`).toBeLessThanOrEqual(inner);
    if (width === 360) continue;
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      // Colours change with the next frame, or fade: axe must not measure them on their way.
      await page.evaluate(waitForAnimations);
      const isFullCheck = colorScheme === (width === 320 ? "light" : "dark");
      const all = tags && ({ type: "tag", values: tags } as const);
      const violations = await faults(
        page,
        isFullCheck ? all : { type: "rule", values: COLOUR_RULES },
      );
      expect(violations, `${state} at ${width} px, ${colorScheme}`).toEqual([]);
    }
  }
}
