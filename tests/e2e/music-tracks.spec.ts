import type { Page } from "playwright/test";
import { createDraftAt } from "../support/drafts";
import { expect, test, withAndWithoutScript } from "../support/journey";
import {
  chooseReleaseType,
  expectFocus,
  expectOpen,
  expectTitles,
  openMusic,
  openTrack,
  radio,
  sendAudio,
  titles,
  trackButton,
  trackFileBox,
  trackLine,
  typeTitle,
  typeTitles,
} from "../support/music-step-page";
import { albumFolder } from "../support/test-files";
import { expectStep, pressNext, waitForHydration } from "../support/wizard";

/** The panel of several tracks. */
const bulk = (page: Page) => page.getByRole("region", { name: /^Contributors of/ });

withAndWithoutScript(() => {
  test("a track moves with its file and with what was typed", async ({ page, scripted }) => {
    await openMusic(page);
    await chooseReleaseType(page, "EP", scripted);
    await typeTitles(page, "One", "Two", "Three");
    await sendAudio(page, 2, scripted);
    await typeTitle(page, 1, "Two, typed anew");
    await openTrack(page, 2);
    await trackButton(page, "Move up track 3").click();
    await expectTitles(page, "One", "Three", "Two, typed anew");
    await expect(trackFileBox(page, 1)).toContainText("short.wav");
    await expectFocus(trackButton(page, "Move up track 2"), scripted);
    await trackButton(page, "Move up track 2").click();
    await expectTitles(page, "Three", "One", "Two, typed anew");
    await expect(trackButton(page, "Move up track 1")).toHaveAttribute("aria-disabled", "true");
    await expectFocus(trackButton(page, "Move up track 1"), scripted);
    await openTrack(page, 1);
    await trackButton(page, "Move down track 2").click();
    await expectTitles(page, "Three", "Two, typed anew", "One");
    await expectFocus(trackButton(page, "Move down track 3"), scripted);
    await expect(trackFileBox(page, 0)).toContainText("short.wav");
  });

  test("an album's files that come to a single are kept, its cover and guests find their places, and one press makes it an album", async ({
    page,
    scripted,
  }) => {
    const folder = albumFolder();
    await openMusic(page);
    if (scripted) {
      const dialog = page.waitForEvent("filechooser");
      await trackButton(page, "Choose a folder").click();
      await (await dialog).setFiles(folder.path);
    } else {
      await page.getByLabel("Add several files at once").setInputFiles(folder.files);
      await trackButton(page, "Add these files").click();
    }
    await expect(page.getByText("4 tracks came in. A single has at most 2.")).toBeVisible();
    await expectTitles(page, "Dawn Chart", "Low Tide", "Copper Wire", "Salt Road");
    await expect(page.getByText('"cover.jpg" is your artwork now.')).toBeVisible();
    await expect(
      page.getByText("The guest that a file names is a featured artist now."),
    ).toBeVisible();
    await expect(page.getByText("We left out 1 hidden file")).toBeVisible();
    await expect(trackLine(page, 2)).toContainText("Mia Lundell");
    await expectOpen(page, undefined);
    await expect(page.getByText("4 of 4 uploaded and ready")).toBeVisible();

    await trackButton(page, "Choose 2 for the single").click();
    await page.getByRole("checkbox", { name: '"Low Tide"' }).check();
    await trackButton(page, "Keep these only").click();
    await expectTitles(page, "Low Tide");
    await expect(page.getByText("3 tracks have left this release.")).toBeVisible();
  });

  test("an EP's files that come to a single are an EP by one press", async ({ page, scripted }) => {
    await openMusic(page);
    await page.getByLabel("Add several files at once").setInputFiles(albumFolder().songs);
    if (!scripted) await trackButton(page, "Add these files").click();
    await trackButton(page, "Make it an EP of 4").click();
    await expectTitles(page, "Dawn Chart", "Low Tide", "Copper Wire", "Salt Road");
    await expect(radio(page, "EP")).toBeChecked();
    await expect(page.getByText("4 of 4 uploaded and ready")).toBeVisible();
  });

  test("a single's title is typed once, and its track may have another", async ({
    page,
    scripted,
  }) => {
    await openMusic(page, await createDraftAt("about"));
    const release = page.getByLabel("Release title");
    await titles(page).fill("");
    await release.fill("");
    await release.fill("Night Ferry");
    if (scripted) await expect(titles(page)).toHaveValue("Night Ferry");
    else {
      await pressNext(page);
      await expectStep(page, "about");
      await page.goto("/submit/music");
      await expect(titles(page)).toHaveValue("Night Ferry");
    }
    await titles(page).fill("Night Ferry (Live)");
    await expect(release).toHaveValue("Night Ferry");
    await release.fill("The Night Ferry");
    await expect(titles(page)).toHaveValue("Night Ferry (Live)");
    await pressNext(page);
    await expectStep(page, "about");
  });

  test("two writers are credited on all tracks at once, and taken off again", async ({
    page,
    scripted,
  }) => {
    await openMusic(page);
    await chooseReleaseType(page, "EP", scripted);
    await typeTitles(page, "One", "Two", "Three");
    await page.getByLabel("Release title").fill("Harbour");
    await page.getByLabel("Choose all").check();
    await trackButton(page, "Contributors of chosen tracks").click();
    await expect(page.getByRole("heading", { name: "Contributors of 3 tracks" })).toBeVisible();
    await trackButton(page, "+ Me, Songwriter").click();
    await page.getByText("Somebody new").click();
    await bulk(page).getByLabel("First name").fill("Ola");
    await bulk(page).getByLabel("Last name").fill("Brandt");
    await trackButton(page, "Add to all 3").click();
    await page.getByLabel("Equal shares").check();
    if (!scripted) await trackButton(page, "Show what this changes").click();
    await expect(bulk(page).getByRole("listitem")).toHaveText(
      "1 One, 2 Two, 3 Three+ Sigrid Valentin, Songwriter 50%, + Ola Brandt, Songwriter 50%",
    );
    await trackButton(page, "Change 3 tracks").click();
    await expect(page.getByText("Changed on 3 tracks.").first()).toBeVisible();
    for (const index of [0, 1, 2]) await expect(trackLine(page, index)).toContainText("Ola Brandt");
    await expect(page.getByLabel("Release title")).toHaveValue("Harbour");

    await page.getByLabel("Choose Two").check();
    await trackButton(page, "Contributors of chosen tracks").click();
    await page.getByRole("button", { name: "Take off: Ola Brandt" }).click();
    await page.getByLabel(/^Share of Sigrid/).fill("100");
    if (!scripted) await trackButton(page, "Show what this changes").click();
    await expect(bulk(page).getByRole("listitem")).toHaveText(
      "2 Two− Ola Brandt, Songwriter 50%, Sigrid Valentin 50% to 100%",
    );
    await trackButton(page, "Change 1 track").click();
    await expect(page.getByText("Changed on 1 track.").first()).toBeVisible();
    await expect(trackLine(page, 1)).not.toContainText("Ola Brandt");
    await page.goto("/submit/music");
    await waitForHydration(page);
    await trackButton(page, "Undo").click();
    await expect(page.getByText("Undone on 1 track.")).toBeVisible();
    await expect(trackLine(page, 1)).toContainText("Ola Brandt");
  });

  test("somebody known of another track is credited on one by a press, and taken off by another", async ({
    page,
    scripted,
  }) => {
    await openMusic(page);
    await chooseReleaseType(page, "EP", scripted);
    await openTrack(page, 0);
    const inTrack = (index: number, name: string) =>
      page.locator("[data-track]").nth(index).getByRole("button", { name });
    await inTrack(0, "Me as songwriter").click();
    await inTrack(0, "Split evenly").click();
    await expect(inTrack(0, "Remove Sigrid Valentin 100%")).toBeVisible();
    await openTrack(page, 1);
    await inTrack(1, "Me as songwriter").click();
    await expect(inTrack(1, "Me as songwriter")).toHaveCount(0);
    await inTrack(1, "Remove Sigrid Valentin").click();
    await expect(inTrack(1, "Me as songwriter")).toBeVisible();
    await expect(trackLine(page, 0)).toContainText("Sigrid Valentin");
    await expect(trackLine(page, 1)).toContainText("No contributors yet");
  });

  test("what two titles have alike is told on their rows, and one button changes both", async ({
    page,
  }) => {
    const visitor = await createDraftAt("music");
    await visitor.post("/submit/music", {
      uploadType: "new-music",
      releaseType: "ep",
      shownReleaseType: "ep",
      "tracks[0].title": "PAPER HOUSES",
      "tracks[1].title": "night bus home",
      "tracks[2].title": "Tide",
      intent: "update",
    });
    await openMusic(page, visitor);
    await expect(trackLine(page, 0)).toContainText("Capitals");
    await expect(trackLine(page, 1)).toContainText("Lower case");
    await expect(page.getByText("2 titles are written in one case only.")).toBeVisible();
    await trackButton(page, "Change both").click();
    await expectTitles(page, "Paper Houses", "Night Bus Home", "Tide");
    await expect(page.getByText('Changed: "Paper Houses", "Night Bus Home".')).toBeVisible();
    await expect(trackButton(page, "Change both")).toBeHidden();
  });
});
