import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright";
import { jpegBytes } from "../fixtures/jpeg";
import { wavBytes } from "../fixtures/wav";
import { type AppServer, startApp } from "../support/app-server";
import { pollUntil } from "../support/app-stores";
import { announceApp } from "../support/app-under-test";
import { BROWSER_FLAGS, ensureBrowser } from "../support/find-browser";
import { releaseInProgress, splitLinks, splitsFor } from "../support/published-release";
import { BusyHand } from "./busy-hand";
import { table } from "./figures";
import { PHONE } from "./slow-visit";
import { atMost } from "./verdict";

/** Where a phone's network is, as Cloudflare tells a deployed site. */
const NETWORK = { "CF-IPCountry": "IE", "CF-IPCity": "Cork" };

const TITLES = [
  "Dawn Chart",
  "Low Tide",
  "Copper Wire (feat. Mia Lundell)",
  "PAPER HOUSES",
  "night bus home",
  "Hallo Welt",
  "Breakwater",
  "Ürümqi",
  "Interlude",
  "Long Way Round the Harbour",
  "Salt Road",
  "Outro (Live)",
];

/** A folder with the files of an album, as it lies on a disk. */
function layFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "taps-"));
  for (const [index, title] of TITLES.entries()) {
    const name = `${String(index + 1).padStart(2, "0")} ${title}.wav`;
    writeFileSync(join(folder, name), wavBytes({ seconds: 1, seed: index + 1 }));
  }
  writeFileSync(join(folder, "cover.jpg"), jpegBytes());
  writeFileSync(join(folder, ".DS_Store"), new Uint8Array(8));
  return folder;
}

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const next = (page: Page) => button(page, /^(?:Next|Next Step|Continue to Review)$/);

/** Goes from the front page to the music step, on a first visit. */
async function introduce(hand: BusyHand): Promise<void> {
  const { page } = hand;
  await page.goto("/", { waitUntil: "networkidle" });
  await hand.leave(
    "home",
    page.getByRole("main").getByRole("link", { name: "Submit your music" }),
    "**/submit**",
  );
  await hand.tap(button(page, "Got it, let's start!"));
  await hand.type("Artist name", "Sigrid Vale");
  await hand.type("First name", "Sigrid");
  await hand.type("Surname", "Vale");
  await hand.type("Email", "sigrid@example.com");
  if ((await page.getByLabel("City", { exact: true }).inputValue()) === "") {
    await hand.choose("Country", "Ireland");
    await hand.type("City", "Cork");
  }
  await hand.leave("artist", next(page), "**/submit/music");
  await page.waitForLoadState("networkidle");
}

/** Types a title where the files have given none, and chooses the genre. */
async function describe(hand: BusyHand, title: string): Promise<void> {
  const { page } = hand;
  const release = page.getByLabel("Release title", { exact: true });
  if ((await release.inputValue()) === "") await hand.type(release, title);
  await hand.choose("Primary genre", "Folk");
  await hand.choose("Sub-genre", "Indie Folk");
}

async function submit(hand: BusyHand): Promise<void> {
  const { page } = hand;
  await page.getByText("All files are with us").first().waitFor();
  await hand.leave("music", next(page), "**/submit/about");
  await hand.leave("about", next(page), "**/submit/review");
  await page.getByText("Ready to Submit").waitFor();
  await hand.leave("review", button(page, "Submit Music"), "**/submit/success");
}

async function sendSingle(hand: BusyHand, folder: string): Promise<void> {
  await introduce(hand);
  const { page } = hand;
  await hand.pick(page.getByLabel("Audio", { exact: true }), join(folder, "02 Low Tide.wav"));
  await hand.tap(page.getByLabel("Solo work"));
  await describe(hand, "Low Tide");
  await submit(hand);
}

/** Credits two songwriters on every track. */
async function creditWriters(hand: BusyHand): Promise<void> {
  const { page } = hand;
  await hand.tap(page.getByRole("checkbox", { name: "Choose all" }));
  await hand.tap(button(page, "Contributors of chosen tracks"));
  const panel = page.getByRole("region", { name: /^Contributors of/ });
  await hand.tap(panel.getByRole("button", { name: /Me, songwriter/i }));
  await hand.tap(panel.getByText("Somebody new"));
  await hand.type(panel.getByLabel("First name"), "Ola");
  await hand.type(panel.getByLabel("Last name"), "Brandt");
  await hand.tap(panel.getByRole("button", { name: "Add to all 12", exact: true }));
  await hand.tap(panel.getByRole("checkbox", { name: "Equal shares" }));
  await hand.tap(panel.getByRole("button", { name: "Change 12 tracks" }));
  await page.getByText("Changed on 12 tracks.").first().waitFor();
}

async function sendAlbum(hand: BusyHand, folder: string): Promise<void> {
  await introduce(hand);
  const { page } = hand;
  await hand.pick(button(page, "Choose a folder"), folder);
  await hand.tap(button(page, "Make it an album of 12"));
  await page.getByText("12 of 12 uploaded and ready").waitFor();
  await creditWriters(hand);
  await describe(hand, "Tidal Charts");
  await submit(hand);
}

/** Confirms the shares of twelve tracks, as the mail to the co-writer asks. */
async function confirmShares(hand: BusyHand): Promise<void> {
  const { page } = hand;
  const email = `ola-${crypto.randomUUID().slice(0, 8)}@example.com`;
  const { visitor, path } = await releaseInProgress(TITLES);
  const fields = TITLES.flatMap((_, index) =>
    Object.entries(splitsFor(email)).map(([name, text]) => [
      name.replace("tracks[0]", `tracks[${index}]`),
      text === "track-1" ? `track-${index + 1}` : text,
    ]),
  );
  await visitor.post(`${path}/splits`, { ...Object.fromEntries(fields), intent: "ask" });
  await page.goto(await pollUntil(async () => (await splitLinks(email)).at(-1)));
  const open = button(page, /^Confirm/);
  while (await open.first().isVisible()) {
    const left = await open.count();
    await hand.leave("shares", open.first(), /./);
    await open.nth(left - 1).waitFor({ state: "hidden" });
  }
}

type Job = (hand: BusyHand, folder: string) => Promise<void>;

async function onPhone(browser: Browser, app: AppServer, job: Job, folder: string) {
  const context = await browser.newContext({
    ...PHONE,
    baseURL: app.url,
    extraHTTPHeaders: NETWORK,
  });
  try {
    const hand = new BusyHand(await context.newPage());
    await job(hand, folder);
    return hand.effort;
  } finally {
    await context.close();
  }
}

/** Does three jobs on a phone, and counts taps, fields, characters and screens. */
export async function benchTaps(): Promise<boolean> {
  console.log("taps: a single, an album of 12 with two songwriters, a co-writer's confirmation");
  const app = await startApp({ build: false });
  const restore = announceApp(app);
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: BROWSER_FLAGS });
  const folder = layFolder();
  try {
    const single = await onPhone(browser, app, sendSingle, folder);
    const album = await onPhone(browser, app, sendAlbum, folder);
    const writer = await onPhone(browser, app, confirmShares, folder);
    const rows = Object.entries({ single, album, "co-writer": writer }).map(([job, effort]) => [
      job,
      ...[effort.taps, effort.fields, effort.characters].map(String),
      effort.screens.map(({ page, length }) => `${page} ${length.toFixed(1)}`).join(", "),
    ]);
    console.log(table([["job", "taps", "fields", "characters", "screens"], ...rows]));
    const music = album.screens.find(({ page }) => page === "music")?.length ?? Number.NaN;
    return [
      atMost("taps for a single", single.taps, 16, String(single.taps)),
      atMost("fields for a single", single.fields, 8, String(single.fields)),
      atMost("taps for an album", album.taps, 40, String(album.taps)),
      atMost("fields for an album", album.fields, 12, String(album.fields)),
      atMost("screens of the album's music step", music, 7, music.toFixed(1)),
      atMost("taps of the co-writer", writer.taps, 1, String(writer.taps)),
    ].every(Boolean);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    restore();
    await browser.close();
    await app.stop();
  }
}
