import { expect, test } from "../../support/journey";
import {
  addLink,
  albums,
  item,
  openAdder,
  openTransfer,
  search,
} from "../../support/music-step-page";
import { expectValidPage } from "../../support/valid-page";
import { closeMissing, pressNext } from "../../support/wizard";

test("a cover that cannot be shown leaves a blank record", async ({ page, expectFailure }) => {
  expectFailure(404);
  await openTransfer(page);
  await openAdder(page);
  await page.route("**/sandbox/spotify/images/**", (route) => route.fulfill({ status: 404 }));
  await search(page, "night bus");
  await albums(page)
    .getByRole("button", { name: /^Night Bus/ })
    .click();
  const cover = item(page, "Night Bus").getByRole("img", { name: "Cover of Night Bus" });
  await expect(cover).toBeVisible();
  await expect(item(page, "Night Bus").locator("img")).toHaveCount(0);
});

test("the transfer is sound in every look: empty, found, added, refused", {
  tag: "@deep-pages",
}, async ({ page }) => {
  await openTransfer(page);
  await pressNext(page);
  await closeMissing(page);
  await expectValidPage(page, "empty and refused");
  await openAdder(page);
  await search(page, "sigrid");
  await albums(page)
    .getByRole("button", { name: /^Slow Weather/ })
    .click();
  await expect(item(page, "Slow Weather")).toContainText("Harbour Light Records");
  await item(page, "Slow Weather").getByText("Tracks and codes").click();
  await expectValidPage(page, "found and added");
  await addLink(page, "https://spotify.link/abc", true);
  await expect(page.getByText("This is a short link.")).toBeVisible();
  await expectValidPage(page, "a link refused");
});
