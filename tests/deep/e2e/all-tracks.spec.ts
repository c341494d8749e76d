import { expect, test, withAndWithoutScript } from "../../support/journey";
import { openMusic, openTrack, trackButton, typeTitles } from "../../support/music-step-page";
import { chooseCard } from "../../support/release-journey";
import { fillSongwriter, waitForHydration } from "../../support/wizard";

withAndWithoutScript((mode) => {
  test("who made one track is said for all of them, and nobody goes without a question", async ({
    page,
    scripted,
  }) => {
    await openMusic(page);
    await chooseCard(page, "EP", scripted);
    await typeTitles(page, "Low Tide", "High Tide", "Slack Water");
    const credits = page.getByText("Written by Sigrid Valentin 60%, Bo Ek 40%");
    const copy = (title: string) =>
      page.getByRole("button", { name: `Copy these contributors to all tracks from ${title}` });

    await openTrack(page, 0);
    await page.getByRole("button", { name: /contributors of (Low Tide|track 1)/ }).click();
    await page.getByRole("button", { name: /^That's me.*songwriter 1$/ }).click();
    const first = page.getByRole("group", { name: "Songwriter 1" });
    await expect(first.getByLabel("First name")).toHaveValue("Sigrid");
    await expect(first.getByLabel("Last name")).toHaveValue("Valentin");
    if (mode === "scripted") await expect(first.getByLabel("Share in %")).toBeFocused();
    await first.getByLabel("Share in %").fill("60");
    await page.getByRole("button", { name: "Add a songwriter" }).click();
    await fillSongwriter(page, 1, ["Bo", "Ek", "40"]);
    await copy("Low Tide").click();
    await expect(credits).toHaveCount(2);

    // Lists that stay closed are posted all the same.
    if (!scripted) await trackButton(page, "Update the page").last().click();
    else await expect(page.getByText(/^Saved/)).toBeVisible();
    await page.goto("/submit/music");
    await waitForHydration(page);
    await expect(credits).toHaveCount(3);

    await trackButton(page, "Solo work on all tracks").click();
    const question = page.getByRole("alert").filter({ hasText: "These tracks have some:" });
    await expect(question).toContainText('"Low Tide", "High Tide", "Slack Water".');
    await trackButton(page, "Keep them").click();
    await expect(question).toHaveCount(0);
    await expect(credits).toHaveCount(3);
    await trackButton(page, "Solo work on all tracks").click();
    await trackButton(page, "Clear them").click();
    await expect(credits).toHaveCount(0);
    const solo = page.getByLabel("Solo work");
    await expect(solo).toHaveCount(3);
    for (const checkbox of await solo.all()) await expect(checkbox).toBeChecked();
  });
});
