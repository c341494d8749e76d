import AxeBuilder from "@axe-core/playwright";
import type { BrowserContext, Page } from "playwright/test";
import { wavBytes } from "../fixtures/wav";
import { draftAt, SONG } from "../support/draft-at";
import { shortWav } from "../support/generated-files";
import { expect, test, withAndWithoutScript } from "../support/journey";
import { inDays } from "../support/visitor";
import { banner, closeMissing, continueIn, expectStep, pressNext, ready } from "../support/wizard";

const ADVICE = "Clip duration should be 30-60 seconds for optimal social media performance";
/** A minute and a half that a phone's line carries easily. */
const song = wavBytes({ seconds: 90, sampleRate: 8_000, bits: 8, channels: 1 });

const clips = (page: Page) => page.getByRole("switch", { name: /^Social clips/ });
const clip = (page: Page, number: number) =>
  page.getByRole("group", { name: `Clip ${number}`, exact: true });
const start = (page: Page, number = 1) => clip(page, number).getByLabel("Starts at");
const end = (page: Page, number = 1) => clip(page, number).getByLabel("Ends at");
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
/** The position of the player with which clips are chosen. */
const position = (page: Page) => page.getByRole("slider", { name: /to choose its clips$/ });
const advice = (page: Page) => page.getByText(ADVICE).filter({ visible: true });

/** The music step with everything in it that it asks for; its track lasts a minute and a half. */
async function openMusic(page: Page, context: BrowserContext): Promise<void> {
  const visitor = await draftAt("about");
  expect((await visitor.upload(song, SONG)).status).toBe(200);
  await continueIn(context, visitor);
  await page.goto("/submit/music");
  await ready(page);
}

async function openClips(page: Page, context: BrowserContext): Promise<void> {
  await openMusic(page, context);
  await clips(page).click();
  await expect(start(page)).toBeVisible();
}

/** Every width and colour scheme: nothing for axe to find, nothing wider than the screen. */
async function expectSound(page: Page, state: string): Promise<void> {
  for (const width of [320, 1280])
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height: 740 });
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const room = () => [document.scrollingElement?.scrollWidth ?? 0, window.innerWidth];
      const [wide = 0, inner = 0] = await page.evaluate(room);
      expect(wide, `${state} at ${width} px`).toBeLessThanOrEqual(inner);
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
      const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
      expect(found, `${state} at ${width} px, ${colorScheme}`).toEqual([]);
    }
}

withAndWithoutScript((mode) => {
  test("clips are switched on with one, get a second, and keep one", async ({ page, context }) => {
    await openClips(page, context);
    await expect(clips(page)).toBeChecked();
    await expect(start(page)).toHaveValue("00:00");
    await expect(end(page)).toHaveValue("00:30");
    await expect(button(page, /^Remove clip/)).toHaveCount(0);
    await end(page).fill("00:50");
    await button(page, "Add a second clip").click();
    await expect(end(page, 2)).toHaveValue("00:30");
    await expect(button(page, "Add a second clip")).toHaveCount(0);
    await expect(end(page)).toHaveValue("00:50");
    await end(page, 2).fill("00:45");
    await button(page, "Remove clip 1").click();
    await expect(clip(page, 2)).toHaveCount(0);
    await expect(end(page)).toHaveValue("00:45");
    await clips(page).click();
    await expect(clips(page)).not.toBeChecked();
    await expect(start(page)).toHaveCount(0);
  });

  test("clips are kept with the track and summed up", async ({ page, context }) => {
    await openClips(page, context);
    await start(page).fill("00:10");
    await end(page).fill("00:45");
    await clip(page, 1).getByLabel("What is heard (optional)").fill("The chorus");
    await button(page, "Add a second clip").click();
    await start(page, 2).fill("1:00");
    await end(page, 2).fill("130");
    await pressNext(page);
    await expectStep(page, "about");
    await page.goto("/submit/music");
    await ready(page);
    await expect(page.getByText("2 clips: 00:10-00:45, 01:00-01:30")).toBeVisible();
    await button(page, /^Change the clips/).click();
    await expect(end(page, 2)).toHaveValue("01:30");
    await expect(clip(page, 1).getByLabel("What is heard (optional)")).toHaveValue("The chorus");
  });

  test("times that make no clip are refused, and what was typed stays", async ({
    page,
    context,
    scripted,
    expectFailure,
  }) => {
    if (mode !== "scripted") expectFailure(400);
    await openClips(page, context);
    await start(page).fill("soon");
    await end(page).fill("00:75");
    await pressNext(page);
    await expect(banner(page).getByRole("link")).toHaveText([
      "Please enter the start time as mm:ss, with minutes and seconds from 00 to 59",
      "Please enter the end time as mm:ss, with minutes and seconds from 00 to 59",
    ]);
    if (scripted) await closeMissing(page);
    await expect(start(page)).toHaveValue("soon");
    await expect(start(page)).toHaveAttribute("aria-invalid", "true");
    await start(page).fill("00:40");
    await end(page).fill("00:10");
    await pressNext(page);
    await expect(banner(page).getByRole("link")).toHaveText(["The clip must end after it starts"]);
  });

  test("a clip of another length is advised against and still taken", async ({
    page,
    context,
    scripted,
  }) => {
    await openClips(page, context);
    await expect(advice(page)).toHaveCount(0);
    await end(page).fill("01:01");
    if (!scripted) await button(page, "Add a second clip").click();
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

  test("the day of the clips is three weeks before the single's", async ({ page, context }) => {
    await openClips(page, context);
    const day = page.locator("time");
    await expect(day).toHaveAttribute("datetime", inDays(60 - 21));
    if (mode === "JavaScript off") return;
    await page.getByLabel("Release date").fill(inDays(81));
    await expect(day).toHaveAttribute("datetime", inDays(60));
  });
});

test("a clip plays from its start to its end, and stops there", async ({ page, context }) => {
  await openClips(page, context);
  await start(page).fill("00:03");
  await end(page).fill("00:05");
  await button(page, "Play clip 1").click();
  await expect(button(page, "Pause clip 1")).toBeVisible();
  expect(Number(await position(page).inputValue())).toBeGreaterThanOrEqual(3);
  await expect(button(page, "Play clip 1")).toBeVisible();
  await expect(position(page)).toHaveValue("5");
  const audio = page.locator("audio").last();
  expect(await audio.evaluate((one: HTMLAudioElement) => [one.paused, one.currentTime])).toEqual([
    true,
    5,
  ]);
});

test("where one listens a clip can start and end", async ({ page, context }) => {
  await openClips(page, context);
  await position(page).fill("62");
  await button(page, "Set start here (clip 1)").click();
  await expect(start(page)).toHaveValue("01:02");
  await expect(end(page)).toHaveValue("01:32");
  await position(page).focus();
  for (let presses = 0; presses < 13; presses++) await page.keyboard.press("ArrowRight");
  await expect(position(page)).toHaveValue("75");
  await button(page, "Set end here (clip 1)").click();
  await expect(start(page)).toHaveValue("01:02");
  await expect(end(page)).toHaveValue("01:15");
  await expect(advice(page)).toBeVisible();
  await start(page).fill("01:31");
  await end(page).fill("01:59");
  await expect(
    clip(page, 1).getByText("The clip must start before the track ends at 01:30").first(),
  ).toBeVisible();
});

test("only one player plays at a time, and nothing loads before it is asked to", async ({
  page,
  context,
}) => {
  const loaded: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/files/") && request.resourceType() === "media")
      loaded.push(request.url());
  });
  await openClips(page, context);
  const whole = button(page, /^Play Night Ferry$/);
  await expect(whole).toBeVisible();
  expect(loaded).toEqual([]);
  await whole.click();
  await expect(button(page, /^Pause Night Ferry$/)).toBeVisible();
  await button(page, "Play clip 1").click();
  await expect(button(page, "Pause clip 1")).toBeVisible();
  await expect(whole).toBeVisible();
  await button(page, /^Pause Night Ferry, to choose/).click();
  await expect(button(page, "Play clip 1")).toBeVisible();
});

test("the file just chosen can be heard", async ({ page, context }) => {
  await continueIn(context, await draftAt("music"));
  await page.goto("/submit/music");
  await ready(page);
  await page.getByLabel("Track title").fill("Tide");
  await clips(page).click();
  await expect(
    page.getByText("Choose the audio of this track to hear what you pick."),
  ).toBeVisible();
  await page.getByLabel("Audio", { exact: true }).setInputFiles(shortWav().path);
  await end(page).fill("00:01");
  await button(page, "Play clip 1").click();
  await expect(position(page)).toHaveValue("1");
  await expect(end(page)).toHaveValue("00:01");
});

test("audio that does not play says why, in the specified words", async ({
  page,
  context,
  expectFailure,
}) => {
  expectFailure("ERR_FAILED");
  await openMusic(page, context);
  const play = button(page, /^Play Night Ferry$/);
  await page.route("**/files/**", (route) =>
    route.fulfill({ contentType: "audio/wav", body: "This is no music at all." }),
  );
  await play.click();
  await expect(page.getByText("Audio format not supported by your browser.")).toBeVisible();
  // From here on the file is sound, so that nothing but the browser's refusal is left to say.
  await page.unroute("**/files/**");
  await page.evaluate(() => {
    HTMLMediaElement.prototype.play = () =>
      Promise.reject(new DOMException("play() failed", "NotAllowedError"));
  });
  await play.click();
  await expect(
    page.getByText(
      "Audio playback blocked by browser. Please click the play button to allow audio.",
    ),
  ).toBeVisible();
});

test("the clips are sound in every look: as they begin, advised, and refused", async ({
  page,
  context,
}) => {
  await openClips(page, context);
  await expectSound(page, "new");
  await end(page).fill("01:10");
  await button(page, "Add a second clip").click();
  await start(page, 2).fill("soon");
  await expect(advice(page)).toBeVisible();
  await pressNext(page);
  await closeMissing(page);
  await expectSound(page, "advised and refused");
});

test.describe("JavaScript off", () => {
  test.use({ mode: "JavaScript off" });

  test("the browser's own controls play the track, and each clip by its address", async ({
    page,
    context,
  }) => {
    await openClips(page, context);
    const players = page.locator("audio[controls]");
    await expect(players).toHaveCount(3);
    await expect(players.last()).toHaveAttribute("src", /\/files\/.*#t=0,30$/);
    await expect(button(page, /^Set start here/)).toHaveCount(0);
  });
});
