import type { BrowserContext, Locator, Page } from "playwright/test";
import { draftAt } from "../support/draft-at";
import { plainMp3, shortWav, smallSleeve } from "../support/generated-files";
import { expect, test, withAndWithoutScript } from "../support/journey";
import { inDays } from "../support/visitor";
import { closeMissing, continueIn, pressNext, ready } from "../support/wizard";

type Choice = "Single" | "EP" | "Album";

const titles = (page: Page) => page.getByLabel("Track title");
const audio = (page: Page, index: number) => page.getByLabel("Audio", { exact: true }).nth(index);
const box = (page: Page, index: number) => audio(page, index).locator("..");
const radio = (page: Page, type: Choice) => page.getByRole("radio", { name: type, exact: true });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const sixWeeksAfter = (date: string, times: number) =>
  new Date(Date.parse(date) + times * 42 * 86_400_000).toISOString().slice(0, 10);
const fourWeeksAfter = (date: string) =>
  new Date(Date.parse(date) + 28 * 86_400_000).toISOString().slice(0, 10);

async function openMusic(page: Page, context: BrowserContext): Promise<void> {
  await continueIn(context, await draftAt("music"));
  await page.goto("/submit/music");
  await ready(page);
}

/** Chooses a release type; without script the button beside the cards carries it out. */
async function choose(page: Page, type: Choice, scripted: boolean): Promise<void> {
  await radio(page, type).click();
  if (!scripted) await button(page, "Update the page").last().click();
}

async function typeTitles(page: Page, ...texts: string[]): Promise<void> {
  for (const [index, text] of texts.entries()) await titles(page).nth(index).fill(text);
}

async function expectTitles(page: Page, ...texts: string[]): Promise<void> {
  await expect(titles(page)).toHaveCount(texts.length);
  for (const [index, text] of texts.entries())
    await expect(titles(page).nth(index)).toHaveValue(text);
}

/** Sends the audio of a track; without script it goes with the next post, which this makes. */
async function send(page: Page, index: number, scripted: boolean): Promise<void> {
  await audio(page, index).setInputFiles(shortWav().path);
  if (!scripted) await button(page, "Update the page").last().click();
  await expect(box(page, index)).toContainText("Uploaded and ready: 563 KB");
}

/** The focus after an edit is the script's work; a page that loads anew starts at its top. */
async function expectFocus(target: Locator, scripted: boolean): Promise<void> {
  if (scripted) await expect(target).toBeFocused();
}

withAndWithoutScript(() => {
  test("the release type decides on 1, 3 or 6 tracks, and what is there stays", async ({
    page,
    context,
    scripted,
  }) => {
    await openMusic(page, context);
    await expect(page.getByRole("heading", { name: "Your track", exact: true })).toBeVisible();
    await expect(button(page, "Remove track 1")).toHaveCount(0);
    await typeTitles(page, "Night Ferry");
    await send(page, 0, scripted);
    await choose(page, "EP", scripted);
    await expectTitles(page, "Night Ferry", "", "");
    await expect(box(page, 0)).toContainText("short.wav");
    await expect(box(page, 1)).toContainText("Awaiting upload");
    await choose(page, "Album", scripted);
    await expectTitles(page, "Night Ferry", "", "", "", "", "");
    await choose(page, "Single", scripted);
    await expectTitles(page, "Night Ferry");
    await expect(box(page, 0)).toContainText("Uploaded and ready: 563 KB");
  });

  test("a smaller release type asks before it takes tracks with files away", async ({
    page,
    context,
    scripted,
  }) => {
    await openMusic(page, context);
    await choose(page, "EP", scripted);
    await typeTitles(page, "Night Ferry", "Harbour Lights");
    await send(page, 0, scripted);
    await send(page, 1, scripted);
    await choose(page, "Single", scripted);
    const question = page.getByRole("alert");
    await expect(question).toContainText('These would go, with their files: "Harbour Lights".');
    await question.getByRole("button", { name: "Keep EP" }).click();
    await expect(question).toHaveCount(0);
    await expect(radio(page, "EP")).toBeChecked();
    await expectFocus(radio(page, "EP"), scripted);
    await expectTitles(page, "Night Ferry", "Harbour Lights", "");
    await choose(page, "Single", scripted);
    await question.getByRole("button", { name: "Change to Single" }).click();
    await expectTitles(page, "Night Ferry");
    await expect(radio(page, "Single")).toBeChecked();
    await expect(box(page, 0)).toContainText("short.wav");
  });

  test("tracks can be added up to the most of their release type", async ({
    page,
    context,
    scripted,
  }) => {
    await openMusic(page, context);
    await typeTitles(page, "Night Ferry");
    await button(page, "Add a track").click();
    await expectTitles(page, "Night Ferry", "");
    await expectFocus(titles(page).last(), scripted);
    await expect(button(page, "Add a track")).toHaveCount(0);
    await expect(page.getByText("Single releases have at most 2 tracks.")).toBeVisible();
    await expect(page.getByText("Stores usually list 2 tracks as an EP.")).toBeVisible();
    await choose(page, "EP", scripted);
    for (const count of [4, 5, 6]) {
      await button(page, "Add a track").click();
      await expect(titles(page)).toHaveCount(count);
    }
    await expect(button(page, "Add a track")).toHaveCount(0);
    await expect(titles(page).first()).toHaveValue("Night Ferry");
  });

  test("removing a track takes that one, and the last one stays", async ({
    page,
    context,
    scripted,
  }) => {
    await openMusic(page, context);
    await choose(page, "EP", scripted);
    await typeTitles(page, "One", "Two", "Three");
    await send(page, 1, scripted);
    await button(page, "Remove track 1").click();
    await expectTitles(page, "Two", "Three");
    await expectFocus(titles(page).first(), scripted);
    await expect(box(page, 0)).toContainText("short.wav");
    await expect(box(page, 1)).toContainText("Awaiting upload");
    await button(page, "Remove track 2").click();
    await expectTitles(page, "Two");
    await expect(button(page, "Remove track 1")).toHaveCount(0);
  });

  test("a track moves with its file and with what was typed", async ({
    page,
    context,
    scripted,
  }) => {
    await openMusic(page, context);
    await choose(page, "EP", scripted);
    await typeTitles(page, "One", "Two", "Three");
    await send(page, 2, scripted);
    await titles(page).nth(1).fill("Two, typed anew");
    await button(page, "Move up track 3").click();
    await expectTitles(page, "One", "Three", "Two, typed anew");
    await expect(box(page, 1)).toContainText("short.wav");
    await expectFocus(button(page, "Move up track 2"), scripted);
    await button(page, "Move up track 2").click();
    await expectTitles(page, "Three", "One", "Two, typed anew");
    await expect(button(page, "Move up track 1")).toHaveAttribute("aria-disabled", "true");
    await expectFocus(button(page, "Move up track 1"), scripted);
    await button(page, "Move down track 2").click();
    await expectTitles(page, "Three", "Two, typed anew", "One");
    await expectFocus(button(page, "Move down track 3"), scripted);
    await expect(box(page, 0)).toContainText("short.wav");
  });

  test("a waterfall spaces its dates, shows its plan and takes artwork per single", async ({
    page,
    context,
    scripted,
  }) => {
    const start = inDays(70);
    const dates = page.getByLabel(/^Track \d comes out on$/);
    const waterfall = page.getByRole("switch", { name: "Release as a waterfall" });
    const artwork = page.getByRole("switch", { name: "Its own artwork for track 1" });
    const plan = page.getByRole("listitem").filter({ has: page.locator("time") });
    await openMusic(page, context);
    await expect(waterfall).toHaveCount(0);
    await choose(page, "EP", scripted);
    await typeTitles(page, "One", "Two", "Three");
    await page.getByLabel("Release date").fill(start);
    await waterfall.click();
    await expect(waterfall).toBeChecked();
    for (const index of [0, 1, 2])
      await expect(dates.nth(index)).toHaveValue(sixWeeksAfter(start, index));
    await expect(button(page, "4 weeks after the one before (track 1)")).toHaveCount(0);
    await button(page, "4 weeks after the one before (track 2)").click();
    await expect(dates.nth(1)).toHaveValue(fourWeeksAfter(start));
    await expect(dates.nth(2)).toHaveValue(sixWeeksAfter(fourWeeksAfter(start), 1));
    await expectFocus(dates.nth(1), scripted);
    await expect(plan).toHaveCount(3);
    await expect(plan.first()).toContainText("One");
    await expect(plan.last()).toContainText("Final single and the full release");
    await expect(plan.last()).toContainText("becomes available that same day");

    await artwork.click();
    const picture = page.getByLabel("Single artwork (optional)");
    await picture.setInputFiles(smallSleeve().path);
    if (!scripted) await button(page, "Update the page").last().click();
    await expect(picture.locator("..")).toContainText("Uploaded and ready");
    const shown = page.getByRole("img", { name: "Artwork of track 1" });
    await expect.poll(() => shown.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(600);

    await waterfall.click();
    await expect(waterfall).not.toBeChecked();
    await expect(dates).toHaveCount(0);
    await expect(artwork).toHaveCount(0);
    await waterfall.click();
    await expect(dates.nth(1)).toHaveValue(sixWeeksAfter(start, 1));
    await expect(artwork).not.toBeChecked();
  });

  test("an early release needs a reason, and without it the date is the default again", async ({
    page,
    context,
    scripted,
    mode,
    expectFailure,
  }) => {
    if (mode !== "scripted") expectFailure(400);
    const early = page.getByRole("switch", { name: "Ask for an early release" });
    const reason = page.getByLabel("Reason for the early release");
    const date = page.getByLabel("Release date");
    await openMusic(page, context);
    const earliest = await date.inputValue();
    expect(earliest).toBe(inDays(42));
    await early.click();
    await expect(early).toBeChecked();
    await expectFocus(reason, scripted);
    await expect(date).toHaveAttribute("min", inDays(0));
    await date.fill(inDays(10));
    await pressNext(page);
    if (scripted) await closeMissing(page);
    await expect(reason).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByRole("main")).toContainText(
      "Please provide a reason for the early release request",
    );
    await reason.fill("A tour starts that day.");
    await early.click();
    await expect(date).toHaveValue(earliest);
    await expect(date).toHaveAttribute("min", earliest);
    await expect(reason).toHaveCount(0);
    await early.click();
    await expect(reason).toHaveValue("");
  });
});

test("a folded track tells its state, and unfolds when something is wrong in it", async ({
  page,
  context,
}) => {
  await openMusic(page, context);
  await choose(page, "EP", true);
  await typeTitles(page, "One");
  await send(page, 0, true);
  await button(page, "Fold all").click();
  await expect(titles(page).first()).toBeHidden();
  const heads = page.locator("summary");
  await expect(heads.nth(0)).toContainText("Uploaded and ready");
  await expect(heads.nth(1)).toContainText("Awaiting upload");
  await pressNext(page);
  await closeMissing(page);
  await expect(titles(page).nth(1)).toBeVisible();
  await expect(titles(page).nth(1)).toHaveAttribute("aria-invalid", "true");
});

test("a file can be dropped on its field, one at a time", async ({ page, context }) => {
  await openMusic(page, context);
  const field = box(page, 0);
  const files = (count: number) =>
    page.evaluateHandle((many) => {
      const data = new DataTransfer();
      for (let one = 0; one < many; one++)
        data.items.add(new File(["ID3"], `song-${one}.mp3`, { type: "audio/mpeg" }));
      return data;
    }, count);
  const drop = async (count: number) => {
    const dataTransfer = await files(count);
    await field.dispatchEvent("dragover", { dataTransfer });
    await expect(field).toHaveAttribute("data-over", "true");
    await field.dispatchEvent("drop", { dataTransfer });
    await expect(field).not.toHaveAttribute("data-over", "true");
  };
  await drop(2);
  await expect(field.locator("..")).toContainText("Please drop one file at a time");
  await drop(1);
  await expect(field).toContainText("song-0.mp3");
  await expect(field).toContainText("Failed to process file");
  await expect(field.locator("..")).toContainText("Choose a file that ends in .wav.");
});

test("removing a file that was refused leaves the stored one", async ({ page, context }) => {
  await openMusic(page, context);
  await send(page, 0, true);
  await audio(page, 0).setInputFiles(plainMp3().path);
  await expect(box(page, 0)).toContainText("Failed to process file");
  await button(page, "Remove song.mp3").click();
  await expect(box(page, 0)).not.toContainText("song.mp3");
  await page.reload();
  await expect(box(page, 0)).toContainText("short.wav");
});
