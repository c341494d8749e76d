import type { Page } from "playwright/test";
import { signedInArtist } from "../support/accounts";
import { expect, test, VARIANT } from "../support/journey";
import { openDraftInBrowser, waitForHydration } from "../support/wizard";

/* What a browser keeps of an account that signs out of it. */

const FORM = "**/api/profile/form";
/** Of a submission that nobody has to sign in for: it stays in this browser, and so does this. */
const OPEN = "draft:01JOPENDRAFT00000000000000:artist";

const copies = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => /^(draft:|kept-draft)/.test(key)));

async function logOut(page: Page) {
  await page.getByRole("navigation", { name: "Your account" }).locator("summary").click();
  await page.getByRole("button", { name: "Logout" }).click();
}

/** Answers the question that comes next. @returns what it says, once it was asked. */
const answering = (page: Page, isAccepted: boolean) =>
  new Promise<string>((resolve) => {
    page.once("dialog", async (dialog) => {
      await (isAccepted ? dialog.accept() : dialog.dismiss());
      resolve(dialog.message());
    });
  });

/** Types into a profile without its arriving. */
async function typeUnsent(page: Page, artistId: string) {
  await page.goto("/edit-profile");
  await waitForHydration(page);
  await page.evaluate(
    ([open, copy]) => {
      localStorage.setItem(String(open), String(copy));
      localStorage.setItem("kept-draft", "{}");
    },
    [OPEN, JSON.stringify({ base: "new", unsent: [[["city", "Cork"]]], at: Date.now() })],
  );
  await page.getByLabel("Biography (optional)").fill("Nobody else's business.");
  await page.getByLabel("Website (optional)").focus();
  await expect.poll(() => copies(page)).toContain(`draft:${artistId}:profile`);
}

for (const from of ["/edit-profile", "/dashboard"])
  test(`who signs out on ${from} is asked about what has not arrived, and leaves nothing of it here`, {
    tag: from === "/dashboard" ? VARIANT : [],
  }, async ({ page, context, expectFailure }) => {
    expectFailure(503);
    const { artist, visitor } = await signedInArtist();
    await openDraftInBrowser(context, visitor);
    await page.route(FORM, (route) => route.fulfill({ status: 503, body: "{}" }));
    await typeUnsent(page, artist.artistId);
    if (from !== "/edit-profile") await page.goto(from);
    const firstQuestion = answering(page, false);
    await logOut(page);
    expect(await firstQuestion).toContain("hasn't reached us yet");
    expect(new URL(page.url()).pathname).toBe(from);
    expect(await copies(page)).toContain(`draft:${artist.artistId}:profile`);

    const secondQuestion = answering(page, true);
    await page.getByRole("button", { name: "Logout" }).click();
    await secondQuestion;
    await page.waitForURL("/");
    expect(await copies(page)).toEqual([OPEN]);
    await page.goto("/edit-profile");
    await expect(page).toHaveURL(/\/login/);
  });

test("what is still on its way at the sign-out arrives, and nobody is asked", async ({
  page,
  context,
}) => {
  const { visitor } = await signedInArtist();
  await openDraftInBrowser(context, visitor);
  await page.clock.install();
  await page.goto("/edit-profile");
  await waitForHydration(page);
  page.on("dialog", (dialog) => {
    throw new Error(dialog.message());
  });
  let saves = 0;
  await page.route(FORM, async (route) => {
    saves += 1;
    await route.continue();
  });
  await page.getByLabel("Biography (optional)").fill("Saved to the last word.");
  const saved = page.waitForResponse(FORM);
  // The page waits for some seconds of its clock, which stands still however slow this machine is.
  await page.clock.pauseAt(Date.now() + 1_000);
  await logOut(page);
  await page.clock.runFor(500);
  await saved;
  await page.clock.resume();
  await page.waitForURL("/");
  expect([saves, await copies(page)]).toEqual([1, []]);
});

test("without a line the device forgets all the same, and says that the sign-in stays", {
  tag: VARIANT,
}, async ({ page, context, expectFailure }) => {
  expectFailure("ERR_INTERNET_DISCONNECTED");
  const { artist, visitor } = await signedInArtist();
  await openDraftInBrowser(context, visitor);
  await page.goto("/edit-profile");
  await waitForHydration(page);
  await context.setOffline(true);
  await page.getByLabel("Biography (optional)").fill("Nobody else's business.");
  await page.getByLabel("Website (optional)").focus();
  await expect.poll(() => copies(page)).toEqual([`draft:${artist.artistId}:profile`]);
  const question = answering(page, true);
  const failedRequest = page.waitForEvent("requestfailed", (request) =>
    request.url().endsWith("/logout"),
  );
  await logOut(page);
  expect(await question).toContain("You are offline.");
  await failedRequest;
  await context.setOffline(false);
  await page.goto("/");
  expect(await copies(page)).toEqual([]);
});

for (const from of ["/submit/artist", "/dashboard"])
  test(`who signs out on ${from} leaves nothing of a draft of theirs that was begun here`, {
    tag: from === "/dashboard" ? VARIANT : [],
  }, async ({ page, context, expectFailure }) => {
    expectFailure(503);
    const { visitor } = await signedInArtist();
    await openDraftInBrowser(context, visitor);
    await page.goto("/submit");
    await waitForHydration(page);
    const city = page.getByLabel("City", { exact: true });
    if (from === "/dashboard") {
      const saveReply = page.waitForResponse("**/api/drafts/current/artist");
      await city.fill("Cork");
      await page.getByLabel("Surname").focus();
      await saveReply;
    }
    await page.route("**/api/drafts/current/artist", (route) =>
      route.fulfill({ status: 503, body: "{}" }),
    );
    await city.fill("Nobody else's town");
    await page.getByLabel("Surname").focus();
    await expect
      .poll(() => copies(page))
      .toContainEqual(expect.stringMatching(/^draft:\w+:artist$/));
    if (from === "/dashboard") await page.goto(from);
    const question = answering(page, true);
    await logOut(page);
    expect(await question).toContain("hasn't reached us yet");
    await page.waitForURL("/");
    expect(await copies(page)).toEqual([]);
    await page.goto("/submit");
    await waitForHydration(page);
    await expect(page.getByLabel("City", { exact: true })).toHaveValue("");
  });
