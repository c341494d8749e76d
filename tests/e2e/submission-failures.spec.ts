import type { Page, Route } from "playwright/test";
import type { FaultPoint } from "~/platform/fault-injection.server";
import { pollUntil } from "../support/app-stores";
import { createDraftAt } from "../support/drafts";
import {
  injectSiteFailure,
  queryAppDatabase,
  UNLIMITED_FAILURES,
} from "../support/inject-site-failure";
import { expect, test, useMode, VARIANT } from "../support/journey";
import { distinctPercents, recordRunDialog, runDialog } from "../support/resource-use";
import { shortWav } from "../support/test-files";
import type { Visitor } from "../support/visitor";
import {
  audioField,
  banner,
  expectSubmitted,
  goToReview,
  openStep,
  pressSubmit,
} from "../support/wizard";

interface Failure {
  /** With its article. */
  description: string;
  point: FaultPoint;
  times: number;
  text: RegExp;
  stage: string;
  draft: () => Promise<Visitor>;
  /** Chooses the file that cannot be sent, on the music step. */
  choose?: (page: Page) => Promise<void>;
}

const failures: Failure[] = [
  {
    description: "a record that fails",
    point: "record",
    times: 1,
    text: /^Failed to create monday\.com entry$/,
    stage: "creating",
    draft: () => createDraftAt("review"),
  },
  {
    description: "a track that cannot be sent",
    point: "upload-finish",
    times: UNLIMITED_FAILURES,
    text: /^Failed to upload Night Ferry: .+/,
    stage: "tracks",
    draft: () => createDraftAt("review"),
    choose: (page) => audioField(page).setInputFiles(shortWav().path),
  },
];

for (const { description, point, times, text, stage, draft, choose } of failures)
  test(`${description} is told in the banner and reported, and the next try succeeds`, async ({
    page,
    context,
    expectFailure,
  }) => {
    expectFailure(500, 503);
    const draftId = await openStep(page, context, await draft(), choose ? "music" : "review");
    await injectSiteFailure(point, draftId, times);
    if (choose) {
      await choose(page);
      await goToReview(page);
    }
    await pressSubmit(page);
    await expect(banner(page)).toContainText("Not submitted yet");
    await expect(banner(page).getByText(text)).toBeVisible();
    await expect(banner(page)).toBeFocused();
    await expect(runDialog(page)).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Submit Music" })).toBeEnabled();
    expect(
      await queryAppDatabase("SELECT id FROM submissions WHERE draft_id = ?", draftId),
    ).toEqual([]);
    const reports = await pollUntil(async () => {
      const sql =
        "SELECT stage, message FROM error_reports WHERE submission_id = ? AND source = 'browser'";
      const rows = await queryAppDatabase(sql, draftId);
      return rows.length > 0 ? rows : undefined;
    });
    // What the track is called is nobody's but its artist's.
    const pattern = text.source.replace("Night Ferry", "\\[title\\]");
    expect(reports).toEqual([{ stage, message: expect.stringMatching(new RegExp(pattern)) }]);

    await injectSiteFailure(point, draftId, 0);
    const run = recordRunDialog(page);
    await pressSubmit(page);
    expect(distinctPercents(await run)[0]).toBe(5);
    await expectSubmitted(page, draftId);
  });

const lostAnswers: [what: string, answer: (route: Route) => Promise<void>][] = [
  ["is cut off", (route) => route.abort("connectionreset")],
  ["is a proxy's 502", (route) => route.fulfill({ status: 502, body: "<h1>Bad gateway</h1>" })],
];

for (const [description, answer] of lostAnswers)
  test(`a record whose answer ${description} leads to the success page, even with nothing of that page to be had`, {
    tag: description === "is cut off" ? [] : "@deep-links",
  }, async ({ page, context, expectFailure }) => {
    expectFailure(502, "ERR_");
    const draftId = await openStep(page, context, await createDraftAt("review"));
    await page.route("**/api/submission/record", async (route) => {
      await route.fetch();
      // From here on nothing but the question about it gets through.
      await page.route("**/*.data*", (other) => other.abort());
      await answer(route);
    });
    await pressSubmit(page);
    await expectSubmitted(page, draftId);
    await expect(page.getByText(/^Reference /)).toBeVisible();
  });

test("a record that never came to the label is told as such, and the next try in the same dialog records it", {
  tag: VARIANT,
}, async ({ page, context, expectFailure }) => {
  expectFailure(502);
  const draftId = await openStep(page, context, await createDraftAt("review"));
  await page.route(
    "**/api/submission/record",
    (route) => route.fulfill({ status: 502, body: "<h1>Bad gateway</h1>" }),
    { times: 1 },
  );
  await pressSubmit(page);
  await expect(runDialog(page)).toContainText("your release isn't recorded");
  await runDialog(page).getByRole("button", { name: "Try again" }).click();
  await expectSubmitted(page, draftId);
});

test("where the scripts of the success page cannot be loaded, it comes as a document", {
  tag: VARIANT,
}, async ({ page, context, expectFailure }) => {
  expectFailure("ERR_", "Failed to fetch dynamically imported module", "Error loading route");
  const draftId = await openStep(page, context, await createDraftAt("review"));
  await page.route(/submit\.success-\w+\.js/, (route) => route.abort(), { times: 2 });
  await pressSubmit(page);
  await expect(runDialog(page)).toContainText(/Your release is recorded, reference \S+/);
  await expectSubmitted(page, draftId);
});

test.describe("without JavaScript", () => {
  useMode("JavaScript off");

  test("a record that fails is told in the banner, and the next try succeeds", async ({
    page,
    context,
    expectFailure,
  }) => {
    expectFailure(503);
    const draftId = await openStep(page, context, await createDraftAt("review"));
    await injectSiteFailure("record", draftId, 1);
    await pressSubmit(page);
    await expect(banner(page)).toContainText("Failed to create monday.com entry");
    await pressSubmit(page);
    await expectSubmitted(page, draftId);
  });
});
