import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Result, RunOnly } from "axe-core";
import type { Page } from "playwright/test";
import { expect } from "./journey";
import { htmlErrors } from "./valid-html";

/**
 * Resolves once the animations and transitions of the next frames have ended. Infinite animations are
 * ignored.
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
    // A cancelled animation, as of a removed element, has ended as well.
    await Promise.allSettled(moving.map(({ finished }) => finished));
  }
}

/** The minified axe, which loads in half the time of the library's own source. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Rules whose results can differ between light and dark. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * Runs axe on the page: each violated rule with its elements.
 *
 * Axe is loaded once per page and reports violations only; its builder loads it for every run and
 * reports passes too, which takes twice as long.
 */
async function faults(page: Page, runOnly?: RunOnly): Promise<[string, string[]][]> {
  const isLoaded = await page.evaluate(() => "axe" in window);
  // Evaluated as text, since the page's policy forbids a script element.
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

/** The labels that their own checkbox, radio button or switch covers. */
function coveredLabels(): string[] {
  return [...document.querySelectorAll<HTMLInputElement>("[type=checkbox], [type=radio]")].flatMap(
    (input) =>
      [...(input.labels ?? [])]
        .filter((label) => {
          const text = document.createRange();
          text.selectNodeContents(label);
          const [words, control] = [text.getBoundingClientRect(), input.getBoundingClientRect()];
          const isDrawn = !label.contains(input) && words.width > 1 && input.checkVisibility();
          return isDrawn && control.left < words.left && control.right > words.left + 1;
        })
        .map((label) => label.textContent ?? ""),
  );
}

/**
 * Expects no errors of axe or the validator, no horizontal overflow and no covered label, narrow and wide, light and dark.
 * Each width is checked completely in one colour scheme, and for its colours in the other.
 * @param tags of the rules to run; by default all.
 */
export async function expectValidPage(page: Page, state: string, tags?: string[]): Promise<void> {
  expect(await htmlErrors(await page.content()), `${state}: HTML`).toEqual([]);
  for (const width of [360, 320, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    // The new layout comes with the next frame.
    await page.evaluate(waitForAnimations);
    const pageWidths = () => [document.scrollingElement?.scrollWidth ?? 0, window.innerWidth];
    const [wide = 0, inner = 0] = await page.evaluate(pageWidths);
    expect(wide, `${state} at ${width} px`).toBeLessThanOrEqual(inner);
    expect(await page.evaluate(coveredLabels), `${state} at ${width} px`).toEqual([]);
    if (width === 360) continue;
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      // Axe must not measure colours during a transition.
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
