import { expect, test, withAndWithoutScript } from "../../support/journey";
import {
  contributorButton,
  fillArtist,
  openList,
  openPanel,
  openUncredited,
  REQUIRED,
  row,
  saveAndReturn,
  section,
} from "../../support/music-step-page";
import { banner, expectStep, fillSongwriter, pressNext } from "../../support/wizard";

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
    await openList(page, "Producers");
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
    await expect(section(page)).toContainText(
      "Featuring Ada Low · With Cy Moss · Produced by Max Martin, SOPHIE · " +
        "Written by Bo Ek 34%, Di Oh 33%, Eve Ur 33%",
    );
    await openPanel(page);
    await expect(row(page, "Featured artist 1").getByText("Vocals, Vocal Coach")).toBeVisible();
  });

  test("solo work clears artists and songwriters, leaves producers, and can be taken back", async ({
    page,
    scripted,
  }) => {
    await openUncredited(page);
    await openPanel(page);
    await fillSongwriter(page, 0, ["Bo", "Ek", "100"]);
    await openList(page, "Producers");
    await page.getByLabel("Producer's name").fill("SOPHIE");
    await saveAndReturn(page);
    await expect(section(page)).toContainText("Produced by SOPHIE · Written by Bo Ek 100%");
    await page.getByLabel("Solo work").check();
    if (scripted) {
      const notice = section(page).getByText(/were cleared\.$/);
      await expect(notice).toBeVisible();
      await expect(section(page)).toContainText("Solo work · Produced by SOPHIE");
      await expect(notice).toBeHidden({ timeout: 5_000 });
    } else await saveAndReturn(page);
    await page.getByLabel("Solo work").uncheck();
    await saveAndReturn(page);
    await expect(section(page)).toContainText("Produced by SOPHIE");
    await expect(section(page)).not.toContainText("Bo Ek");
  });

  test("nobody credited is said at once, and refused for a track with a file", async ({
    page,
    scripted,
    mode,
    expectFailure,
  }) => {
    if (mode !== "scripted") expectFailure(400);
    await openUncredited(page);
    if (scripted) await expect(section(page).getByText(REQUIRED)).toBeVisible();
    await pressNext(page);
    await expect(banner(page).getByRole("listitem").getByRole("link")).toHaveText([
      'Track 1 "Night Ferry" needs contributors and roles',
    ]);
    await expect(section(page).getByText(REQUIRED)).toBeVisible();
    await expect(page.getByLabel("Solo work")).toHaveAttribute("aria-invalid", "true");
  });

  test("a tenth featured artist is the last, until one is removed", async ({ page }) => {
    await openUncredited(page);
    await openPanel(page);
    await openList(page, "Featured artists");
    for (let count = 1; count <= 10; count++) {
      await contributorButton(page, "Add a featured artist").click();
      await fillArtist(page, `Featured artist ${count}`, `Ada ${count}`, "Low");
    }
    await expect(
      section(page).getByText("Maximum of 10 featured artists reached.", { exact: true }),
    ).toBeVisible();
    await expect(contributorButton(page, "Add a featured artist")).toHaveCount(0);
    await contributorButton(page, "Remove featured artist 2").click();
    await expect(contributorButton(page, "Add a featured artist")).toBeVisible();
    await expect(row(page, "Featured artist 2").getByLabel("First name")).toHaveValue("Ada 3");
    await expect(row(page, "Featured artist 9").getByLabel("First name")).toHaveValue("Ada 10");
  });

  test("what is missing in a list opens it and is told at the field", async ({
    page,
    mode,
    expectFailure,
  }) => {
    if (mode !== "scripted") expectFailure(400);
    await openUncredited(page);
    await openPanel(page);
    await openList(page, "Non-featured artists");
    await contributorButton(page, "Add a non-featured artist").click();
    await row(page, "Non-featured artist 1").getByLabel("First name").fill("Cy");
    await fillSongwriter(page, 0, ["Bo", "", ""]);
    await openList(page, "Non-featured artists");
    await pressNext(page);
    await expect(banner(page).getByRole("listitem").getByRole("link")).toHaveText([
      "Non-featured artist's surname is required",
      "Songwriter's last name is required",
      "Songwriter's percentage is required",
    ]);
    const surname = row(page, "Non-featured artist 1").getByLabel("Surname");
    await expect(surname).toBeVisible();
    await expect(surname).toHaveAttribute("aria-invalid", "true");
    await expect(row(page, "Songwriter 1").getByLabel("First name")).toHaveValue("Bo");
  });

  test("a producer's name left in its field is kept by Enter", async ({ page, scripted }) => {
    await openUncredited(page);
    await openPanel(page);
    await openList(page, "Producers");
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
    await expect(section(page)).toContainText(
      scripted ? "Produced by SOPHIE, Arca" : "Produced by SOPHIE",
    );
  });
});
