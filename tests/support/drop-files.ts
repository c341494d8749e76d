import type { Locator, Page } from "playwright/test";
import { expect } from "./journey";

/**
 * Drops files on something, as a hand does it: the page is told of them only where the pointer is.
 * @param invitation what the page says while they hang over it.
 */
export async function dropFiles(
  page: Page,
  target: Locator,
  invitation: string,
  files: string[],
): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const data = { items: [], files, dragOperationsMask: 1 };
  const drag = async (type: "dragEnter" | "dragOver" | "drop") => {
    const at = await target.boundingBox();
    const [x, y] = [(at?.x ?? 0) + (at?.width ?? 0) / 2, (at?.y ?? 0) + (at?.height ?? 0) / 2];
    await browser.send("Input.dispatchDragEvent", { type, x, y, data });
  };
  await target.scrollIntoViewIfNeeded();
  await drag("dragEnter");
  await expect(async () => {
    await drag("dragOver");
    await expect(page.getByText(invitation)).toBeVisible({ timeout: 500 });
  }).toPass();
  await drag("drop");
  await expect(page.getByText(invitation)).toBeHidden();
  // A page that is left for the file would show nothing of its own.
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await browser.detach();
}
