import type { Page } from "playwright/test";
import { queryAppDatabase } from "../support/inject-site-failure";
import { expect, scriptedAsVariant, test, withAndWithoutScript } from "../support/journey";
import {
  completeSubmission,
  fillTitle,
  sender,
  tickSoloWork,
  trackAudio,
} from "../support/release-journey";
import { shortWav } from "../support/test-files";
import { artistAnswers } from "../support/visitor";
import { createTestLink, invitedArtist } from "../support/visitors";
import {
  expectStep,
  openContributors,
  pageTitle,
  pressNext,
  waitForHydration,
} from "../support/wizard";

/** Opens a link, checks its artist and that the address has no token, and begins. */
async function start(page: Page, path: string, name: string): Promise<void> {
  await page.goto(path);
  await waitForHydration(page);
  expect(new URL(page.url()).pathname).toBe(path.slice(0, 2));
  await expect(pageTitle(page)).toHaveText(name);
  await page.getByRole("button", { name: "Start your submission" }).click();
  await expectStep(page, "artist");
}

/** Fills in the music step of a single; existing values stay. */
async function fillSingle(page: Page, title: string): Promise<void> {
  await fillTitle(page, 0, title);
  await trackAudio(page, 0).setInputFiles(shortWav().path);
  await page.getByLabel("Release title").fill(title);
}

const recordedSubmissions = (email: string) =>
  queryAppDatabase(
    "SELECT release_title, entry, form_data FROM submissions WHERE email = ? ORDER BY id",
    email,
  );

withAndWithoutScript((mode) => {
  test("an invited artist gets a prefilled form, and submits once", async ({
    page,
    expectFailure,
  }) => {
    expectFailure(410);
    const { email } = sender(mode);
    const { path } = await createTestLink("invited", { email });
    await start(page, path, `Welcome, ${invitedArtist.artistName}`);
    await expect(
      page.getByText(`Welcome, ${invitedArtist.artistName}. We invited you`),
    ).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue(email);
    await expect(page.getByLabel("City", { exact: true })).toHaveValue(invitedArtist.city);
    await pressNext(page);
    await expectStep(page, "music");
    await fillSingle(page, "Fjord");
    await tickSoloWork(page, 0);
    await page.getByLabel("Primary genre").selectOption("Folk");
    await page.getByLabel("Sub-genre").selectOption("Indie Folk");
    await completeSubmission(page);
    expect(await recordedSubmissions(email)).toMatchObject([
      { release_title: "Fjord", entry: "invited" },
    ]);
    await page.goto(path);
    await expect(pageTitle(page)).toHaveText("Invalid Invitation");
    await expect(page.getByText("has already been used. Each invitation")).toBeVisible();
  });
});

scriptedAsVariant((mode) => {
  test("a returning artist submits twice, the second time prefilled from the first", async ({
    page,
  }) => {
    const { email, name } = sender(mode);
    const columns = { artist_name: name };
    const { path } = await createTestLink("returning", { email, columns });
    await start(page, path, `Welcome back, ${name}`);
    // They have not submitted before.
    await expect(page.getByText("We filled in what we know")).toBeVisible();
    await page.getByLabel("First name").fill(artistAnswers.firstName);
    await page.getByLabel("Surname").fill(artistAnswers.surname);
    await page.getByLabel("City", { exact: true }).focus();
    if (mode === "JavaScript off") await page.getByLabel("Country").selectOption("Ireland");
    else {
      await page.locator("input#country").fill("Ireland");
      await page.locator("input#country").press("Enter");
    }
    await page.getByLabel("City", { exact: true }).fill("Cork");
    await pressNext(page);
    await expectStep(page, "music");
    await fillSingle(page, "Low Tide");
    await page.getByLabel("Primary genre").selectOption("Folk");
    await page.getByLabel("Sub-genre").selectOption("Indie Folk");
    await openContributors(page);
    await page.getByLabel("Producer's name").fill("Max Rebo");
    await completeSubmission(page);

    await start(page, path, `Welcome back, ${name}`);
    await expect(page.getByText("We filled in what you told us before")).toBeVisible();
    await expect(page.getByLabel("Surname")).toHaveValue(artistAnswers.surname);
    await pressNext(page);
    await expectStep(page, "music");
    await expect(page.getByLabel("Primary genre")).toHaveValue("Folk");
    await expect(page.getByLabel("Sub-genre")).toHaveValue("Indie Folk");
    await page.getByRole("button", { name: "Max Rebo as producer" }).click();
    await expect(page.getByRole("button", { name: "Remove Max Rebo" })).toBeVisible();
    await fillSingle(page, "High Tide");
    await completeSubmission(page);
    const releases = await recordedSubmissions(email);
    expect(releases).toMatchObject([
      { release_title: "Low Tide", entry: "returning" },
      { release_title: "High Tide", entry: "returning" },
    ]);
    for (const { form_data: form } of releases)
      expect(JSON.parse(String(form)).tracks[0].metadata.producers).toEqual(["Max Rebo"]);
  });
});
