import type { Page, Response } from "playwright/test";

/** Of scripts on dashboard, detail and agreement, in bytes as they come over the line. */
export const SCRIPT_BUDGET = 125_000;
/** Of those on pages whose forms save themselves: what is typed early and old browsers take 4 KB. */
export const FORM_BUDGET = 142_000;

/** The scripts that a page asks for, in bytes as they come over the line, cold. */
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
