import type { Browser, Page } from "playwright";
import { createDraftAt } from "../support/drafts";
import { chooseRelease, countScreens, MUSIC_LENGTHS, SCREEN } from "../support/slow-link";
import { Visitor } from "../support/visitor";
import { carryCookie } from "./slow-visit";

/** The length of a page on a phone, in screens, with its budget if it has one. */
export interface PageLength {
  page: string;
  screens: number;
  maxScreens?: number;
}

async function onPhone<T>(
  browser: Browser,
  { url, cookie }: { url: string; cookie: string },
  act: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ viewport: SCREEN, reducedMotion: "reduce" });
  try {
    await carryCookie(context, cookie, url);
    await context.addCookies([
      { name: "beta-notice", value: "seen", url },
      { name: "cookie-choice", value: "refused", url },
    ]);
    const page = await context.newPage();
    await page.goto(url, { waitUntil: "networkidle" });
    return await act(page);
  } finally {
    await context.close();
  }
}

/** Measures the length of a page as its visitor sees it. */
export function measureLength(browser: Browser, url: string, cookie: string): Promise<number> {
  return onPhone(browser, { url, cookie }, countScreens);
}

/** Measures the empty music step for each kind of release, chosen one after the other. */
export async function musicLengths(browser: Browser, base: string): Promise<PageLength[]> {
  const { cookie } = await createDraftAt("music", {}, new Visitor(base));
  return onPhone(browser, { url: `${base}/submit/music`, cookie }, async (page) => {
    const lengths: PageLength[] = [];
    for (const { release, most } of MUSIC_LENGTHS) {
      await chooseRelease(page, release);
      lengths.push({
        page: `music, ${release}`,
        screens: await countScreens(page),
        maxScreens: most,
      });
    }
    return lengths;
  });
}
