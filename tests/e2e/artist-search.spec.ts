import { expect, test } from "../support/journey";
import {
  button,
  field,
  foundArtists,
  openPassedArtistStep,
  profile,
  query,
} from "../support/passed-artist-step";

test("a late reply never replaces a newer one", async ({ page, expectFailure }) => {
  // The browser calls a request that is given up a failed one.
  expectFailure("net::ERR_ABORTED");
  await openPassedArtistStep(page);
  const queries: string[] = [];
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/spotify/search/artists*", async (route) => {
    const q = new URL(route.request().url()).searchParams.get("q") ?? "";
    queries.push(q);
    if (q === "the") await gate;
    await route.continue().catch(() => undefined);
  });
  await field(page, "I have a Spotify profile").check();
  await query(page).fill("the");
  await expect.poll(() => queries.at(-1)).toBe("the");
  await query(page).fill("sigr");
  await expect(foundArtists(page).getByRole("button")).toHaveText([/Sigrid Vale/]);
  release();
  await page.unrouteAll({ behavior: "wait" });
  await expect(foundArtists(page).getByRole("button")).toHaveText([/Sigrid Vale/]);
});

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
