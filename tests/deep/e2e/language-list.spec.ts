import { expect, test } from "../../support/journey";
import { releaseInProgress } from "../../support/published-release";
import { openDraftInBrowser, waitForHydration } from "../../support/wizard";

test("behind a comma the list offers languages again", { tag: "@deep-controls" }, async ({
  page,
  context,
}) => {
  const release = await releaseInProgress();
  await openDraftInBrowser(context, release.visitor);
  await page.goto(release.path);
  await waitForHydration(page);
  const field = page.getByLabel("Other languages").first();
  const offered = (text: string) => page.locator(`#languages option[value="${text}"]`);
  await expect(offered("Kabyle")).toHaveCount(1);
  await field.fill("Breton, Ka");
  await expect(offered("Breton, Kabyle")).toHaveCount(1);
  await page.getByLabel("Other languages").nth(1).focus();
  await expect(offered("Kabyle")).toHaveCount(1);
});
