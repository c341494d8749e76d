import type { Locator } from "playwright/test";
import { expect, test } from "../../support/journey";
import {
  chooseReleaseType,
  expectOpen,
  expectTitles,
  openMusic,
  openTrack,
  sendAudio,
  trackFileBox,
  trackLine,
  typeTitles,
} from "../../support/music-step-page";
import { chooseRelease, countScreens, MUSIC_LENGTHS } from "../../support/slow-link";
import { plainMp3, shortWav } from "../../support/test-files";
import { dropFiles } from "../../support/wizard";

/** Where an element stands in the window. @throws where it has no box. */
async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error("The element has no box");
  return box;
}
const topOf = async (element: Locator) => (await boxOf(element)).y;

test("the step is short on a phone, however many tracks the release has", async ({ page }) => {
  await openMusic(page);
  for (const { release, most: maxScreens } of MUSIC_LENGTHS) {
    await chooseRelease(page, release);
    expect(await countScreens(page), `screens for ${release}`).toBeLessThanOrEqual(maxScreens);
  }
});

test("a track that misses nothing folds when the artist moves on, and the next one opens", async ({
  page,
}) => {
  await openMusic(page);
  await chooseReleaseType(page, "EP", true);
  await typeTitles(page, "One");
  await page.getByLabel("Release title").fill("Harbour");
  await expectOpen(page, 0);
  await page.getByLabel("Solo work").first().check();
  await sendAudio(page, 0, true);
  await expectOpen(page, 0);
  const release = page.getByLabel("Release title");
  await release.scrollIntoViewIfNeeded();
  const before = await topOf(release);
  await release.focus();
  await expectOpen(page, 1);
  const after = await topOf(release);
  // The page scrolls by whole pixels.
  expect(Math.abs(after - before)).toBeLessThan(1);
  await expect(trackLine(page, 0)).toContainText("Uploaded and ready");
});

test("a line stays under the finger that opens it, though a track above it folds", async ({
  page,
}) => {
  await openMusic(page);
  await chooseReleaseType(page, "EP", true);
  await openTrack(page, 0);
  const last = trackLine(page, 2);
  await last.evaluate((element) => element.scrollIntoView({ block: "end", behavior: "instant" }));
  const before = await topOf(last);
  await last.click();
  await expectOpen(page, 2);
  const after = await topOf(last);
  expect(Math.abs(after - before)).toBeLessThan(2);
});

test("a track is dragged to another place by its handle", async ({ page }) => {
  await openMusic(page);
  await chooseReleaseType(page, "EP", true);
  await typeTitles(page, "One", "Two", "Three");
  await trackLine(page, 2).click();
  await expectOpen(page, undefined);
  await trackLine(page, 0).scrollIntoViewIfNeeded();
  const [from, to] = [await boxOf(trackLine(page, 0)), await boxOf(trackLine(page, 2))];
  const x = from.x + 60;
  await page.mouse.move(x, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(x, to.y + to.height - 4, { steps: 4 });
  await page.mouse.up();
  await expectTitles(page, "Two", "Three", "One");
  await expect(
    page.getByRole("status").filter({ hasText: '"One" is now track 3 of 3.' }),
  ).toBeAttached();
  await expectOpen(page, undefined);
});

test("a file can be dropped on its field, one at a time", async ({ page }) => {
  await openMusic(page);
  const field = trackFileBox(page, 0);
  const drop = (...files: string[]) => dropFiles(page, field, "Drop it to add it", files);
  await drop(plainMp3().path, shortWav().path);
  await expect(field.locator("..")).toContainText("Drop one file at a time");
  await drop(plainMp3().path);
  await expect(field).toContainText("song.mp3");
  await expect(field).toContainText("Not taken");
  await expect(field.locator("..")).toContainText("Choose a file that ends in .wav.");
});
