import type { BrowserContext, Page } from "playwright/test";
import { createTestArtist, latestSignInLink, signedInArtist } from "../support/accounts";
import { openStoreReader } from "../support/app-stores";
import {
  expect,
  isScriptFree,
  scriptedAsVariant,
  test,
  withAndWithoutScript,
} from "../support/journey";
import { smallSleeve } from "../support/test-files";
import { expectValidPage } from "../support/valid-page";
import {
  chooseCountry,
  openDraftInBrowser,
  pictureWidth,
  waitForHydration,
} from "../support/wizard";

const texts: [label: string, text: string][] = [
  ["Your own name (optional)", "Sigrid Valentin"],
  ["Biography (optional)", "Songs of the harbour.\nAnd of the ferry."],
  ["City", "Cork"],
  ["Website (optional)", "sigridvale.com"],
  ["Apple Music (optional)", "music.apple.com/artist/1"],
  ["SoundCloud (optional)", "soundcloud.com/vale"],
  ["Instagram (optional)", "instagram.com/vale"],
  ["PPL ID (optional)", "PPL-1"],
  ["PRS ID (optional)", "PRS-2"],
];

/** Signs a new artist in in this browser. */
async function signInArtist(context: BrowserContext) {
  const member = await signedInArtist();
  await openDraftInBrowser(context, member.visitor);
  return member;
}
const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true }).last().click();
const expectSaved = (page: Page) =>
  expect(page.getByRole("status").filter({ hasText: /^Saved\./ })).toBeVisible();

withAndWithoutScript(() => {
  test("an artist signs in by code, and by a link by mail, and comes to where they were going", {
    tag: "@portal",
  }, async ({ page, context }) => {
    const artist = await createTestArtist();
    await page.goto("/dashboard?tab=1");
    await expect(page).toHaveURL(/\/login\?/);
    await page.getByLabel("Artist ID").fill(artist.artistId.toLowerCase());
    await page.getByLabel("Invitation code").fill(artist.invitationCode);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Artist Agreement" })).toBeVisible();
    await context.clearCookies();

    await page.goto("/dashboard?tab=1");
    await page.getByLabel("Email").fill(artist.email);
    await page.getByRole("button", { name: "Email me a link" }).click();
    await page.goto(await latestSignInLink(artist));
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("heading", { name: "Artist Agreement" })).toBeVisible();
  });

  test("a wrong code in the profile is advised against and stops nothing, and the right one stays", async ({
    page,
    context,
  }) => {
    await signInArtist(context);
    await page.goto("/edit-profile");
    await waitForHydration(page);
    const isni = page.getByLabel("ISNI (optional)");
    await isni.fill("0000 0001 2146 4380");
    await page.getByLabel("IPI number (optional)").fill("IPI 14107338");
    await save(page);
    await expectSaved(page);
    await expect(page.getByText("The last sign of this ISNI doesn't fit")).toBeVisible();
    await isni.fill("0000 0001 2146 438X");
    await save(page);
    await expectSaved(page);
    await expect(page.getByText("The last sign of this ISNI")).toHaveCount(0);
    await page.reload();
    await expect(isni).toHaveValue("0000 0001 2146 438X");
    await expect(page.getByLabel("IPI number (optional)")).toHaveValue("IPI 14107338");
  });

  test("an artist completes their profile to exactly 100 percent", async ({
    page,
    context,
    scripted,
  }) => {
    const { artist } = await signInArtist(context);
    await page.goto("/dashboard");
    await expect(page).toHaveURL(/\/dashboard\?tab=0$/);
    await expect(page.getByText("You don't have any submissions yet.")).toBeVisible();
    await page.getByRole("link", { name: "Complete Profile", exact: true }).click();
    const bar = page.getByRole("progressbar", { name: "Profile Completion" });
    const missing = page.getByText(/^Still missing:/);
    if (scripted) await waitForHydration(page);
    await expect(missing).toHaveText(/your own name, .*PRS number$/);
    await expect(bar).toHaveAttribute("aria-valuenow", "10");
    for (const [label, text] of texts) await page.getByLabel(label, { exact: true }).fill(text);
    await page.getByLabel("Nationality (optional)").selectOption("Ireland");
    await page.getByLabel("I have a Spotify profile").check();
    await page.getByLabel("Enter URL").check();
    await page.getByLabel("Spotify artist URL (optional)").fill("open.spotify.com/artist/4Z8W4f");
    await chooseCountry(page, "Ireland");
    if (scripted) await expect(bar).toHaveAttribute("aria-valuenow", "100");
    if (scripted) await expect(missing).toBeHidden();
    await page.getByLabel("A picture of you (optional)").setInputFiles(smallSleeve().path);
    await save(page);
    await expectSaved(page);
    await expect(bar).toHaveAttribute("aria-valuenow", "100");
    await page.getByRole("link", { name: "Back to the dashboard" }).click();
    await expect(page.getByRole("link", { name: "Edit Profile" })).toBeVisible();
    await expect(page.getByText("100%").first()).toBeVisible();
    const picture = page.locator("img[src*='/files/pictures/'][src$='/large']");
    await expect.poll(() => pictureWidth(picture)).toBeGreaterThan(0);
    const [row] = await openStoreReader().rows(
      "SELECT profile FROM artists WHERE id = ?",
      artist.id,
    );
    expect(JSON.parse(String(row?.profile))).toMatchObject({ country: "Ireland", prsId: "PRS-2" });
  });
});

scriptedAsVariant(() => {
  test("the menu of the bar is a drawer on small screens, and leads to its pages and out", async ({
    page,
    context,
  }) => {
    await signInArtist(context);
    const bar = page.getByRole("navigation", { name: "Your account" });
    const list = bar.getByRole("list");
    for (const [width, isDrawer] of [
      [360, true],
      [1280, false],
    ] as const) {
      if (!isScriptFree(page)) await page.setViewportSize({ width, height: 740 });
      await page.goto("/edit-profile/sign-ins");
      await expect(bar.getByRole("link", { name: "Artist portal" })).toBeVisible();
      await expect(list).toBeHidden();
      await bar.locator("summary").click();
      await expect(list).toBeVisible();
      if (!isScriptFree(page)) {
        const box = await list.boundingBox();
        expect(box?.width === 240 && box.x + box.width === width).toBe(isDrawer);
      }
      const items = list.getByRole("listitem");
      await expect(items).toHaveText(["Dashboard", "My Profile", "Submit Music", "Logout"]);
      await bar.getByRole("link", { name: "My Profile" }).click();
      await expect(page).toHaveURL(/\/edit-profile$/);
      await expect(list).toBeHidden();
    }
    await bar.locator("summary").click();
    await bar.getByRole("button", { name: "Logout" }).click();
    await expect(page).toHaveURL(/[^/]\/$/);
    await page.goto("/dashboard");
    await expect(page).toHaveURL(/\/login\?/);
  });
});

test("dashboard and profile are sound for everybody: empty, with everything, refused", {
  tag: "@deep-pages",
}, async ({ page, context, expectFailure }) => {
  const { artist } = await signInArtist(context);
  await page.goto("/dashboard?tab=0");
  await expectValidPage(page, "empty dashboard");
  await expect(page.locator("script[src]")).toHaveCount(0);
  const store = openStoreReader();
  for (const [n, status] of ["pending", "in progress", "live", "rejected"].entries()) {
    const id = `${artist.id.slice(0, 20)}${String(n).padStart(6, "0")}`;
    await store.rows(
      `INSERT INTO submissions (id, draft_id, reference, artist_name, email, release_title,
       artist_id, form_data, files, status, status_history, reply_due_at, created_at, updated_at)
       VALUES (?, ?, ?, 'A', 'a@example.com', 'Tide', ?, ?, '[]', ?, '[]', ?, ?, ?) RETURNING id`,
      ...[id, id, id, artist.id],
      JSON.stringify({ releaseType: "ep", releaseDate: "2027-03-12", artworkUploadId: "gone" }),
      ...[status, "2027-01-01", "2026-11-01T10:00:00.000Z", "2026-11-01T10:00:00.000Z"],
    );
  }
  // Their artwork is gone: a blank record stands in for it.
  expectFailure(404);
  await page.goto("/dashboard?tab=0");
  const complete = page.getByRole("link", { name: "Complete Release Details", exact: true });
  await expect(complete).toBeVisible();
  await expectValidPage(page, "dashboard");
  await page.goto("/dashboard?tab=1");
  await expect(page.getByRole("heading", { name: "Artist Agreement" })).toBeVisible();
  await page.goto("/edit-profile");
  await expectValidPage(page, "profile");
  await page.getByLabel("Website (optional)").fill("vale");
  await page.getByLabel("City", { exact: true }).fill("Cork");
  await save(page);
  await expect(page).toHaveTitle(/^Error: /);
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("City", { exact: true })).toHaveValue("Cork");
  await expectValidPage(page, "refused profile");
});

test("what is typed into a profile is there again, here and on another device, until it is saved", async ({
  page,
  context,
  expectFailure,
}) => {
  const { artist } = await signInArtist(context);
  await page.goto("/edit-profile");
  await waitForHydration(page);
  const website = page.getByLabel("Website (optional)");
  const savedNotice = page.getByRole("status").filter({ hasText: /^What you typed is kept/ });
  // Half a word is no web address; it is kept all the same.
  await website.fill("vale");
  await expect(savedNotice).toBeVisible();
  await page.reload();
  await expect(website).toHaveValue("vale");
  await expect(page.getByText("didn't press Save")).toBeVisible();
  await expectValidPage(page, "profile with more than is saved");

  // Two tabs: the one that comes second is told while it types, and loses nothing.
  expectFailure(409);
  await waitForHydration(page);
  const other = await context.newPage();
  await other.goto("/edit-profile");
  await waitForHydration(other);
  await other.getByLabel("Biography (optional)").fill("From the other tab.");
  await expect(other.getByRole("status").filter({ hasText: /kept/ })).toBeVisible();
  await website.fill("vale.ie");
  await expect(page.getByRole("heading", { name: "Two versions of this profile" })).toBeVisible();
  await expectValidPage(page, "profile in two versions");
  await page.getByRole("button", { name: "Keep what's on this page" }).click();
  await expect(savedNotice).toBeVisible();
  await other.close();
  await save(page);
  await expectSaved(page);
  await expect(savedNotice).toHaveCount(0);
  const sql = "SELECT typed, profile ->> '$.website' AS website FROM artists WHERE id = ?";
  expect(await openStoreReader().rows(sql, artist.id)).toEqual([
    { typed: null, website: "vale.ie" },
  ]);

  // On its way back, the dashboard says that it is coming.
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/dashboard.data*", async (route) => {
    await gate;
    await route.continue();
  });
  await page.getByRole("link", { name: "Back", exact: true }).click();
  await expect(page.getByText("Loading your dashboard...")).toBeVisible();
  release();
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
  await expect(page.getByText("Loading your dashboard...")).toHaveCount(0);
});
