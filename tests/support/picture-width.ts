import type { Locator } from "playwright/test";
import sharp from "sharp";
import { isScriptFree } from "./journey";

/** How many pixels wide a picture of a page is. A page without script loads none, so that it is asked for here. */
export async function pictureWidth(picture: Locator): Promise<number> {
  const page = picture.page();
  if (!isScriptFree(page)) return picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
  const address = new URL((await picture.getAttribute("src")) ?? "", page.url()).href;
  const reply = await page.request.get(address);
  return (await sharp(await reply.body()).metadata()).width ?? 0;
}
