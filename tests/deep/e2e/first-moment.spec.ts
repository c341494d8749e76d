import type { Page } from "playwright/test";
import { signedInArtist } from "../../support/accounts";
import { createDraftAt } from "../../support/drafts";
import { storedDraft } from "../../support/inject-site-failure";
import { expect, test } from "../../support/journey";
import { openMusic } from "../../support/music-step-page";
import { emulateNetwork } from "../../support/slow-link";
import {
  autosaveStatus,
  banner,
  OFFLINE,
  openDraftInBrowser,
  pressNext,
  waitForHydration,
} from "../../support/wizard";

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** Delays the page's scripts, like a slow connection, until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const releaseSignal = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/assets/**/*.js", async (route) => {
    await releaseSignal;
    await route.continue();
  });
  return release;
}

test("a tick stays although the page reports a lost connection while the finger is still down", async ({
  page,
  expectFailure,
}) => {
  expectFailure("ERR_INTERNET_DISCONNECTED");
  await openMusic(page);
  const network = await emulateNetwork(page);
  await network.cut();
  const solo = page.getByLabel("Solo work");
  const middle = async () => {
    const box = await solo.boundingBox();
    return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  };
  await solo.evaluate((element) => element.scrollIntoView({ block: "center" }));
  await field(page, "Track title").fill("Night Ferry");
  const { x, y } = await middle();
  await page.mouse.move(x, y);
  await page.mouse.down();
  await expect(autosaveStatus(page, OFFLINE)).toBeVisible();
  expect(await middle()).toEqual({ x, y });
  await page.mouse.up();
  await expect(solo).toBeChecked();
});

test("what is typed into a profile before the scripts come counts towards its completion", async ({
  page,
  context,
}) => {
  const { visitor } = await signedInArtist();
  await openDraftInBrowser(context, visitor);
  const letThemCome = await holdScripts(page);
  await page.goto("/edit-profile", { waitUntil: "commit" });
  await field(page, "Biography (optional)").fill("Songs of the harbour.");
  await field(page, "City").fill("Cork");
  const bar = page.getByRole("progressbar", { name: "Profile Completion" });
  await expect(bar).toHaveAttribute("aria-valuenow", "10");
  letThemCome();
  await expect(bar).not.toHaveAttribute("aria-valuenow", "10");
  await expect(field(page, "City")).toHaveValue("Cork");
});

test("values typed and chosen before the scripts load take precedence over those that this browser stored", async ({
  page,
  context,
  expectFailure,
}) => {
  expectFailure("ERR_FAILED");
  const visitor = await createDraftAt("music");
  await openDraftInBrowser(context, visitor);
  await page.goto("/submit/artist");
  await waitForHydration(page);
  await page.route("**/api/drafts/**", (route) => route.abort());
  await field(page, "First name").fill("Kept here");
  await field(page, "Surname").fill("Kept here");
  await field(page, "City").fill("Kept here");
  await expect(autosaveStatus(page, OFFLINE)).toBeVisible();

  const release = await holdScripts(page);
  await page.reload({ waitUntil: "commit" });
  await field(page, "Surname").fill("Typed early");
  await page.getByLabel("Country").selectOption("Norway");
  await page.getByLabel("I'm a new artist").check();
  await page.unroute("**/api/drafts/**");
  release();
  await waitForHydration(page);
  await expect(field(page, "First name")).toHaveValue("Kept here");
  await expect(field(page, "Surname")).toHaveValue("Typed early");
  await expect(field(page, "City")).toHaveValue("Kept here");
  await expect(page.locator("[name=country]")).toHaveValue("Norway");
  await expect(page.getByLabel("I'm a new artist")).toBeChecked();
  await expect
    .poll(async () => (await storedDraft(visitor)).answers.artist)
    .toMatchObject({
      firstName: "Kept here",
      surname: "Typed early",
      city: "Kept here",
      country: "Norway",
    });
});

test("what is typed while the page changes to a new day stays", async ({ page }) => {
  const night = Math.ceil(Date.now() / 86_400_000) * 86_400_000;
  await page.clock.install({ time: new Date(night - 60_000) });
  await openMusic(page);
  const title = field(page, "Track title");
  await expect(title).toHaveValue("");
  // The page reads its form for the new day; a key is pressed right after that.
  await page.evaluate(() => {
    const Read = window.FormData;
    window.FormData = class extends Read {
      constructor(form?: HTMLFormElement, submitter?: HTMLElement | null) {
        super(form, submitter);
        window.FormData = Read;
        queueMicrotask(() => {
          const title = document.querySelector<HTMLInputElement>("[name='tracks[0].title']");
          if (!title) return;
          title.focus();
          document.execCommand("insertText", false, "Night Ferry");
        });
      }
    };
  });
  await page.clock.fastForward("01:10");
  await expect(title).toHaveValue("Night Ferry");
  await expect(page.getByLabel("Release date")).toHaveValue(
    new Date(night + 42 * 86_400_000).toISOString().slice(0, 10),
  );
  await expect(title).toHaveValue("Night Ferry");
});

test.describe("where the server judges the form", () => {
  test.use({ mode: "client checks off" });

  test("values typed during a request take precedence over its answer, which keeps the page", async ({
    page,
    context,
    expectFailure,
  }) => {
    expectFailure(400);
    await openDraftInBrowser(context, await createDraftAt("music"));
    await page.goto("/submit/artist");
    await waitForHydration(page);
    let release = () => {};
    const releaseSignal = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/submit/artist.data*", async (route) => {
      await releaseSignal;
      await route.continue();
    });
    await field(page, "Surname").fill("");
    const request = page.waitForRequest("**/submit/artist.data*");
    await pressNext(page);
    await request;
    await field(page, "City").fill("Typed meanwhile");
    await page.getByLabel("I'm a new artist").check();
    release();
    await expect(banner(page)).toBeVisible();
    await expect(field(page, "City")).toHaveValue("Typed meanwhile");
    await expect(page.getByLabel("I'm a new artist")).toBeChecked();
    await expect(field(page, "Surname")).toHaveValue("");
  });
});
