import type { BrowserContext, Page } from "playwright/test";
import { openStoreReader, pollUntil } from "../support/app-stores";
import { expect, scriptedAsVariant, test, withAndWithoutScript } from "../support/journey";
import {
  nextEan,
  nextIsrc,
  releaseInProgress,
  splitLinks,
  splitsFor,
} from "../support/published-release";
import { expectValidPage } from "../support/valid-page";
import { openDraftInBrowser, waitForHydration } from "../support/wizard";

const store = openStoreReader();

async function openReleasePage(page: Page, context: BrowserContext, titles?: string[]) {
  const release = await releaseInProgress(titles);
  await openDraftInBrowser(context, release.visitor);
  await page.goto(release.path);
  await waitForHydration(page);
  return release;
}

const missing = (page: Page) => page.getByRole("region", { name: "Still missing" });

withAndWithoutScript(() => {
  test("an artist completes a release: what is missing is told, a wrong code refused, and all of it sent", async ({
    page,
    context,
    scripted,
    expectFailure,
  }) => {
    expectFailure(400);
    await openReleasePage(page, context);
    await expect(missing(page)).toContainText("Type the label name");
    await page.getByLabel("UPC or EAN").fill("036000291453");
    await page.getByLabel("Label name").fill("Ferry <b>Records</b>");
    await page.getByLabel("Language").first().selectOption("en");
    await page.getByText("Worldwide", { exact: true }).click();
    await page.getByRole("group", { name: "Did AI make any part of it?" }).getByLabel("No").check();
    await page.getByLabel("ISRC").first().fill(nextIsrc());
    await page.getByLabel("Explicit words").selectOption("no");
    await page.getByText("This is right").click();
    await page.getByRole("button", { name: "Send the details" }).click();
    const fault = page.getByText("The last digit of this UPC doesn't fit the others");
    await expect(fault.first()).toBeVisible();
    await expect(page).toHaveTitle(/^Error: /);
    // The dialog opens a moment after the banner.
    if (scripted) await page.getByRole("dialog").getByRole("button").last().click();
    await expect(page.getByLabel("Label name")).toHaveValue("Ferry <b>Records</b>");
    await page.getByLabel("UPC or EAN").fill(nextEan());
    await page.getByRole("button", { name: "Send the details" }).click();
    await expect(page.getByText("Sent. Thank you")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Nothing is missing" })).toBeVisible();
    await page.reload();
    await expect(page.getByLabel("Label name")).toHaveValue("Ferry <b>Records</b>");
  });
});

withAndWithoutScript(() => {
  test("an album's shares are set once, one row differs, and its songwriter confirms all of them", async ({
    page,
    context,
    scripted,
    newDevice,
    expectFailure,
  }) => {
    expectFailure(400);
    const titles = Array.from({ length: 12 }, (_, index) => `Song ${index + 1}`);
    const { path } = await openReleasePage(page, context, titles);
    await page.goto(`${path}/splits`);
    await waitForHydration(page);
    await page.getByLabel("This is me").first().check();
    const email = `${crypto.randomUUID().slice(0, 8)}@example.com`;
    await page.getByLabel("Email").last().fill(email);
    await page.getByRole("button", { name: "Change track 3" }).click();
    await page.getByLabel("Bea, track 3, in %").fill("30");
    await page.getByRole("button", { name: "Ask the songwriters" }).click();
    await expect(page.getByRole("row", { name: "Need 10% more" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Track 3: Need 10% more" })).toBeVisible();
    if (scripted) await page.keyboard.press("Escape");
    await page.getByLabel("Ada, track 3, in %").fill("70");
    await page.getByRole("button", { name: "Ask the songwriters" }).click();
    await expect(page.getByText("Done. We sent each of them one email")).toBeVisible();
    const link = await pollUntil(async () => (await splitLinks(email))[0]);
    expect(await splitLinks(email)).toHaveLength(1);
    const away = await newDevice();
    const writer = await away.newPage();
    await writer.goto(link);
    await expect(writer.getByText("12 of 12 are open.")).toBeVisible();
    await expect(writer.getByText("30%", { exact: true })).toBeVisible();
    await writer.getByRole("button", { name: "Confirm all" }).click();
    await expect(writer.getByText("Done. You have confirmed all 12.")).toBeVisible();
    await away.close();
    await page.reload();
    await expect(page.getByText("Confirmed: 12 tracks")).toBeVisible();
  });
});

withAndWithoutScript(() => {
  test("solo work that is a cover version is asked whose song it is", async ({ page, context }) => {
    const { id, path } = await openReleasePage(page, context);
    const solo = `UPDATE submissions SET form_data = json_set(form_data,
      '$.tracks[0].metadata.soloWork', json('true')) WHERE id = ? RETURNING id`;
    await store.rows(solo, id);
    await page.goto(path);
    await waitForHydration(page);
    const cover = page.getByRole("group", { name: "Is it a cover version" });
    await cover.getByLabel("Yes", { exact: true }).check();
    await page.getByRole("button", { name: "Save for later" }).click();
    const question = "Solo work, but a cover version: say who wrote the song";
    await expect(missing(page)).toContainText(question);
    await expect(missing(page)).toContainText("original songwriters not given");
    await page.getByLabel("Somebody else. I made this recording alone").check();
    await page.getByLabel("Original songwriters").fill("Ida Holm");
    await page.getByRole("button", { name: "Save for later" }).click();
    await expect(missing(page)).not.toContainText(question);
    await expect(missing(page)).not.toContainText("original songwriters not given");
    await page.reload();
    await expect(page.getByLabel("Original songwriters")).toHaveValue("Ida Holm");
  });
});

scriptedAsVariant(() => {
  test("who used AI says how much of each part, for all tracks and for one that differs", async ({
    page,
    context,
    scripted,
  }) => {
    await openReleasePage(page, context, ["Tide", "Ebb"]);
    const used = page.getByRole("group", { name: "Did AI make any part of it?" });
    await used.getByLabel("Yes").check();
    await expect(page.getByText("AI, if this track differs")).toHaveCount(scripted ? 2 : 0);
    await page.getByRole("button", { name: "Save for later" }).click();
    await expect(missing(page)).toContainText("Say which parts AI made");
    await page.getByLabel("Instruments", { exact: true }).first().selectOption("Partly");
    await page.getByText("AI, if this track differs").last().click();
    const vocals = page.getByLabel("Vocals", { exact: true }).last();
    await expect(vocals).toHaveValue("");
    await vocals.selectOption("All");
    await page.getByLabel("What AI made, and with which tool").fill("A voice");
    await page.getByRole("button", { name: "Save for later" }).click();
    await expect(missing(page)).not.toContainText("AI made");
    await page.reload();
    await expect(vocals).toHaveValue("all");
  });

  test("a co-writer who is asked confirms their share, then disputes it", async ({
    page,
    context,
    newDevice,
    expectFailure,
  }) => {
    expectFailure(400);
    await openReleasePage(page, context);
    await page.getByRole("link", { name: "Open the shares" }).click();
    await waitForHydration(page);
    await page.getByLabel("This is me").first().check();
    const email = `${crypto.randomUUID().slice(0, 8)}@example.com`;
    await page.getByLabel("Email").last().fill(email);
    await page.getByRole("button", { name: "Ask the songwriters" }).click();
    await expect(page.getByText("Done. We sent each of them one email")).toBeVisible();
    const link = await pollUntil(async () => (await splitLinks(email))[0]);
    const away = await newDevice();
    const otherTab = await away.newPage();
    await otherTab.goto(link);
    await expect(otherTab.getByText("40%", { exact: true })).toBeVisible();
    await otherTab.getByRole("button", { name: "Confirm my 40%" }).click();
    await expect(otherTab.getByText("Done. You have confirmed your share.")).toBeVisible();
    await page.reload();
    await expect(page.getByText(/^Confirmed: /)).toBeVisible();
    await otherTab.getByText("Something is wrong").click();
    await otherTab.getByLabel("What is wrong with Night Ferry?").fill("We said <i>half</i>.");
    await otherTab.getByRole("button", { name: "Send this" }).click();
    await expect(otherTab.getByText(/^1 is with Sigrid Vale/)).toBeVisible();
    await away.close();
    await page.reload();
    await expect(page.getByText(/^Disputed: /)).toBeVisible();
    await expect(page.getByText("We said <i>half</i>.")).toBeVisible();
  });
});

test("what is typed is saved by itself; details, shares and a link are sound", {
  tag: "@deep-pages",
}, async ({ page, context }) => {
  const { id, visitor, path } = await openReleasePage(page, context, [
    ...["Night Ferry", "A Very Long Title of a Song That Goes On", "Tide"],
  ]);
  await page.getByLabel("Label name").fill("Typed");
  await expect(page.getByRole("status").filter({ hasText: /^Saved/ })).toBeVisible();
  const sql =
    "SELECT answers ->> '$.details.labelName' AS name FROM release_details WHERE submission_id = ?";
  expect(await store.rows(sql, id)).toEqual([{ name: "Typed" }]);
  await expectValidPage(page, "details");
  await page.getByRole("button", { name: "Send the details" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expectValidPage(page, "refused");
  await page.goto(`${path}/splits`);
  await waitForHydration(page);
  await expectValidPage(page, "shares");
  const email = `${crypto.randomUUID().slice(0, 8)}@example.com`;
  await visitor.post(`${path}/splits`, { ...splitsFor(email), intent: "ask" });
  const link = await pollUntil(async () => (await splitLinks(email))[0]);
  await page.goto(link);
  await expectValidPage(page, "link");
});
