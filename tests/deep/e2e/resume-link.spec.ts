import type { Page } from "playwright/test";
import { createDraftAt } from "../../support/drafts";
import { expect, test, useMode } from "../../support/journey";
import { artistAnswers } from "../../support/visitor";
import { openDraftInBrowser, pageTitle, waitForHydration } from "../../support/wizard";

const LINK = /\/submit\/continue\/[\w-]{43}$/;

const link = (page: Page) => page.getByLabel("Your link");
/** Makes a link in the page that offers it. @returns its address. */
async function makeLink(page: Page): Promise<string> {
  await page.goto("/submit/continue");
  await waitForHydration(page);
  await expect(pageTitle(page)).toHaveText("Continue later or on another device");
  await page.getByRole("button", { name: "Make a link" }).click();
  await expect(link(page)).toHaveValue(LINK);
  return link(page).inputValue();
}

for (const mode of ["scripted", "JavaScript off"] as const)
  test.describe(mode, () => {
    useMode(mode);

    test("a link opens the draft on another device, where it goes on", async ({
      page,
      context,
      newDevice,
    }) => {
      await openDraftInBrowser(context, await createDraftAt("about"));
      const url = await makeLink(page);
      if (mode === "scripted") await expect(link(page)).toBeFocused();
      const phone = await newDevice();
      const phonePage = await phone.newPage();
      await phonePage.goto(url);
      await waitForHydration(phonePage);
      await expect(pageTitle(phonePage)).toHaveText('Continue "Night Ferry"');
      await expect(phonePage.getByRole("main")).not.toContainText(artistAnswers.email);
      await phonePage.getByRole("button", { name: "Continue this release" }).click();
      await phonePage.waitForURL("**/submit");
      await expect(pageTitle(phonePage)).toHaveText("Your submission");
      await phonePage.getByRole("link", { name: "Artist Information" }).click();
      await phonePage.waitForURL("**/submit/artist");
      await expect(phonePage.getByLabel("Artist name")).toHaveValue(artistAnswers.artistName);
    });

    test("a link that is cut off says so, and shows a way on", async ({
      page,
      context,
      expectFailure,
    }) => {
      expectFailure(404);
      // To words that are no link, where no script looks at them first.
      expectFailure(400);
      await openDraftInBrowser(context, await createDraftAt("music"));
      const url = await makeLink(page);
      // Mail is off in this run: the link is there to copy, and no mail is spoken of.
      await expect(page.getByRole("main")).not.toContainText(/email/i);
      const reply = await page.goto(url.slice(0, -3));
      expect(reply?.status()).toBe(404);
      await expect(pageTitle(page)).toHaveText("We can't find your draft");
      // What is begun here is not to be lost by starting again.
      await expect(page.getByRole("button", { name: "Start again" })).toHaveCount(0);
      await page.getByRole("link", { name: "Open my link" }).click();
      await page.getByLabel("Your link").fill("see you at the gig");
      await page.getByRole("button", { name: "Open it" }).click();
      await expect(page.getByText("That isn't the whole of one of our links.")).toBeVisible();
      await page.getByLabel("Your link").fill(` <${url}> `);
      await page.getByRole("button", { name: "Open it" }).click();
      await expect(pageTitle(page)).toHaveText(/^Continue /);
      await page.goto(url.slice(0, -3));
      await page.getByRole("link", { name: "Go to your submission" }).click();
      await expect(pageTitle(page)).toHaveText("Your submission");
    });

    test("links that were stopped open nothing any more", async ({
      page,
      context,
      newDevice,
      expectFailure,
    }) => {
      expectFailure(404);
      await openDraftInBrowser(context, await createDraftAt("music"));
      const url = await makeLink(page);
      await page.goto("/submit/continue");
      await page.getByRole("button", { name: "Stop all links" }).click();
      await expect(page.getByText("All links are stopped.")).toBeVisible();
      const phone = await newDevice();
      const phonePage = await phone.newPage();
      expect((await phonePage.goto(url))?.status()).toBe(404);
      await page.goto("/submit");
      await expect(pageTitle(page)).toHaveText("Your submission");
    });
  });

test("the link can be copied by its button", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openDraftInBrowser(context, await createDraftAt("music"));
  const url = await makeLink(page);
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByText("Link copied.")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
});
