import type { Page } from "playwright/test";
import { signedInArtist } from "../../support/accounts";
import { createDraftAt } from "../../support/drafts";
import { expect, test } from "../../support/journey";
import { openDraftInBrowser } from "../../support/wizard";

test.use({ notice: "unseen" });

/** Windows of a usual phone, a usual laptop, and a small phone. */
const WINDOWS = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
  { width: 360, height: 640 },
];

/**
 * What the cookie notice lies over: of each control while it has the focus, wherever the browser has scrolled
 * to for that, and of the last button or link of the page's own at both ends of the window.
 */
function coveredControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const notice = document.querySelector("section[aria-label='Cookie choice']");
    if (!notice) return ["there is no notice"];
    const controls = [
      ...document.querySelectorAll<HTMLElement>(
        "a[href], button, input, select, textarea, summary",
      ),
    ].filter(
      (element) =>
        !notice.contains(element) && element.checkVisibility() && element.offsetWidth > 1,
    );
    const isCovered = (control: HTMLElement) => {
      const [box, noticeBox] = [control.getBoundingClientRect(), notice.getBoundingClientRect()];
      return (
        box.left < noticeBox.right &&
        noticeBox.left < box.right &&
        box.top < noticeBox.bottom &&
        noticeBox.top < box.bottom
      );
    };
    const covered: string[] = [];
    const checkCovered = (control: HTMLElement, moment: string) => {
      if (isCovered(control)) covered.push(`${moment}: ${control.outerHTML.slice(0, 80)}`);
    };
    for (const control of controls) {
      control.focus();
      checkCovered(control, "focused");
    }
    const action = controls
      .filter((control) => control.closest("main") && control.matches("a, button"))
      .at(-1);
    for (const block of ["start", "end", "nearest"] as const) {
      action?.scrollIntoView({ block, behavior: "instant" });
      if (action) checkCovered(action, block);
    }
    return covered;
  });
}

async function expectUncovered(page: Page, paths: readonly string[]): Promise<void> {
  const found: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    for (const window of WINDOWS) {
      await page.setViewportSize(window);
      const covered = await coveredControls(page);
      found.push(...covered.map((description) => `${path} at ${window.width}: ${description}`));
    }
  }
  expect(found).toEqual([]);
}

test("the cookie notice lies over no control that has the focus, and over no main action", async ({
  page,
  context,
}) => {
  await expectUncovered(page, ["/", "/faq", "/submit", "/submit/waiting-list", "/login"]);
  await openDraftInBrowser(context, await createDraftAt("review"));
  await expectUncovered(page, [
    ...["/submit", "/submit/artist", "/submit/music", "/submit/about", "/submit/review"],
  ]);
});

test("nor does it in the portal", async ({ page, context, baseURL }) => {
  const { visitor } = await signedInArtist();
  const [name = "", value = ""] = /^([^=]+)=(.*)$/.exec(visitor.cookie)?.slice(1) ?? [];
  await context.addCookies([{ name, value, url: baseURL ?? "" }]);
  await expectUncovered(page, [
    ...["/dashboard?tab=0", "/dashboard?tab=1", "/edit-profile", "/edit-profile/data"],
    ...["/edit-profile/mails", "/edit-profile/sign-ins", "/"],
  ]);
});
