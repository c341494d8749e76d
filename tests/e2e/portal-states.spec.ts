import type { Page } from "playwright/test";
import {
  confirmIdentity,
  createTestArtist,
  latestSignInLink,
  signedInArtist,
  staffMember,
  type TestArtist,
} from "../support/accounts";
import { openStoreReader, pollUntil } from "../support/app-stores";
import { createDraftAt, findDraftRow } from "../support/drafts";
import { expect, test } from "../support/journey";
import { releaseInProgress, splitLinks, splitsFor } from "../support/published-release";
import { expectValidPage } from "../support/valid-page";
import type { Visitor } from "../support/visitor";
import { openDraftInBrowser } from "../support/wizard";

/*
 * States of an artist's own room that no journey holds against axe, a validator and a narrow screen on
 * its way: what is refused, what waits, and what is over.
 */

const store = openStoreReader();
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const expectText = (page: Page, text: string | RegExp) =>
  expect(page.getByText(text).first()).toBeVisible();

test("signing in: refused, locked, a link sent, opened, and over", { tag: "@deep-pages" }, async ({
  page,
  expectFailure,
}) => {
  expectFailure(400, 404, 410, 429);
  const artist = await createTestArtist();
  const tries = async (code: string) => {
    await page.goto("/login");
    await page.getByLabel("Artist ID").fill(artist.artistId);
    await page.getByLabel("Invitation code").fill(code);
    await press(page, "Sign in");
  };
  await tries("22222-22222");
  await expectText(page, "Invalid invitation code");
  await expectValidPage(page, "a wrong code");
  await tries("");
  await expectText(page, "Please verify your invitation code");
  await expectValidPage(page, "no code");
  const sql = "UPDATE rate_windows SET count = 10 WHERE key LIKE ? RETURNING key";
  await store.rows(sql, `login ${artist.artistId} %`);
  await tries(artist.invitationCode);
  await expectText(page, /^Too many wrong codes for this artist ID/);
  await expectValidPage(page, "locked");
  await page.goto("/login");
  await page.getByLabel("Email").fill(artist.email);
  await press(page, "Email me a link");
  await expectText(page, "We can't send emails at the moment, so you won't get a link.");
  await expectValidPage(page, "a link was asked for while email is off");
  const link = await latestSignInLink(artist);
  await page.goto(link.slice(0, -2));
  await expectText(page, "This link doesn't work");
  await expectValidPage(page, "a link that is cut off");
  await page.goto(link);
  await expectValidPage(page, "a link");
  await press(page, "Sign in");
  await page.goto(link);
  await expectText(page, /has been used/);
  await expectValidPage(page, "a link that is over");
});

/** A submission that belongs to an artist, as it stands on its page. */
async function submission({ id: artistId }: TestArtist): Promise<string> {
  const sender = await createDraftAt("review");
  const { id: draftId } = await findDraftRow(store, sender);
  await sender.post("/submit/review", { intent: "submit" });
  const [row] = await store.rows(
    `UPDATE submissions SET artist_id = ?, artist_note = 'We love <b>the bridge</b>.',
      artist_note_at = created_at WHERE draft_id = ? RETURNING id`,
    ...[artistId, draftId],
  );
  return String(row?.id);
}

async function signInMember(page: Page): Promise<{ artist: TestArtist; visitor: Visitor }> {
  const member = await signedInArtist({ artistName: "Sigrid Vale" });
  await openDraftInBrowser(page.context(), member.visitor);
  return member;
}

test("a submission in every status, with a note; none that is theirs, and no id", {
  tag: "@deep-pages",
}, async ({ page, expectFailure }) => {
  const { artist } = await signInMember(page);
  const id = await submission(artist);
  for (const [status, title] of [
    ["in progress", "Submission status: in progress"],
    ["processing", "Your music is being processed"],
    ["approved", "Your release has been approved"],
    ["live", "Your music is now live!"],
    ["failed", "Submission status: failed"],
    ["active", "Submission status: active"],
  ] as const) {
    await store.rows("UPDATE submissions SET status = ? WHERE id = ? RETURNING id", status, id);
    await page.goto(`/submission/${id}`);
    await expectText(page, title);
    await expectText(page, "We love <b>the bridge</b>.");
    await expectValidPage(page, status);
  }
  expectFailure(404, 400);
  await page.goto("/submission/nonsense");
  await expectText(page, "Submission not found");
  await expectValidPage(page, "not found");
  await page.goto("/submission");
  await expectText(page, "No submission ID provided");
  await expectValidPage(page, "no id");
});

test("the dashboard with drafts and submissions to take in; the agreement on it; a token just made", {
  tag: "@deep-pages",
}, async ({ page }) => {
  const { artist, visitor } = await signInMember(page);
  const sender = await createDraftAt("review", { email: artist.email });
  await sender.post("/submit/review", { intent: "submit" });
  const now = new Date();
  const timestamp = now.toISOString();
  const tomorrow = new Date(now.getTime() + 86_400_000).toISOString();
  await store.rows(
    `INSERT INTO drafts (id, key_hash, artist_id, answers, completed_steps, created_at, updated_at, expires_at)
     VALUES (?, ?, ?, '{"music":{"releaseTitle":"Tide"}}', '[]', ?, ?, ?) RETURNING id`,
    ...[`D${artist.id.slice(1)}`, artist.id, artist.id, timestamp, timestamp, tomorrow],
  );
  await page.goto("/dashboard?tab=0");
  await expectText(page, "Not sent yet");
  await expectValidPage(page, "dashboard with a draft and an offer");
  await page.getByRole("link", { name: "Look and add" }).click();
  await expectValidPage(page, "what may be taken in");
  await page.getByRole("checkbox").first().check();
  await page.getByRole("button", { name: /add/i }).click();
  await expectText(page, "1 submission was added to your account.");
  await expectValidPage(page, "dashboard, just added");
  await page.goto("/dashboard?tab=1");
  await expectText(page, "Waiting for your signature");
  await expectValidPage(page, "the agreement on the dashboard");
  await confirmIdentity(visitor, artist);
  await page.goto("/edit-profile/sign-ins");
  await page.getByLabel("Name of a new token").fill("Tour planner");
  await press(page, "Make a token");
  await expectText(page, "Copy it now");
  await expectValidPage(page, "a token");
  expect(visitor.cookie).not.toBe("");
});

test("another address: wished for, confirmed, over", { tag: "@deep-pages" }, async ({
  page,
  expectFailure,
}) => {
  expectFailure(404);
  const { artist, visitor } = await signInMember(page);
  const email = `${crypto.randomUUID()}@example.com`;
  await page.goto("/edit-profile");
  await page.getByLabel("Email").fill(email);
  const saves = page.getByRole("button", { name: "Save", exact: true }).last();
  await saves.click();
  await expectText(page, "You want to change the email of your account.");
  await expectValidPage(page, "an address is wished for by whom?");
  await confirmIdentity(visitor, artist);
  await page.goto("/edit-profile?confirmed");
  await expectText(page, "Press Save to change your details.");
  await expectValidPage(page, "it is the artist");
  await saves.click();
  await expectText(page, email);
  await expectValidPage(page, "an address that waits");
  const link = await pollUntil(async () => {
    const sql = "SELECT text_body AS text FROM mail_outbox WHERE recipient = ?";
    const [mail] = await store.rows(sql, email);
    return /\/confirm-email\/[\w-]{43}/.exec(String(mail?.text))?.[0];
  });
  await page.goto(link);
  await expectValidPage(page, "an address to confirm");
  await press(page, "Confirm this address");
  await expectText(page, "Your address is confirmed");
  await expectValidPage(page, "an address that is confirmed");
  await page.goto(link);
  await expectValidPage(page, "a link that confirms none");
  const [row] = await store.rows("SELECT email FROM artists WHERE id = ?", artist.id);
  expect(row?.email).toBe(email);
});

test("release details with a note, sent; shares that wait, are confirmed and disputed; links that are over", {
  tag: "@deep-pages",
}, async ({ page, expectFailure }) => {
  expectFailure(400, 404);
  const { visitor, path, id } = await releaseInProgress();
  await openDraftInBrowser(page.context(), visitor);
  const staff = await staffMember("Rosa");
  const artistNote = "We miss the ISRC.";
  await staff.post(`/staff/submissions/${id}`, { intent: "artist-note", artistNote });
  const email = `${crypto.randomUUID().slice(0, 8)}@example.com`;
  await visitor.post(`${path}/splits`, { ...splitsFor(email), intent: "ask" });
  const link = await pollUntil(async () => (await splitLinks(email))[0]);
  await page.goto(path);
  await expectText(page, artistNote);
  await expectValidPage(page, "details with a note");
  await page.getByRole("link", { name: "Progress, and what you sent" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Submission Details");
  for (const [state, buttonName] of [
    ["Waiting", undefined],
    ["Confirmed", "Confirm my 40%"],
    ["Disputed", "Send this"],
  ] as const) {
    if (buttonName) {
      await page.goto(link);
      if (state === "Disputed") {
        await page.getByText("Something is wrong").click();
        await press(page, buttonName);
        await expectText(page, "Say what is wrong");
        await expectValidPage(page, "a dispute without a reason");
        await page.getByLabel("What is wrong with Night Ferry?").fill("We said half.");
      }
      await press(page, buttonName);
      await expectText(page, "Thank you.");
      await expectValidPage(page, `a link, ${state}`);
    }
    await page.goto(`${path}/splits`);
    await expectText(page, new RegExp(`^${state}: `));
    await expectValidPage(page, `shares, ${state}`);
  }
  await store.rows("UPDATE submissions SET status = 'live' WHERE id = ? RETURNING id", id);
  await page.goto(link);
  await expectText(page, /This release has moved on/);
  await expectValidPage(page, "a link of a release that has gone on");
  await page.goto(link.slice(0, -2));
  await expectText(page, "This link doesn't work");
  await expectValidPage(page, "a link that is cut off");
});
