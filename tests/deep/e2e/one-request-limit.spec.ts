import type { Page } from "playwright/test";
import { createDraftAt } from "../../support/drafts";
import { expect, isScriptFree, test, useMode } from "../../support/journey";
import { openMusic } from "../../support/music-step-page";
import { audioField, openDraftInBrowser } from "../../support/wizard";

const note = (page: Page) =>
  page.getByText("Without JavaScript this page sends everything at once. It can send 100MB");

/** The note is there before the first file can be chosen. */
async function expectNoteFirst(page: Page): Promise<void> {
  await expect(note(page)).toBeVisible();
  await expect(note(page).getByRole("link")).toHaveAttribute("href", "/submit/continue");
  if (isScriptFree(page)) return;
  const [noteBox, fieldBox] = [
    await note(page).boundingBox(),
    await audioField(page).boundingBox(),
  ];
  expect(noteBox?.y).toBeLessThan(fieldBox?.y ?? 0);
}

test.describe("JavaScript off", () => {
  useMode("JavaScript off");

  test("the most that one request carries is told before a file is chosen", async ({ page }) => {
    await openMusic(page);
    await expectNoteFirst(page);
  });
});

test("it is told too where scripts are allowed and never come", async ({
  page,
  context,
  expectFailure,
}) => {
  expectFailure("ERR_FAILED");
  await page.route(/\/assets\/.*\.js/, (route) => route.abort());
  await openDraftInBrowser(context, await createDraftAt("music"));
  await page.goto("/submit/music");
  await expectNoteFirst(page);
});

test("where scripts come it is not there: they send a file of any size in parts", async ({
  page,
}) => {
  await openMusic(page);
  await expect(note(page)).toHaveCount(0);
});
