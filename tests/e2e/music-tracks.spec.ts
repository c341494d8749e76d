import { dropFiles } from "../support/drop-files";
import { plainMp3, shortWav } from "../support/generated-files";
import { expect, test, withAndWithoutScript } from "../support/journey";
import { openMusic } from "../support/music-page";
import {
  audio,
  box,
  button,
  choose,
  expectFocus,
  expectTitles,
  send,
  titles,
  typeTitles,
} from "../support/tracks-page";
import { closeMissing, pressNext } from "../support/wizard";

withAndWithoutScript(() => {
  test("removing a track takes that one, and the last one stays", async ({ page, scripted }) => {
    await openMusic(page);
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

  test("a track moves with its file and with what was typed", async ({ page, scripted }) => {
    await openMusic(page);
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
});

test("a folded track tells its state, and unfolds when something is wrong in it", async ({
  page,
}) => {
  await openMusic(page);
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

test("a file can be dropped on its field, one at a time", async ({ page }) => {
  await openMusic(page);
  const field = box(page, 0);
  const drop = (...files: string[]) => dropFiles(page, field, "Let go to add it", files);
  await drop(plainMp3().path, shortWav().path);
  await expect(field.locator("..")).toContainText("Please drop one file at a time");
  await drop(plainMp3().path);
  await expect(field).toContainText("song.mp3");
  await expect(field).toContainText("Failed to process file");
  await expect(field.locator("..")).toContainText("Choose a file that ends in .wav.");
});

test("removing a file that was refused leaves the stored one", async ({ page }) => {
  await openMusic(page);
  await send(page, 0, true);
  await audio(page, 0).setInputFiles(plainMp3().path);
  await expect(box(page, 0)).toContainText('"song.mp3" was not taken. "short.wav" stays.');
  await button(page, "Remove song.mp3").click();
  await expect(box(page, 0)).not.toContainText("song.mp3");
  await page.reload();
  await expect(box(page, 0)).toContainText("short.wav");
});
