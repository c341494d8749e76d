import { expect, test } from "../../support/journey";
import {
  contributorButton,
  openList,
  openPanel,
  openUncredited,
  row,
  section,
} from "../../support/music-step-page";
import { expectValidPage } from "../../support/valid-page";
import { banner, fillSongwriter, pressNext } from "../../support/wizard";

test("the total of the shares follows what is typed, clamped once the field is left", async ({
  page,
}) => {
  await openUncredited(page);
  await openPanel(page);
  const share = row(page, "Songwriter 1").getByLabel("Share in %");
  for (const [input, text] of [
    ["", "Please enter percentages"],
    ["60", "Need 40% more"],
    ["100", "Total 100%"],
  ] as const) {
    await share.fill(input);
    await expect(section(page).getByText(text, { exact: true })).toBeVisible();
  }
  await share.fill("250 %");
  await share.blur();
  await expect(share).toHaveValue("100");
  await contributorButton(page, "Add a songwriter").click();
  await row(page, "Songwriter 2").getByLabel("Share in %").fill("1.6");
  await expect(section(page).getByText("Over 100% - Please reduce percentages")).toBeVisible();
  await expect(
    section(page).getByText("The shares add up to 102%. That is 2% too much."),
  ).toBeAttached();
  await row(page, "Songwriter 2").getByLabel("Share in %").blur();
  await expect(row(page, "Songwriter 2").getByLabel("Share in %")).toHaveValue("2");
});

test("roles are found by typing; Done gives the focus back to the button that opened them", async ({
  page,
}) => {
  await openUncredited(page);
  await openPanel(page);
  await openList(page, "Featured artists");
  await contributorButton(page, "Add a featured artist").click();
  await expect(row(page, "Featured artist 1").getByLabel("First name")).toBeFocused();
  const open = row(page, "Featured artist 1").getByRole("button", { name: "Choose roles of" });
  await open.click();
  const roles = row(page, "Roles of featured artist 1");
  await roles.getByLabel("Drums", { exact: true }).check();
  await roles.getByLabel("Find a role").fill("cajon");
  await expect(roles.getByRole("checkbox")).toHaveCount(1);
  await expect(roles.getByRole("status")).toHaveText("1 role found");
  await roles.getByLabel("Find a role").press("Enter");
  await roles.getByLabel("Cajón").check();
  await expect(roles.getByText("2 chosen: Drums, Cajón")).toBeVisible();
  await roles.getByLabel("Find a role").fill("no such thing");
  await expect(roles.getByText("No role matches. Try another word.")).toBeVisible();
  await roles.getByRole("button", { name: "Done" }).click();
  await expect(open).toBeFocused();
  await expect(row(page, "Featured artist 1").getByText("Cajón, Drums")).toBeVisible();
});

test("a panel that cannot load for want of a connection comes later, and nothing typed is lost", async ({
  page,
  context,
  expectFailure,
}) => {
  expectFailure("ERR_INTERNET_DISCONNECTED");
  await openUncredited(page);
  await page.getByLabel("Track title").fill("Day Ferry");
  await context.setOffline(true);
  await contributorButton(page, "Add or change contributors").click();
  await expect(section(page).getByText("Loading...")).toBeVisible();
  await context.setOffline(false);
  await expect(row(page, "Songwriter 1")).toBeVisible();
  await expect(page.getByLabel("Track title")).toHaveValue("Day Ferry");
});

test("the open panel is accessible and fits a narrow phone", { tag: "@deep-pages" }, async ({
  page,
}) => {
  await openUncredited(page);
  await openPanel(page);
  for (const title of ["Featured artists", "Non-featured artists"]) await openList(page, title);
  await contributorButton(page, "Add a featured artist").click();
  await row(page, "Featured artist 1").getByRole("button", { name: "Choose roles" }).click();
  await page.getByLabel("Producer's name").fill("SOPHIE");
  await contributorButton(page, "Add producer").click();
  await fillSongwriter(page, 0, ["Bo", "", "100"]);
  await contributorButton(page, "Add a songwriter").click();
  await fillSongwriter(page, 1, ["Di", "Oh", "1"]);
  await pressNext(page);
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await expect(banner(page)).toBeVisible();
  await expectValidPage(page, "open and refused");
});
