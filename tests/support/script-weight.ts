import type { Page, Response } from "playwright/test";

/** Transferred bytes of scripts on dashboard, detail and agreement; Mantine's components are 30 KB of it. */
export const SCRIPT_BUDGET = 165_000;
/** Transferred bytes of scripts on pages with autosave; early input and old browsers need 4 KB of it. */
export const FORM_BUDGET = 174_000;

/** Transferred bytes of the scripts of a page, without cache. */
export async function scriptWeight(page: Page, path: string): Promise<number> {
  const sizes: Promise<number>[] = [];
  const note = (response: Response) => {
    if (response.request().resourceType() !== "script") return;
    sizes.push(
      response
        .request()
        .sizes()
        .then(({ responseBodySize }) => responseBodySize),
    );
  };
  page.on("response", note);
  await page.goto(path, { waitUntil: "networkidle" });
  page.off("response", note);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
