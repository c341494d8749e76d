import { formatIsrc } from "~/platform/formats/isrc";
import { expect, scriptedAsVariant, test, withAndWithoutScript } from "../support/journey";
import {
  albums,
  item,
  openAdder,
  openTransfer,
  search,
  tracks,
  transferButton,
} from "../support/music-step-page";
import { release } from "../support/sandbox-catalogue";
import { banner, closeMissing, expectStep, pressNext, waitForHydration } from "../support/wizard";

const weather = release("Slow Weather");

withAndWithoutScript(() => {
  test("releases are found, added with their details, removed, and kept", async ({
    page,
    scripted,
  }) => {
    await openTransfer(page, scripted);
    await page.getByLabel("Your current distributor").selectOption("Ditto Music");
    await openAdder(page);
    await search(page, "sigrid");
    await expect(albums(page).getByRole("button")).toHaveCount(3);
    await expect(tracks(page).getByRole("button")).toHaveCount(5);
    await albums(page)
      .getByRole("button", { name: /^Slow Weather/ })
      .click();
    await expect(item(page, "Slow Weather")).toContainText(
      "Album · Harbour Light Records · May 19, 2023",
    );
    await item(page, "Slow Weather").getByText("Tracks and codes").click();
    await expect(item(page, "Slow Weather")).toContainText(weather.upc);
    for (const { title, isrc } of weather.tracks) {
      await expect(item(page, "Slow Weather")).toContainText(title);
      await expect(item(page, "Slow Weather")).toContainText(formatIsrc(isrc));
    }
    await expect(albums(page).getByRole("button", { name: /^Slow Weather.*Added$/ })).toBeVisible();
    await albums(page)
      .getByRole("button", { name: /^Lantern Year/ })
      .click();
    await expect(item(page, "Lantern Year")).toContainText("February 14, 2025");
    await transferButton(page, "Remove Slow Weather").click();
    await expect(item(page, "Slow Weather")).toHaveCount(0);
    if (scripted)
      await expect(page.getByRole("region", { name: "Releases to transfer" })).toBeFocused();
    await pressNext(page);
    await expectStep(page, "about");
    await page.goto("/submit/music");
    await waitForHydration(page);
    await expect(item(page, "Lantern Year")).toBeVisible();
    await expect(item(page, "Slow Weather")).toHaveCount(0);
    await expect(page.getByLabel("Your current distributor")).toHaveValue("Ditto Music");
  });
});

scriptedAsVariant((mode) => {
  test("a transfer needs a release, and the sentence leads to adding one", async ({
    page,
    scripted,
    expectFailure,
  }) => {
    if (mode !== "scripted") expectFailure(400);
    await openTransfer(page, scripted);
    await expect(page.getByText("Ownership transfer typically takes 2-4 weeks.")).toBeVisible();
    await pressNext(page);
    const link = banner(page).getByRole("listitem").getByRole("link");
    await expect(link).toHaveText(["Please add at least one release to transfer"]);
    if (scripted) await closeMissing(page);
    await link.click();
    if (scripted) await expect(transferButton(page, "Add a release")).toBeFocused();
  });
});
