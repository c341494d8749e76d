import { signedInArtist } from "../../support/accounts";
import { openStoreReader } from "../../support/app-stores";
import { expect, test, withAndWithoutScript } from "../../support/journey";
import { button, foundArtists, profile, query, url } from "../../support/release-journey";
import { openDraftInBrowser, waitForHydration } from "../../support/wizard";

withAndWithoutScript(() => {
  test("Spotify is connected on the profile as in the wizard: found by name, or by a link", async ({
    page,
    context,
    scripted,
  }) => {
    const { artist, visitor } = await signedInArtist();
    await openDraftInBrowser(context, visitor);
    const save = page.getByRole("button", { name: "Save", exact: true }).last();
    const savedNotice = page.getByRole("status").filter({ hasText: /^Saved\./ });
    await page.goto("/edit-profile");
    await waitForHydration(page);
    await page.getByLabel("I have a Spotify profile").check();
    await query(page).fill("sigr");
    if (!scripted) await button(page, "Search Spotify").click();
    const vale = foundArtists(page).getByRole("button", { name: /Sigrid Vale/ });
    await vale.click();
    await expect(profile(page)).toContainText("Connected to Sigrid Vale on Spotify.");
    await save.click();
    await expect(savedNotice).toBeVisible();
    const savedLink = async () => {
      const sql = "SELECT profile ->> '$.spotifyProfile' AS link FROM artists WHERE id = ?";
      return String((await openStoreReader().rows(sql, artist.id))[0]?.link);
    };
    const link = await savedLink();
    expect(link).toMatch(/^https:\/\/open\.spotify\.com\/artist\/\w+$/);

    await page.getByLabel("Enter URL").check();
    await url(page).fill("open.spotify.com/artist/nobody");
    if (scripted) await expect(profile(page)).toContainText("Unverified");
    await url(page).fill(link);
    await button(page, "Check this link").click();
    await expect(profile(page)).toContainText("Connected to Sigrid Vale on Spotify.");
    await page.getByLabel("I'm a new artist").check();
    await save.click();
    // The word of the save before still stands there.
    await expect.poll(savedLink).toBe("");
    await expect(savedNotice).toBeVisible();
  });
});
