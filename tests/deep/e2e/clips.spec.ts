import { wavBytes } from "../../fixtures/wav";
import { SONG } from "../../support/drafts";
import { expect, test, withAndWithoutScript } from "../../support/journey";
import {
  ADVICE,
  advice,
  clip,
  clipButton,
  clips,
  end,
  openClips,
  start,
} from "../../support/music-step-page";
import { expectValidPage } from "../../support/valid-page";
import { dateInDays } from "../../support/visitor";
import {
  banner,
  closeMissing,
  expectStep,
  pressNext,
  toVisitor,
  waitForHydration,
} from "../../support/wizard";

withAndWithoutScript((mode) => {
  test("clips are switched on with one, get a second, and keep one", async ({ page }) => {
    await openClips(page);
    await expect(clips(page)).toHaveAttribute("aria-pressed", "true");
    await expect(start(page)).toHaveValue("00:00");
    await expect(end(page)).toHaveValue("00:30");
    await expect(clipButton(page, /^Remove clip/)).toHaveCount(0);
    await end(page).fill("00:50");
    await clipButton(page, "Add a second clip").click();
    await expect(end(page, 2)).toHaveValue("00:30");
    await expect(clipButton(page, "Add a second clip")).toHaveCount(0);
    await expect(end(page)).toHaveValue("00:50");
    await end(page, 2).fill("00:45");
    await clipButton(page, "Remove clip 1").click();
    await expect(clip(page, 2)).toHaveCount(0);
    await expect(end(page)).toHaveValue("00:45");
    await clips(page).click();
    await expect(clips(page)).toHaveAttribute("aria-pressed", "false");
    await expect(start(page)).toHaveCount(0);
  });

  test("clips are kept with the track and summed up", async ({ page }) => {
    await openClips(page);
    await start(page).fill("00:10");
    await end(page).fill("00:45");
    await clip(page, 1).getByLabel("What you hear (optional)").fill("The chorus");
    await clipButton(page, "Add a second clip").click();
    await start(page, 2).fill("1:00");
    await end(page, 2).fill("130");
    await pressNext(page);
    await expectStep(page, "about");
    await page.goto("/submit/music");
    await waitForHydration(page);
    await expect(page.getByText("2 clips: 00:10-00:45, 01:00-01:30")).toBeVisible();
    await clipButton(page, /^Change the clips/).click();
    await expect(end(page, 2)).toHaveValue("01:30");
    await expect(clip(page, 1).getByLabel("What you hear (optional)")).toHaveValue("The chorus");
  });

  test("a file that is too short for the clips of the one before it is told of, here and in Review", async ({
    page,
  }) => {
    await openClips(page);
    await start(page).fill("00:10");
    await end(page).fill("00:45");
    await clipButton(page, "Add a second clip").click();
    await start(page, 2).fill("01:00");
    await end(page, 2).fill("01:30");
    await pressNext(page);
    await expectStep(page, "about");
    const visitor = await toVisitor(page.context());
    const brief = wavBytes({ seconds: 20, sampleRate: 8_000, bits: 8, channels: 1 });
    expect((await visitor.upload(brief, SONG)).status).toBe(200);
    await pressNext(page);
    await expectStep(page, "review");
    const ends = "The track ends at 00:20, so the clip ends there";
    const late = "The track ends at 00:20, before this clip starts: nothing is cut";
    await expect(page.getByText(`00:10 to 00:45 (${ends})`)).toBeVisible();
    await expect(page.getByText(`01:00 to 01:30 (${late})`)).toBeVisible();
    await page.goto("/submit/music");
    await waitForHydration(page);
    await clipButton(page, /^Change the clips/).click();
    await expect(clip(page, 1).getByText(ends).first()).toBeVisible();
    await expect(clip(page, 2).getByText(late).first()).toBeVisible();
  });

  test("times that make no clip are refused, and what was typed stays", async ({
    page,
    scripted,
    expectFailure,
  }) => {
    if (mode !== "scripted") expectFailure(400);
    await openClips(page);
    await start(page).fill("soon");
    await end(page).fill("00:75");
    await pressNext(page);
    await expect(banner(page).getByRole("listitem").getByRole("link")).toHaveText([
      "Please enter the start time as mm:ss, with minutes and seconds from 00 to 59",
      "Please enter the end time as mm:ss, with minutes and seconds from 00 to 59",
    ]);
    if (scripted) await closeMissing(page);
    await expect(start(page)).toHaveValue("soon");
    await expect(start(page)).toHaveAttribute("aria-invalid", "true");
    await start(page).fill("00:40");
    await end(page).fill("00:10");
    await pressNext(page);
    await expect(banner(page).getByRole("listitem").getByRole("link")).toHaveText([
      "The clip must end after it starts",
    ]);
  });

  test("a clip of another length is advised against and still taken", async ({
    page,
    scripted,
  }) => {
    await openClips(page);
    await expect(advice(page)).toHaveCount(0);
    await end(page).fill("01:01");
    if (!scripted) await clipButton(page, "Add a second clip").click();
    await expect(advice(page)).toBeVisible();
    if (scripted) {
      await expect(page.getByRole("status").filter({ hasText: ADVICE })).toHaveCount(1);
      await end(page).fill("01:00");
      await expect(advice(page)).toHaveCount(0);
      await end(page).fill("29");
      await end(page).blur();
      await expect(end(page)).toHaveValue("00:29");
      await expect(advice(page)).toBeVisible();
    }
    await pressNext(page);
    await expectStep(page, "about");
  });

  test("the day of the clips is three weeks before the single's", async ({ page }) => {
    await openClips(page);
    const day = page.locator("time");
    await expect(day).toHaveAttribute("datetime", dateInDays(60 - 21));
    if (mode === "JavaScript off") return;
    await page.getByLabel("Release date").fill(dateInDays(81));
    await expect(day).toHaveAttribute("datetime", dateInDays(60));
  });
});

test("the clips are sound in every look: as they begin, advised, and refused", {
  tag: "@deep-pages",
}, async ({ page }) => {
  await openClips(page);
  await expectValidPage(page, "new");
  await end(page).fill("01:10");
  await clipButton(page, "Add a second clip").click();
  await start(page, 2).fill("soon");
  await expect(advice(page)).toBeVisible();
  await pressNext(page);
  await closeMissing(page);
  await expectValidPage(page, "advised and refused");
});
