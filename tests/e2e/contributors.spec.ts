import AxeBuilder from "@axe-core/playwright";
import type { BrowserContext, Page } from "playwright/test";
import { draftAt } from "../support/draft-at";
import { expect, test, withAndWithoutScript } from "../support/journey";
import {
  banner,
  continueIn,
  expectStep,
  fillSongwriter,
  pressNext,
  ready,
} from "../support/wizard";

const section = (page: Page) => page.getByRole("group", { name: "Contributors", exact: true });
const row = (page: Page, name: string) => page.getByRole("group", { name, exact: true });
const button = (page: Page, name: string) => section(page).getByRole("button", { name });
const REQUIRED = "Required: Add at least one contributor or select 'Solo work' to proceed";

/** The music step of a draft whose only track is stored, said to be solo work, and unticked here. */
async function openMusic(page: Page, context: BrowserContext): Promise<void> {
  await continueIn(context, await draftAt("about"));
  await page.goto("/submit/music");
  await ready(page);
  await page.getByLabel("Solo work").uncheck();
}

async function openPanel(page: Page): Promise<void> {
  await button(page, "Add or change contributors").click();
  await expect(section(page).getByText("Songwriters", { exact: true })).toBeVisible();
}

async function openList(page: Page, title: string): Promise<void> {
  await section(page).getByText(title, { exact: true }).click();
}

async function fillArtist(page: Page, name: string, first: string, surname: string): Promise<void> {
  await row(page, name).getByLabel("First name").fill(first);
  await row(page, name).getByLabel("Surname").fill(surname);
}

/** On to the next step and back again: what is there then was stored. */
async function saveAndReturn(page: Page): Promise<void> {
  await pressNext(page);
  await expectStep(page, "about");
  await page.goto("/submit/music");
  await ready(page);
}

withAndWithoutScript(() => {
  test("everybody credited on a track is kept, roles and shares and all", async ({
    page,
    context,
  }) => {
    await openMusic(page, context);
    await openPanel(page);
    await openList(page, "Featured artists");
    await button(page, "Add a featured artist").click();
    await fillArtist(page, "Featured artist 1", "Ada", "Low");
    await row(page, "Featured artist 1").getByRole("button", { name: "Choose roles" }).click();
    const roles = row(page, "Roles of featured artist 1");
    await roles.getByLabel("Vocals", { exact: true }).check();
    await roles.getByLabel("Vocal Coach", { exact: true }).check();
    await openList(page, "Non-featured artists");
    await button(page, "Add a non-featured artist").click();
    await fillArtist(page, "Non-featured artist 1", "Cy", "Moss");
    // The list of roles was open all the while.
    await expect(roles.getByLabel("Vocals", { exact: true })).toBeChecked();
    await expect(roles.getByLabel("Vocal Coach", { exact: true })).toBeChecked();
    await roles.getByRole("button", { name: "Done" }).click();
    await expect(row(page, "Featured artist 1").getByText("Vocals, Vocal Coach")).toBeVisible();
    await openList(page, "Producers");
    for (const name of ["Max Martin", "max  MARTIN", "SOPHIE"]) {
      await page.getByLabel("Producer's name").fill(name);
      await button(page, "Add producer").click();
      await expect(page.getByLabel("Producer's name")).toHaveValue("");
    }
    await expect(section(page).getByRole("listitem")).toHaveText([/^Max Martin/, /^SOPHIE/]);
    await fillSongwriter(page, 0, ["Bo", "Ek", "9"]);
    await button(page, "Add a songwriter").click();
    await fillSongwriter(page, 1, ["Di", "Oh", ""]);
    await button(page, "Add a songwriter").click();
    await fillSongwriter(page, 2, ["Eve", "Ur", ""]);
    await button(page, "Split evenly").click();
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
    context,
    scripted,
  }) => {
    await openMusic(page, context);
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
    context,
    scripted,
    mode,
    expectFailure,
  }) => {
    if (mode !== "scripted") expectFailure(400);
    await openMusic(page, context);
    if (scripted) await expect(section(page).getByText(REQUIRED)).toBeVisible();
    await pressNext(page);
    await expect(banner(page).getByRole("link")).toHaveText([
      'Track 1 "Night Ferry" needs contributors and roles',
    ]);
    await expect(section(page).getByText(REQUIRED)).toBeVisible();
    await expect(page.getByLabel("Solo work")).toHaveAttribute("aria-invalid", "true");
  });

  test("a tenth featured artist is the last, until one is removed", async ({ page, context }) => {
    await openMusic(page, context);
    await openPanel(page);
    await openList(page, "Featured artists");
    for (let count = 1; count <= 10; count++) {
      await button(page, "Add a featured artist").click();
      await fillArtist(page, `Featured artist ${count}`, `Ada ${count}`, "Low");
    }
    await expect(
      section(page).getByText("Maximum of 10 featured artists reached.", { exact: true }),
    ).toBeVisible();
    await expect(button(page, "Add a featured artist")).toHaveCount(0);
    await button(page, "Remove featured artist 2").click();
    await expect(button(page, "Add a featured artist")).toBeVisible();
    await expect(row(page, "Featured artist 2").getByLabel("First name")).toHaveValue("Ada 3");
    await expect(row(page, "Featured artist 9").getByLabel("First name")).toHaveValue("Ada 10");
  });

  test("what is missing in a list opens it and is told at the field", async ({
    page,
    context,
    mode,
    expectFailure,
  }) => {
    if (mode !== "scripted") expectFailure(400);
    await openMusic(page, context);
    await openPanel(page);
    await openList(page, "Non-featured artists");
    await button(page, "Add a non-featured artist").click();
    await row(page, "Non-featured artist 1").getByLabel("First name").fill("Cy");
    await fillSongwriter(page, 0, ["Bo", "", ""]);
    await openList(page, "Non-featured artists");
    await pressNext(page);
    await expect(banner(page).getByRole("link")).toHaveText([
      "Non-featured artist's surname is required",
      "Songwriter's last name is required",
      "Songwriter's percentage is required",
    ]);
    const surname = row(page, "Non-featured artist 1").getByLabel("Surname");
    await expect(surname).toBeVisible();
    await expect(surname).toHaveAttribute("aria-invalid", "true");
    await expect(row(page, "Songwriter 1").getByLabel("First name")).toHaveValue("Bo");
  });

  test("a producer's name left in its field is kept by Enter", async ({
    page,
    context,
    scripted,
  }) => {
    await openMusic(page, context);
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

test("the total of the shares follows what is typed, clamped once the field is left", async ({
  page,
  context,
}) => {
  await openMusic(page, context);
  await openPanel(page);
  const share = row(page, "Songwriter 1").getByLabel("Share in %");
  for (const [typed, text] of [
    ["", "Please enter percentages"],
    ["60", "Need 40% more"],
    ["100", "Total 100%"],
  ] as const) {
    await share.fill(typed);
    await expect(section(page).getByText(text, { exact: true })).toBeVisible();
  }
  await share.fill("250 %");
  await share.blur();
  await expect(share).toHaveValue("100");
  await button(page, "Add a songwriter").click();
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
  context,
}) => {
  await openMusic(page, context);
  await openPanel(page);
  await openList(page, "Featured artists");
  await button(page, "Add a featured artist").click();
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

test("a folded panel is posted with the page", async ({ page, context }) => {
  await openMusic(page, context);
  await openPanel(page);
  await fillSongwriter(page, 0, ["Bo", "Ek", "100"]);
  await expect(section(page).getByText(REQUIRED)).toBeHidden();
  await button(page, "Add or change contributors").click();
  await expect(row(page, "Songwriter 1")).toBeHidden();
  await expect(section(page)).toContainText("Written by Bo Ek 100%");
  await saveAndReturn(page);
  await expect(section(page)).toContainText("Written by Bo Ek 100%");
});

test("a panel that cannot load for want of a connection comes later, and nothing typed is lost", async ({
  page,
  context,
  expectFailure,
}) => {
  expectFailure("ERR_INTERNET_DISCONNECTED");
  await openMusic(page, context);
  await page.getByLabel("Track title").fill("Day Ferry");
  await context.setOffline(true);
  await button(page, "Add or change contributors").click();
  await expect(section(page).getByText("Loading…")).toBeVisible();
  await context.setOffline(false);
  await expect(row(page, "Songwriter 1")).toBeVisible();
  await expect(page.getByLabel("Track title")).toHaveValue("Day Ferry");
});

test("the open panel is accessible and fits a narrow phone", async ({ page, context }) => {
  await openMusic(page, context);
  await openPanel(page);
  for (const title of ["Featured artists", "Non-featured artists", "Producers"])
    await openList(page, title);
  await button(page, "Add a featured artist").click();
  await row(page, "Featured artist 1").getByRole("button", { name: "Choose roles" }).click();
  await page.getByLabel("Producer's name").fill("SOPHIE");
  await button(page, "Add producer").click();
  await fillSongwriter(page, 0, ["Bo", "", "100"]);
  await button(page, "Add a songwriter").click();
  await fillSongwriter(page, 1, ["Di", "Oh", "1"]);
  await pressNext(page);
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await expect(banner(page)).toBeVisible();
  for (const width of [320, 1280])
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height: 740 });
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const room = () => [document.scrollingElement?.scrollWidth ?? 0, window.innerWidth];
      const [wide = 0, inner = 0] = await page.evaluate(room);
      expect(wide, `at ${width} px`).toBeLessThanOrEqual(inner);
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    }
});
