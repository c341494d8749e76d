import { createDraftAt } from "../../support/drafts";
import { expect, test } from "../../support/journey";
import { openDraftInBrowser } from "../../support/wizard";

/* How long a browser keeps a form that nobody comes back to: see `browserStorage`. */

const PATHS = ["/submit/waiting-list", "/submit/continue", "/submit/artist", "/submit/review"];

for (const path of PATHS)
  test(`a form that was kept 14 days ago is gone from this browser once ${path} is opened`, {
    tag: path === "/submit/artist" ? [] : "@deep-pages",
  }, async ({ page, context }) => {
    await openDraftInBrowser(context, await createDraftAt("review"));
    await page.goto("/faq");
    await page.evaluate(
      (timestamp) => {
        const oldDraft = {
          draftId: "01JOLD",
          at: timestamp,
          completed: [],
          files: [],
          steps: {},
          next: [],
        };
        localStorage.setItem("kept-draft", JSON.stringify(oldDraft));
      },
      Date.now() - 14.01 * 86_400_000,
    );
    await page.goto(path);
    const isOldKept = () =>
      page.evaluate(() => localStorage.getItem("kept-draft")?.includes("01JOLD") ?? false);
    await expect.poll(isOldKept, { timeout: 60_000 }).toBe(false);
  });
