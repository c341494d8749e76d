import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright/test";
import { expect, inModes, test } from "../../support/journey";
import { openMusic, openTrack, trackButton, trackFileBox } from "../../support/music-step-page";
import { chooseCard } from "../../support/release-journey";
import { shortWav, sleeve, smallSleeve } from "../../support/test-files";
import { artworkField, dropFiles, fileBox } from "../../support/wizard";

const folder = mkdtempSync(join(tmpdir(), "album-"));
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A file of the album's folder, as it lies on a disk that a Mac and a PC have used. */
function lay(name: string, from?: { path: string }): string {
  const path = join(folder, name);
  mkdirSync(join(path, ".."), { recursive: true });
  if (from) cpSync(from.path, path);
  else writeFileSync(path, Buffer.from("\0\x05\x16\x07\0\x02\0\0Mac OS X        ", "latin1"));
  return path;
}

const songs = [lay("1 Ferry.wav", shortWav()), lay("2 Tide.wav", shortWav())];
const hidden = [lay("._1 Ferry.wav"), lay("._2 Tide.wav"), lay("desktop.ini")];
lay("__MACOSX/Real.wav");
const cover = lay("cover.jpg", sleeve());

const severalFilesField = (page: Page) => page.getByLabel("Add several files at once");
const firstAudio = (page: Page) => trackFileBox(page, 0);
const INVITATION = "Drop it to add it";

inModes(["scripted", "JavaScript off"], (mode) => {
  const scripted = mode === "scripted";

  test("of an album's folder the songs become tracks, hidden files are counted, and the cover finds its place", async ({
    page,
  }) => {
    await openMusic(page);
    await chooseCard(page, "EP", scripted);
    if (scripted) {
      const invitation = "Drop to add to your tracks";
      await dropFiles(page, page.getByLabel("Track title").first(), invitation, [folder]);
    } else {
      await severalFilesField(page).setInputFiles([...hidden, ...songs, cover]);
      await trackButton(page, "Add these files").click();
    }
    await expect(page.getByText(/^2 of \d uploaded and ready$/)).toBeVisible();
    const count = scripted ? 4 : 3;
    await expect(
      page.getByText(`We left out ${count} hidden files that your computer made.`),
    ).toBeVisible();
    await expect(page.getByText('"cover.jpg" is your artwork now.')).toBeVisible();
    await expect(fileBox(page, "Artwork (optional)")).toContainText("Uploaded and ready");
    if (!scripted) return;
    // Nothing takes its place unasked.
    await openTrack(page, 0);
    await dropFiles(page, firstAudio(page), INVITATION, [smallSleeve().path]);
    await expect(page.getByText('Your cover art is "cover.jpg" now.')).toBeVisible();
    await trackButton(page, "Keep the cover art").click();
    await expect(artworkField(page)).toBeFocused();
    await expect(fileBox(page, "Artwork (optional)")).toContainText("cover.jpg");
    await expect(page.getByText("Use the new one instead?")).toBeHidden();
    await dropFiles(page, firstAudio(page), INVITATION, [smallSleeve().path]);
    await trackButton(page, "Replace the cover art").click();
    await expect(fileBox(page, "Artwork (optional)")).toContainText("small.jpg");
  });
});

test("a song that is dropped on its field with what lies beside it is taken alone", async ({
  page,
}) => {
  await openMusic(page);
  const [song = "", companion = ""] = [songs[0], hidden[0]];
  await dropFiles(page, firstAudio(page), INVITATION, [companion, song, cover]);
  await expect(firstAudio(page)).toContainText("Uploaded and ready");
  await expect(firstAudio(page)).toContainText("We left out 1 hidden file");
  await expect(fileBox(page, "Artwork (optional)")).toContainText("cover.jpg");
});
