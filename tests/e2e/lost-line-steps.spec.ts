import type { Page } from "playwright/test";
import { createDraftAt } from "../support/drafts";
import { storedDraft } from "../support/inject-site-failure";
import { expect, test, VARIANT } from "../support/journey";
import { expectStep, openStep, pressNext } from "../support/wizard";

const offline = (page: Page) => page.getByText("You are offline.");
const unreachable = (page: Page) => page.getByText("We can't be reached just now.");
const back = (page: Page) => page.getByRole("button", { name: "Back", exact: true }).click();

/** A field of each step that takes any text, by its label and by its name among the answers. */
const fields = {
  artist: { label: "Surname", name: "surname" },
  music: { label: "Release title", name: "releaseTitle" },
  about: { label: "Bio (optional)", name: "bio" },
} as const;

const moves = [
  ["artist", "Next", "/submit/music", pressNext],
  ["artist", "Back", "/", back],
  ["music", "Next", "/submit/about", pressNext],
  ["music", "Back", "/submit/artist", back],
  ["about", "Back", "/submit/music", back],
] as const;

for (const [step, button, nextHeading, press] of moves)
  test(`${button} of the ${step} step without a line keeps the form, and goes on by itself, once, with what is typed by then`, {
    tag: button === "Next" && step === "music" ? [] : VARIANT,
  }, async ({ page, context, expectFailure }) => {
    expectFailure("ERR_INTERNET_DISCONNECTED");
    const { label, name } = fields[step];
    const visitor = await createDraftAt("review");
    await openStep(page, context, visitor, step);
    const posts: string[] = [];
    page.on("response", (response) => {
      const { pathname } = new URL(response.url());
      if (response.request().method() === "POST") posts.push(pathname);
    });
    await context.setOffline(true);
    await page.getByLabel(label, { exact: true }).fill("Typed in a tunnel");
    await press(page);
    await expect(offline(page)).toBeVisible();
    await page.getByLabel(label, { exact: true }).fill("Typed in a long tunnel");
    await context.setOffline(false);
    await page.waitForURL(new URL(nextHeading, page.url()).href);
    await expect(offline(page)).toHaveCount(0);
    expect(posts).toEqual([`/submit/${step}.data`]);
    const { answers } = await storedDraft(visitor);
    expect(answers[step]).toMatchObject({ [name]: "Typed in a long tunnel" });
  });

for (const [step, nextHeading] of [
  ["artist", "music"],
  ["music", "about"],
] as const)
  test(`a reply to the ${step} step that is lost keeps the form; the post counts once`, {
    tag: step === "music" ? [] : VARIANT,
  }, async ({ page, context, expectFailure }) => {
    expectFailure("ERR_CONNECTION_RESET", "net::");
    const { label } = fields[step];
    await openStep(page, context, await createDraftAt("review"), step);
    await page.getByLabel(label, { exact: true }).fill("Slack Water");
    await page.route(
      `**/submit/${step}.data*`,
      async (route) => {
        // The label gets it, the page never hears of it.
        await route.fetch();
        await route.abort("connectionreset");
      },
      { times: 1 },
    );
    await pressNext(page);
    await expect(unreachable(page)).toBeVisible();
    await expect(page.getByLabel(label, { exact: true })).toHaveValue("Slack Water");
    await page.getByRole("button", { name: "Try again" }).click();
    await expectStep(page, nextHeading);
    await expect(page.getByText("Two versions of this step")).toHaveCount(0);
  });
