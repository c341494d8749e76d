import { readFileSync } from "node:fs";
import { createTestArtist, signInArtist } from "../support/accounts";
import { openStoreReader } from "../support/app-stores";
import { appUnderTest } from "../support/app-under-test";
import { expect, scriptedAsVariant, test } from "../support/journey";
import { expectValidPage } from "../support/valid-page";
import { Visitor } from "../support/visitor";

scriptedAsVariant((mode) => {
  test("an artist downloads everything, asks for deletion, changes their mind, asks again and is gone", async ({
    page,
    context,
    expectFailure,
  }) => {
    expectFailure(400);
    const artist = await createTestArtist({ artistName: "Sigrid Vale" });
    const visitor = new Visitor();
    await signInArtist(visitor, artist);
    const [name = "", value = ""] = visitor.cookie.split(/=(.*)/s);
    await context.addCookies([{ name, value, url: appUnderTest().url }]);
    await page.goto("/edit-profile/data");
    await expect(page.locator("script[src]")).toHaveCount(0);
    // Beside the guard of its forms there is one for the day when somebody else sits at this device.
    const scripts = page.locator("script:not(#post-once)");
    const texts = await scripts.evaluateAll((all) =>
      all.map(({ textContent }) => textContent ?? ""),
    );
    expect(texts).toEqual([expect.stringContaining("signing-out")]);
    if (mode === "scripted") await expectValidPage(page, "what is held");
    // A session alone takes nothing along: the page asks who it is, says so, and leads back.
    const downloadButton = page.getByRole("button", { name: "Download everything" });
    await downloadButton.click();
    await expect(page.getByRole("heading", { name: "Is it you?" })).toBeVisible();
    if (mode === "scripted") await expectValidPage(page, "who it is");
    await page.getByLabel("Invitation code").fill("22222-22222");
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByText("Invalid invitation code")).toBeVisible();
    if (mode === "scripted") await expectValidPage(page, "a wrong code");
    await page.getByLabel("Invitation code").fill(artist.invitationCode);
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByText("Thank you, we know that it's you.")).toBeVisible();
    await expect(page).toHaveURL(/\/edit-profile\/data\?confirmed$/);
    const [download] = await Promise.all([page.waitForEvent("download"), downloadButton.click()]);
    expect(download.suggestedFilename()).toContain(artist.artistId);
    expect(
      readFileSync(await download.path())
        .subarray(0, 2)
        .toString(),
    ).toBe("PK");

    const deletes = page.getByRole("button", { name: "Delete my data" });
    await page.getByLabel("Your artist ID or artist name").fill("Somebody else");
    await deletes.click();
    await expect(page.getByText("That doesn't match.")).toBeVisible();
    await expect(page.getByLabel("Your artist ID or artist name")).toHaveValue("Somebody else");
    if (mode === "scripted") await expectValidPage(page, "what is held, not confirmed");
    await page.getByLabel("Your artist ID or artist name").fill(artist.artistId);
    await deletes.click();
    await expect(page.getByText("We will delete your data")).toBeVisible();
    await expect(deletes).toHaveCount(0);
    if (mode === "scripted") await expectValidPage(page, "a deletion under way");
    await page.getByRole("button", { name: "I've changed my mind" }).click();
    await expect(page.getByText("We won't delete anything.")).toBeVisible();
    await page.getByLabel("Your artist ID or artist name").fill("sigrid vale");
    await deletes.click();
    await expect(page.getByText("sent you an email")).toBeVisible();

    // Its days to think it over have gone by.
    const past = new Date(Date.now() - 1_000).toISOString();
    const sql = "UPDATE data_requests SET starts_at = ? WHERE artist_id = ? RETURNING id";
    await openStoreReader().rows(sql, past, artist.id);
    await visitor.json("/sandbox/sweep", { only: ["deletions"] });
    await page.goto("/edit-profile/data");
    await expect(page).toHaveURL(/\/login\?to=/);
  });
});
