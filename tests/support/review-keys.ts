import type { BrowserContext, Page } from "playwright/test";
import { staffMember } from "./accounts";
import { expect } from "./journey";
import { openDraftInBrowser } from "./wizard";

/**
 * Opens an entry as a member of staff, ready for keys.
 * @param id with the query of its list, where entries of other tests must not come next.
 */
export async function openForKeys(
  page: Page,
  context: BrowserContext,
  { id, reviewer }: { id: string; reviewer: string },
): Promise<void> {
  await openDraftInBrowser(context, await staffMember(reviewer));
  await page.goto(`/staff/submissions/${id}`);
  await waitForKeys(page);
}

/** Waits until the scripts run: the list of the keys is in the page. Earlier keys do their work then. */
export async function waitForKeys(page: Page): Promise<void> {
  await expect(page.locator("dialog[aria-labelledby=keys-title]")).toBeAttached();
}

/** Presses keys and counts them. */
export class KeyCounter {
  pressed = 0;
  constructor(private readonly page: Page) {}

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await this.page.keyboard.press(key);
      this.pressed += 1;
    }
  }
}
