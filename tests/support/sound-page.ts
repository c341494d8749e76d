import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright/test";
import { expect } from "./journey";
import { htmlErrors } from "./valid-html";

/**
 * Resolves once nothing on the page is on its way to another look: whatever begins with the next frames
 * is waited for, by its own end and not by a time. What goes round for ever is left to go round.
 */
async function atRest(): Promise<void> {
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

/** What can differ between light and dark: the elements of a page are the same in both. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * Narrow and wide, light and dark: nothing for axe or a validator to find, nothing wider than the
 * screen. Each width is looked through whole once, in the other light for its colours.
 * @param tags the rules to go by; all of them unless given.
 */
export async function expectSound(page: Page, state: string, tags?: string[]): Promise<void> {
  expect(await htmlErrors(await page.content()), `${state}: HTML`).toEqual([]);
  for (const width of [360, 320, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    // The page is laid out for its new width with the next frame.
    await page.evaluate(atRest);
    const room = () => [document.scrollingElement?.scrollWidth ?? 0, window.innerWidth];
    const [wide = 0, inner = 0] = await page.evaluate(room);
    expect(wide, `${state} at ${width} px`).toBeLessThanOrEqual(inner);
    if (width === 360) continue;
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      // Colours change with the next frame, or fade: axe must not measure them on their way.
      await page.evaluate(atRest);
      const axe = new AxeBuilder({ page }).setLegacyMode();
      const whole = colorScheme === (width === 320 ? "light" : "dark");
      if (!whole) axe.withRules(COLOUR_RULES);
      else if (tags) axe.withTags(tags);
      const { violations } = await axe.analyze();
      const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
      expect(found, `${state} at ${width} px, ${colorScheme}`).toEqual([]);
    }
  }
}
