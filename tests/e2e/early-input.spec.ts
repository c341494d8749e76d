import { createDraftAt } from "../support/drafts";
import {
  expectInputKept,
  intrude,
  intrusionNames,
  openWithoutScripts,
  redraws,
  waitForTakeOver,
} from "../support/early-typing";
import { storedDraft } from "../support/inject-site-failure";
import { expect, test } from "../support/journey";
import { shortWav, smallSleeve } from "../support/test-files";
import { artworkField, audioField, openDraftInBrowser, storedLines } from "../support/wizard";

/* Values typed before the scripts load stay, whatever extensions have done to the page by then. */

// Like extensions, this ignores the page's content security policy.
test.use({ bypassCSP: true });

const DRAWN_ANEW = "Minified React error";

test("what is typed into a step before the scripts come stays, and the page is not drawn anew", async ({
  context,
}) => {
  await openDraftInBrowser(context, await createDraftAt("artist"));
  for (const intrusionName of intrusionNames.filter((name) => !redraws(name)))
    await expectInputKept(context, { path: "/submit/artist", intrusions: [intrusionName] });
});

test("what is typed into a step before the scripts come stays where the page is drawn anew, and is saved", async ({
  context,
  expectFailure,
}) => {
  expectFailure(DRAWN_ANEW);
  const visitor = await createDraftAt("artist");
  await openDraftInBrowser(context, visitor);
  for (const intrusionName of intrusionNames.filter(redraws)) {
    const page = await context.newPage();
    const letThemCome = await openWithoutScripts(page, "/submit/artist");
    await intrude(page, intrusionName);
    await page.locator("[name=city]").fill(`Cork: ${intrusionName}`);
    letThemCome();
    await expect
      .poll(async () => (await storedDraft(visitor)).answers.artist?.city)
      .toBe(`Cork: ${intrusionName}`);
    await page.close();
  }
});

test("somebody who types on while the page is drawn anew loses no key, and stays in the field", async ({
  context,
  expectFailure,
}) => {
  expectFailure(DRAWN_ANEW);
  const visitor = await createDraftAt("about");
  await openDraftInBrowser(context, visitor);
  const page = await context.newPage();
  const letThemCome = await openWithoutScripts(page, "/submit/about");
  await intrude(page, "a plain element in each form");
  const bio = page.getByLabel("Bio (optional)");
  const text = "Songs of the harbour, of the ferries at night and of the people who wait. ".repeat(
    4,
  );
  await bio.focus();
  await page.keyboard.type(text.slice(0, 20));
  letThemCome();
  await page.keyboard.type(text.slice(20), { delay: 10 });
  await waitForTakeOver(page);
  await expect(bio).toHaveValue(text);
  await expect(bio).toBeFocused();
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("Our ");
  await expect(bio).toHaveValue(`Our ${text.slice(0, -1)}`);
});

test("files that were chosen before the scripts came are sent, although the page is drawn anew", async ({
  context,
  expectFailure,
}) => {
  expectFailure(DRAWN_ANEW);
  await openDraftInBrowser(context, await createDraftAt("music"));
  const page = await context.newPage();
  const letThemCome = await openWithoutScripts(page, "/submit/music");
  await intrude(page, "translated texts");
  await page.locator("input[type=file]").first().waitFor({ state: "attached" });
  await page.locator("[name='tracks[0].file']").setInputFiles(shortWav().path);
  await page.locator("[name=artwork]").setInputFiles(smallSleeve().path);
  letThemCome();
  await waitForTakeOver(page);
  await expect(storedLines(page)).toHaveCount(2);
  await expect(audioField(page)).toBeAttached();
  await expect(artworkField(page)).toBeAttached();
});
