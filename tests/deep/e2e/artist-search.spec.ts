import { expect, test } from "../../support/journey";
import { button, field, openPassedArtistStep, profile, query } from "../../support/release-journey";

test("the results are reached and chosen by keyboard, and Enter in the search searches", async ({
  page,
}) => {
  await openPassedArtistStep(page);
  await field(page, "I have a Spotify profile").check();
  await query(page).fill("sigr");
  await query(page).press("Enter");
  await expect(page.getByText("1 artist found.")).toBeVisible();
  await expect(page).toHaveURL(/\/submit\/artist$/);
  await page.keyboard.press("Tab");
  await expect(button(page, "Search Spotify")).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(profile(page)).toBeFocused();
  await expect(profile(page)).toContainText("Verified");
});
