import type { Page } from "playwright/test";
import { staffMember } from "../support/accounts";
import { openStoreReader, pollUntil } from "../support/app-stores";
import { createDraftAt, findDraftRow } from "../support/drafts";
import { expect, scriptedAsVariant, test } from "../support/journey";
import { expectValidPage } from "../support/valid-page";
import { expectStep, pressNext, pressSubmit } from "../support/wizard";

/* The way on of an artist who came by the open form: every page is reached by the links of mails. */

const store = openStoreReader();

async function findSubmission(column: "draft_id" | "resend_of", id: string): Promise<string> {
  const [row] = await store.rows(`SELECT id FROM submissions WHERE ${column} = ?`, id);
  return String(row?.id);
}

/** A release that an artist without an account has sent. */
async function sendRelease(email: string): Promise<string> {
  const sender = await createDraftAt("review", { email });
  const { id } = await findDraftRow(store, sender);
  await sender.post("/submit/review", { intent: "submit" });
  return findSubmission("draft_id", id);
}

/** Subject and text of the latest mail of a kind to an address. */
const latestMail = (email: string, kind: string) =>
  pollUntil(async () => {
    const [mail] = await store.rows(
      `SELECT subject || char(10) || text_body AS text FROM mail_outbox WHERE recipient = ? AND kind = ?
        ORDER BY id DESC LIMIT 1`,
      email,
      kind,
    );
    return mail && String(mail.text);
  });

/** What a pattern captures in a mail. */
function findInMail(mail: string, pattern: RegExp): string {
  const [, found] = pattern.exec(mail) ?? [];
  if (found === undefined) throw new Error(`${pattern} is not in the mail: ${mail}`);
  return found;
}

async function decide(id: string, status: string, reason = ""): Promise<void> {
  const staff = await staffMember("Ida Holm");
  const [item] = await store.rows("SELECT revision FROM review_items WHERE id = ?", id);
  const fields = { intent: "set", status, reason, revision: String(item?.revision) };
  expect((await staff.post(`/staff/submissions/${id}`, fields)).status).toBe(302);
}

/** Waits for the decision's mail, and returns it. */
const mailAbout = (email: string, words: string) =>
  pollUntil(async () => {
    const mail = await latestMail(email, "status-change");
    return mail.includes(words) ? mail : undefined;
  });

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

const PHONE = { width: 360, height: 740 };
test.use({ viewport: PHONE, hasTouch: true });

scriptedAsVariant((mode) => {
  /** Checks the page with axe, which is a script, narrow and wide, light and dark. */
  async function expectSound(page: Page, state: string): Promise<void> {
    if (mode === "JavaScript off") return;
    await expectValidPage(page, state);
    await page.setViewportSize(PHONE);
  }

  test("an artist without an account is rejected, fixes it on a phone, is accepted, signs and goes live", async ({
    page,
    expectFailure,
  }) => {
    // The link is spent by then.
    expectFailure(410);
    const email = `way-on-${crypto.randomUUID().slice(0, 8)}@example.com`;
    const id = await sendRelease(email);
    await decide(id, "rejected", "Please say who plays the fiddle.");

    const rejection = await mailAbout(email, "who plays the fiddle");
    await page.goto(findInMail(rejection, /(\/fix\/[\w-]{43})/));
    await expect(page.getByText("Please say who plays the fiddle.")).toBeVisible();
    await expectSound(page, "fix");
    await press(page, "Fix it and send it again");
    await expectStep(page, "review");
    await page.goto("/submit/about");
    await page.getByLabel("Bio (optional)").fill("Ola Nordmann plays the fiddle.");
    await pressNext(page);
    await expectStep(page, "review");
    await expect(page.getByText("ferry.wav")).toBeVisible();
    await expect(page.getByRole("heading", { name: "What you changed" })).toBeVisible();
    await expect(page.locator("ins")).toHaveText("Ola Nordmann plays the fiddle.");
    await pressSubmit(page);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Submission Successful!");
    await expect(page.getByRole("heading", { name: "Your status link" })).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: "listened to" })).toHaveAttribute(
      "aria-current",
      "step",
    );
    await page.goto(findInMail(rejection, /(\/fix\/[\w-]{43})/));
    await expect(page.getByText("You sent a new version")).toBeVisible();
    await expectSound(page, "spent fix link");

    const newId = await findSubmission("resend_of", id);
    await decide(newId, "in progress");
    const acceptance = await mailAbout(email, "Yes, we want to release it");
    await page.goto(findInMail(acceptance, /(\/status\/\S+)/));
    await expectSound(page, "status, accepted");
    const account = await latestMail(email, "account");
    await page.goto(findInMail(acceptance, /(\/agreement)\b/));
    await page.getByLabel("Artist ID").fill(findInMail(account, /Artist ID: (\S+)/));
    await page.getByLabel("Invitation code").fill(findInMail(account, /Invitation code: (\S+)/));
    await press(page, "Sign in");
    await press(page, "View Contract");
    await press(page, "I've Reviewed");
    await page.getByLabel("Your full name").fill("Sigrid Valentin");
    await page.getByLabel(/^I have read the agreement/).check();
    await press(page, "Sign Agreement");
    await expect(page.getByRole("button", { name: "Agreement Signed" })).toBeDisabled();

    // The first yes has not left yet: this mail takes its place.
    await decide(newId, "approved");
    await mailAbout(email, "Yes, we want to release it");
    await mailAbout(email, "Your release is scheduled");
    await decide(newId, "live");
    const live = await mailAbout(email, "Your music is now live!");
    await page.goto(findInMail(live, /(\/status\/\S+)/));
    await expect(page.getByText("Your music is now live!")).toBeVisible();
    await expectSound(page, "status, live");
  });
});
