import type { Locator, Page } from "playwright/test";
import { expect } from "./journey";

/** Tabs until the target has the focus, and sees that the focus shows. */
export async function tabTo(page: Page, target: Locator, most = 60): Promise<void> {
  for (let presses = 0; presses < most; presses++) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === document.activeElement)) {
      // A card shows it around all that can be pressed.
      const rings = await target.evaluate((element) =>
        [element, element.closest("label") ?? element].map(
          (one) => getComputedStyle(one).outlineStyle,
        ),
      );
      expect(rings.some((ring) => ring !== "none")).toBe(true);
      return;
    }
  }
  throw new Error("The focus never came to it");
}

/**
 * Chooses files for a field by keyboard. The page's file dialogs must be caught from its start:
 * catching one only when it opens comes too late.
 */
export async function chooseByKeyboard(page: Page, field: Locator, files: string | string[]) {
  await tabTo(page, field);
  const dialog = page.waitForEvent("filechooser");
  await page.keyboard.press("Enter");
  await (await dialog).setFiles(files);
}
