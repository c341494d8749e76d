import type { BrowserContext, Locator, Page } from "playwright/test";
import sharp from "sharp";
import { type StepId, stepOf } from "~/domain/submission/steps/steps";
import { createDraftAt, SONG } from "./drafts";
import { queryAppDatabase, storedDraft } from "./inject-site-failure";
import { expect, isScriptFree } from "./journey";
import { holdRequests } from "./slow-link";
import { dateInDays, musicAnswers, Visitor } from "./visitor";

/** Complete answers of step 0, by label. */
export const completeArtist = {
  "Artist name": "Sigrid Vale",
  "First name": "Sigrid",
  Surname: "Valentin",
  Email: "sigrid@example.com",
  "Phone (optional)": "+353 21 555 0100",
  City: "Cork",
  "Spotify artist URL (optional)": "https://open.spotify.com/artist/4Z8W4fKeB5YxbusRsdQVPb",
  "Instagram (optional)": "instagram.com/sigridvale",
  "TikTok (optional)": "https://www.tiktok.com/@sigridvale",
};

/**
 * Waits until the page is hydrated and listens; resolves at once without scripts.
 * @param part of the page that is hydrated later.
 */
export async function waitForHydration(page: Page, part = "main"): Promise<void> {
  if (isScriptFree(page)) return;
  const isHydrated = (selector: string) => {
    if (matchMedia("(scripting: none)").matches) return true;
    // The script guard has blocked the scripts.
    if (document.querySelector('meta[http-equiv="Content-Security-Policy"]')) return true;
    // React adds a key to every element that it begins to hydrate.
    const keys = Object.keys(document.querySelector(selector) ?? {});
    if (!keys.some((key) => key.startsWith("__react"))) return false;
    // Its effects follow later, and with them listeners of the page's own. A faked clock has no entries.
    const { length: loads } = performance.getEntriesByType("navigation");
    // No function of its own, whose name `tsx` would keep by a helper that the page lacks.
    const [pages = 0, parts = 0] = ["page-hydrated", "part-hydrated"].map(
      (mark) => performance.getEntriesByName(mark).length,
    );
    const lateParts = document.querySelectorAll("[data-late]").length;
    return loads === 0 || (pages > 0 && parts >= lateParts);
  };
  await expect.poll(() => page.evaluate(isHydrated, part)).toBe(true);
}

/** Holds back all later requests for scripts. @returns releases them. */
export const holdScripts = (page: Page): Promise<() => void> => holdRequests(page, /\.js$/);

/**
 * Presses the step's button for the next step; in a browser by the keyboard, since a click misses a button
 * that moves while it is pressed, as when a file has just been looked at.
 */
export async function pressNext(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: /^(Next|Next Step|Continue to Review)$/ });
  if (isScriptFree(page)) return button.click();
  await expect(button).toBeEnabled();
  await button.press("Enter");
}

export async function pressSubmit(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Submit Music" }).click();
}

/** Goes from the front page into the wizard. */
export async function enterWizard(page: Page): Promise<void> {
  await page.goto("/");
  await page.getByRole("main").getByRole("link", { name: "Submit your music" }).click();
  // Without scripts the first step is shown at the address of the link.
  await expect(pageTitle(page)).toHaveText("Artist Information");
  await waitForHydration(page);
}

/** Waits until a step is drawn, which is later than its address, and for its scripts. */
export async function expectStep(page: Page, step: StepId): Promise<void> {
  await page.waitForURL(`**/submit/${step}*`);
  await expect(page.locator("[aria-current=step]")).toContainText(stepOf(step).title);
  await waitForHydration(page);
}

/** Opens the field for a link to the artist's profile. */
export async function openSpotifyUrl(page: Page): Promise<void> {
  await page.getByLabel("I have a Spotify profile").check();
  await page.getByLabel("Enter URL").check();
}

/** Chooses a country: by typing with scripts, from the native list without. */
export async function chooseCountry(page: Page, country: string): Promise<void> {
  const isScriptOff = () =>
    page.evaluate(() => !document.documentElement.hasAttribute("data-scripts"));
  if (isScriptFree(page) || (await isScriptOff())) {
    await page.getByLabel("Country", { exact: true }).selectOption(country);
    return;
  }
  // The custom list appears with hydration.
  await waitForHydration(page);
  await page.getByLabel("City", { exact: true }).focus();
  const input = page.locator("input#country");
  await input.fill(country);
  await input.press("Enter");
}

export async function fillArtist(
  page: Page,
  answers: Partial<typeof completeArtist>,
): Promise<void> {
  await openSpotifyUrl(page);
  for (const [label, text] of Object.entries(answers))
    await page.getByLabel(label, { exact: true }).fill(text);
  await chooseCountry(page, "Ireland");
}

/** Opens the contributors of the only track. */
export async function openContributors(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Add or change contributors" }).click();
  await page.getByRole("button", { name: "Add producer" }).waitFor();
}

/** Fills a songwriter in row `row`, from 0; opens the panel where it is closed. */
export async function fillSongwriter(
  page: Page,
  row: number,
  [first, last, share]: readonly [string, string, string],
): Promise<void> {
  const writer = page.getByRole("group", { name: `Songwriter ${row + 1}` });
  if (row === 0 && !(await writer.isVisible())) await openContributors(page);
  await writer.getByLabel("First name").fill(first);
  await writer.getByLabel("Last name").fill(last);
  await writer.getByLabel("Share in %").fill(share);
}

export async function fillRelease(page: Page, title: string, date?: string): Promise<void> {
  await page.getByLabel("Track title").fill(title);
  await page.getByLabel("Release title").fill(title);
  await page.getByLabel("Primary genre").selectOption("Folk");
  await page.getByLabel("Sub-genre").selectOption("Indie Folk");
  if (date) await page.getByLabel("Release date").fill(date);
}

export const audioField = (page: Page) => page.getByLabel("Audio", { exact: true });
export const artworkField = (page: Page) => page.getByLabel("Artwork (optional)", { exact: true });
export const banner = (page: Page) => page.getByRole("alert");
/** The dialog after a refused Next, with scripts only. */
export const missingDialog = (page: Page) =>
  page.getByRole("dialog", { name: /^Required Information Missing$|^Please check your answers$/ });

/** Closes that dialog; the banner with the same content stays. */
export async function closeMissing(page: Page): Promise<void> {
  await missingDialog(page).getByRole("button", { name: "Close" }).click();
}
/** The lines of stored files; announcements begin with the file's name instead. */
export const storedLines = (page: Page) => page.getByText(/^Uploaded and ready/);
export const pageTitle = (page: Page) => page.getByRole("heading", { level: 1 });

/** The box of a file field. */
export const fileBox = (page: Page, field: "Audio" | "Artwork (optional)") =>
  page.getByLabel(field, { exact: true }).locator("..");

/** A visitor with the browser's draft cookie. */
export async function toVisitor(context: BrowserContext): Promise<Visitor> {
  const visitor = new Visitor();
  const cookies = await context.cookies();
  const draft =
    cookies.find(({ name }) => name === "draft") ??
    cookies.find(({ name }) => name.startsWith("draft-"));
  visitor.cookie = draft ? `${draft.name}=${draft.value}` : "";
  return visitor;
}

/** Gives a visitor's draft to the browser. */
export async function openDraftInBrowser(context: BrowserContext, visitor: Visitor): Promise<void> {
  const [name = "", value = ""] = visitor.cookie.split(/=(.*)/s);
  await context.addCookies([{ name, value, url: visitor.base }]);
}

/** Creates a draft at Review whose track was announced but never sent. */
export async function draftWithTrackUnsent(): Promise<Visitor> {
  const visitor = await createDraftAt("music");
  await visitor.json("/api/cloud-storage/upload-url", { ...SONG, fileSize: 9_000_000 });
  expect((await visitor.post("/submit/music", musicAnswers(dateInDays(60)))).status).toBe(302);
  expect((await visitor.post("/submit/about", { bio: "" })).status).toBe(302);
  return visitor;
}

export const SAVED = /^Saved \d\d:\d\d$/;
export const OFFLINE = "Offline, will save when you are back";

export const bioField = (page: Page) => page.getByLabel("Bio (optional)");
export const autosaveStatus = (page: Page, text: string | RegExp) =>
  page.getByRole("status").filter({ hasText: text });
export const conflictDialog = (page: Page) =>
  page.getByRole("region", { name: "Two versions of this step" });
export const keepMine = (page: Page) =>
  page.getByRole("button", { name: "Keep what's on this page" });
export const showOther = (page: Page) => page.getByRole("link", { name: "Show the other version" });

export async function openStepPage(page: Page, step: string): Promise<void> {
  await page.goto(`/submit/${step}`);
  await waitForHydration(page);
}

/** The stored answers of a step. */
const storedStep = async (visitor: Visitor, step: string) =>
  (await storedDraft(visitor)).answers[step] ?? {};
export const storedBio = async (visitor: Visitor) => (await storedStep(visitor, "about")).bio;

/** Waits until the database holds these answers of a step. */
export async function expectStored(
  visitor: Visitor,
  step: string,
  answers: Record<string, unknown>,
): Promise<void> {
  await expect.poll(() => storedStep(visitor, step)).toMatchObject(answers);
}

/** Opens two tabs of one browser on a step of one draft. */
export async function twoTabs(page: Page, context: BrowserContext, step: string) {
  const visitor = await createDraftAt("review");
  await openDraftInBrowser(context, visitor);
  const secondPage = await context.newPage();
  await openStepPage(page, step);
  await openStepPage(secondPage, step);
  return { visitor, other: secondPage };
}

/** Opens a draft in the browser at a step. @returns the draft's id. */
export async function openStep(
  page: Page,
  context: BrowserContext,
  visitor: Visitor,
  step = "review",
) {
  await openDraftInBrowser(context, visitor);
  await page.goto(`/submit/${step}`);
  await waitForHydration(page);
  return (await storedDraft(visitor)).id;
}

/** Expects the success page, and one submission of the draft. */
export async function expectSubmitted(page: Page, draftId: string): Promise<void> {
  await page.waitForURL("**/submit/success");
  await expect(pageTitle(page)).toHaveText("Submission Successful!");
  const rows = await queryAppDatabase("SELECT id FROM submissions WHERE draft_id = ?", draftId);
  expect(rows).toHaveLength(1);
}

/** Goes from the music step to Review, without a reload. */
export async function goToReview(page: Page): Promise<void> {
  await pressNext(page);
  await expectStep(page, "about");
  await pressNext(page);
  await expectStep(page, "review");
}

/** Records later posts of a page to a path; the returned list grows. */
export function postsTo(page: Page, path: string): readonly string[] {
  const bodies: string[] = [];
  page.on("request", (request) => {
    const askedPath = new URL(request.url()).pathname.replace(/\.data$/, "");
    if (request.method() === "POST" && askedPath === path) bodies.push(request.postData() ?? "");
  });
  return bodies;
}

/** Tabs until the target has the focus, and expects a visible focus ring. */
export async function tabTo(page: Page, target: Locator, maxTabs = 60): Promise<void> {
  for (let presses = 0; presses < maxTabs; presses++) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === document.activeElement)) {
      // A card shows the ring around its whole area.
      const rings = await target.evaluate((element) =>
        [element, element.closest("label") ?? element].map(
          (element) => getComputedStyle(element).outlineStyle,
        ),
      );
      expect(rings.some((ring) => ring !== "none")).toBe(true);
      return;
    }
  }
  throw new Error("The focus never came to it");
}

/**
 * Chooses files for a field by keyboard. The page's file dialogs must be intercepted from its start, as
 * it is too late when one opens.
 */
export async function chooseByKeyboard(page: Page, field: Locator, files: string | string[]) {
  await tabTo(page, field);
  const dialog = page.waitForEvent("filechooser");
  await page.keyboard.press("Enter");
  await (await dialog).setFiles(files);
}

/**
 * Drops files on a target by the pointer, as a user does.
 * @param invitation the text of the page while the files are over it.
 */
export async function dropFiles(
  page: Page,
  target: Locator,
  invitation: string,
  files: string[],
): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const data = { items: [], files, dragOperationsMask: 1 };
  const drag = async (type: "dragEnter" | "dragOver" | "drop") => {
    const box = await target.boundingBox();
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
    await browser.send("Input.dispatchDragEvent", { type, x, y, data });
  };
  await target.scrollIntoViewIfNeeded();
  await drag("dragEnter");
  await expect(async () => {
    await drag("dragOver");
    await expect(page.getByText(invitation)).toBeVisible({ timeout: 500 });
  }).toPass();
  await drag("drop");
  await expect(page.getByText(invitation)).toBeHidden();
  // A browser that has opened the file instead would not show the page.
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await browser.detach();
}

/** The width of a picture in pixels; without script the picture is fetched here. */
export async function pictureWidth(picture: Locator): Promise<number> {
  const page = picture.page();
  if (!isScriptFree(page)) return picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
  const address = new URL((await picture.getAttribute("src")) ?? "", page.url()).href;
  const reply = await page.request.get(address);
  return (await sharp(await reply.body()).metadata()).width ?? 0;
}
