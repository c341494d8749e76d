import { expect, test, withAndWithoutScript } from "../../support/journey";
import {
  contributorButton,
  fillArtist,
  openList,
  openPanel,
  openUncredited,
  row,
  saveAndReturn,
  section,
} from "../../support/music-step-page";
import { expectStep, fillSongwriter, pressNext } from "../../support/wizard";

withAndWithoutScript(() => {
  test("everybody credited on a track is kept, roles and shares and all", async ({ page }) => {
    await openUncredited(page);
    await openPanel(page);
    await openList(page, "Featured artists");
    await contributorButton(page, "Add a featured artist").click();
    await fillArtist(page, "Featured artist 1", "Ada", "Low");
    await row(page, "Featured artist 1").getByRole("button", { name: "Choose roles" }).click();
    const roles = row(page, "Roles of featured artist 1");
    await roles.getByLabel("Vocals", { exact: true }).check();
    await roles.getByLabel("Vocal Coach", { exact: true }).check();
    await openList(page, "Non-featured artists");
    await contributorButton(page, "Add a non-featured artist").click();
    await fillArtist(page, "Non-featured artist 1", "Cy", "Moss");
    // The list of roles was open all the while.
    await expect(roles.getByLabel("Vocals", { exact: true })).toBeChecked();
    await expect(roles.getByLabel("Vocal Coach", { exact: true })).toBeChecked();
    await roles.getByRole("button", { name: "Done" }).click();
    await expect(row(page, "Featured artist 1").getByText("Vocals, Vocal Coach")).toBeVisible();
    for (const name of ["Max Martin", "max  MARTIN", "SOPHIE"]) {
      await page.getByLabel("Producer's name").fill(name);
      await contributorButton(page, "Add producer").click();
      await expect(page.getByLabel("Producer's name")).toHaveValue("");
    }
    await expect(section(page).getByRole("listitem")).toHaveText([/^Max Martin/, /^SOPHIE/]);
    await fillSongwriter(page, 0, ["Bo", "Ek", "9"]);
    await contributorButton(page, "Add a songwriter").click();
    await fillSongwriter(page, 1, ["Di", "Oh", ""]);
    await contributorButton(page, "Add a songwriter").click();
    await fillSongwriter(page, 2, ["Eve", "Ur", ""]);
    await contributorButton(page, "Split evenly").click();
    await expect(section(page).getByText("Total 100%")).toBeVisible();
    await saveAndReturn(page);
    await expect(contributorButton(page, /^Remove /)).toHaveText(Array(7).fill("×"));
    for (const credit of ["Ada Low, Vocals, Vocal Coach", "Cy Moss", "Bo Ek 34%", "Eve Ur 33%"])
      await expect(contributorButton(page, `Remove ${credit}`)).toBeVisible();
    await openPanel(page);
    await expect(row(page, "Featured artist 1").getByText("Vocals, Vocal Coach")).toBeVisible();
  });

  test("a producer's name left in its field is kept by Enter", async ({ page, scripted }) => {
    await openUncredited(page);
    await openPanel(page);
    await page.getByLabel("Producer's name").fill("SOPHIE");
    await page.getByLabel("Producer's name").press("Enter");
    if (scripted) {
      await expect(section(page).getByRole("listitem")).toHaveText([/^SOPHIE/]);
      await expect(page.getByLabel("Producer's name")).toBeFocused();
      await page.getByLabel("Producer's name").fill("Arca");
      await pressNext(page);
    }
    await expectStep(page, "about");
    await page.goto("/submit/music");
    await expect(contributorButton(page, "Remove SOPHIE")).toBeVisible();
    await expect(contributorButton(page, "Remove Arca")).toHaveCount(scripted ? 1 : 0);
  });
});
