import type { Page } from "playwright/test";
import { signedInArtist, staffMember } from "../support/accounts";
import { openStoreReader, pollUntil } from "../support/app-stores";
import { appUnderTest } from "../support/app-under-test";
import { createDraftAt, findDraftRow, sha256 } from "../support/drafts";
import { expect, scriptedAsVariant, test, withVariants } from "../support/journey";
import { expectValidPage } from "../support/valid-page";

/* An artist follows a submission while staff change it, and puts right what was turned down. */

/** Signs the page's browser in as an artist who has sent a release. */
async function owner(page: Page) {
  const store = openStoreReader();
  const { artist, visitor } = await signedInArtist({ artistName: "Sigrid Vale", city: "Cork" });
  const sender = await createDraftAt("review");
  const { id: draftId } = await findDraftRow(store, sender);
  await sender.post("/submit/review", { intent: "submit" });
  const ownStatement = "UPDATE submissions SET artist_id = ? WHERE draft_id = ? RETURNING id";
  const [row] = await store.rows(ownStatement, artist.id, draftId);
  const [name = "", value = ""] = visitor.cookie.split(/=(.*)/s);
  await page.context().addCookies([{ name, value, url: appUnderTest().url }]);
  const id = String(row?.id);
  const staff = await staffMember("Ida Holm");
  const set = async (status: string, reason = "") => {
    const [item] = await store.rows("SELECT revision FROM review_items WHERE id = ?", id);
    const fields = { intent: "set", status, reason, revision: String(item?.revision) };
    expect((await staff.post(`/staff/submissions/${id}`, fields)).status).toBe(302);
  };
  return { store, artist, id, draftId, staff, set };
}
const step = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name });

scriptedAsVariant((mode) => {
  test("a submission is followed from pending to live while staff change it here and on the board", async ({
    page,
  }) => {
    const { store, artist, id, staff, set } = await owner(page);
    const itemId = await pollUntil(async () => {
      const [row] = await store.rows("SELECT monday_item_id FROM submissions WHERE id = ?", id);
      return row?.monday_item_id ? String(row.monday_item_id) : undefined;
    }, 55);
    await page.goto(`/submission/${itemId}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Submission Details");
    await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText("Night Ferry");
    await expect(page.getByText("Your submission is being reviewed")).toBeVisible();
    await expect(step(page, "listened to")).toHaveAttribute("aria-current", "step");
    await expect(page.getByText("It's in our queue.")).toBeVisible();
    await expect(page.locator("script[src]")).toHaveCount(0);
    await staff.send(`/staff/submissions/${id}`);
    await page.reload();
    await expect(page.getByText(/^A person opened it on /)).toBeVisible();
    if (mode === "scripted") await expectValidPage(page, "in review");
    await set("approved");
    await page.reload();
    await expect(page.getByText("Your release has been approved")).toBeVisible();
    await expect(step(page, "agreed")).toHaveAttribute("aria-current", "step");
    // Now on the board, which tells of it by itself.
    await pollUntil(async () => {
      const sql = "SELECT state FROM jobs WHERE submission_id = ? AND type = 'set-board-status'";
      const jobs = await store.rows(sql, id);
      return (jobs.length > 0 && jobs.every(({ state }) => state === "done")) || undefined;
    }, 55);
    // Nothing comes out before its agreement is signed.
    await store.rows(
      `INSERT INTO audit (id, staff_id, staff_name, action, subject, created_at)
        VALUES (?1, 'S', 'Ada', 'agreement-on-paper', ?1, ?2) RETURNING id`,
      id,
      new Date().toISOString(),
    );
    const change = { itemId, values: { status: { label: "Live" } }, events: 3 };
    expect((await staff.json("/sandbox/monday/change", change)).status).toBe(200);
    await pollUntil(async () => {
      const [row] = await store.rows("SELECT status FROM submissions WHERE id = ?", id);
      return row?.status === "live" || undefined;
    }, 55);
    await page.reload();
    await expect(page.getByText("Your music is now live!")).toBeVisible();
    const [file] = await Promise.all([
      page.waitForEvent("popup"),
      page.getByRole("link", { name: /cover\.jpg/ }).click(),
    ]);
    await file.close();
    const [countRow] = await store.rows(
      "SELECT count(*) AS n FROM mail_outbox WHERE submission_id = ? AND kind = 'status-change'",
      id,
    );
    expect(countRow?.n).toBe(2);
    for (const path of [`/staff/submissions/${id}`, `/staff/artists/${artist.id}/publish`])
      expect((await staff.post(path, { intent: "publish", to: "/staff" })).status).toBe(302);
    await page.reload();
    await page.getByRole("link", { name: "See the release's own page" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Night Ferry");
    if (mode === "scripted") await expectValidPage(page, "release");
    await page.getByRole("main").getByRole("link", { name: "Sigrid Vale" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sigrid Vale");
    await expect(page.getByRole("link", { name: "Night Ferry" })).toBeVisible();
    if (mode === "scripted") await expectValidPage(page, "artist");
  });
});

withVariants(["scripted", "JavaScript off"], ["JavaScript off in Chromium"], (mode) => {
  test("what was turned down is put right and sent again, and no file is sent a second time", async ({
    page,
    expectFailure,
  }) => {
    // The question about unchanged work.
    expectFailure(409);
    const { store, id, draftId, set } = await owner(page);
    await set("rejected", "Say who <b>plays</b> the fiddle.");
    await page.goto(`/submission/${id}`);
    await expect(page.getByText("Your submission was not approved")).toBeVisible();
    await expect(page.getByText("Say who <b>plays</b> the fiddle.")).toBeVisible();
    if (mode === "scripted") await expectValidPage(page, "turned down");
    let uploadCount = 0;
    page.on("request", (request) => {
      if (/\/api\/(upload|cloud-storage)/.test(request.url())) uploadCount += 1;
    });
    await page.goto("/dashboard?tab=0");
    await expect(page.getByRole("heading", { name: "What waits for you" })).toBeVisible();
    await expect(page.getByText("Say who <b>plays</b> the fiddle.")).toBeVisible();
    if (mode === "scripted") await expectValidPage(page, "what waits");
    await page.getByRole("button", { name: /^Fix it: See why Night Ferry/ }).click();
    await expect(page).toHaveURL(/\/submit\/review$/);
    await expect(page.getByText("this is the same as what you sent before")).toBeVisible();
    const reasonBox = page.getByRole("complementary", { name: "What to correct" });
    await expect(reasonBox).toContainText("Say who <b>plays</b> the fiddle.");
    await expect(page.getByText("ferry.wav")).toBeVisible();
    await page.getByRole("button", { name: "Submit Music" }).click();
    await expect(page.getByText("Send it again unchanged?")).toBeVisible();
    await page.getByRole("button", { name: "Submit Music" }).click();
    await expect(page.getByRole("heading", { name: "Submission Successful!" })).toBeVisible();
    expect(uploadCount).toBe(0);
    const files = "SELECT slot, sha256, key FROM uploads WHERE draft_id = ? ORDER BY slot";
    const [draft] = await store.rows("SELECT id FROM drafts WHERE resend_of = ?", id);
    const newFiles = await store.rows(files, draft?.id);
    expect(newFiles).toEqual(await store.rows(files, draftId));
    for (const { key, sha256: hash } of newFiles) {
      const bytes = await store.object(String(key));
      expect(bytes && sha256(bytes)).toBe(hash);
    }
    await page.goto(`/submission/${id}`);
    await expect(page.getByText("You sent a new version on")).toBeVisible();
  });
});

test("an artist chooses which emails come, by a plain form", { tag: "@deep-pages" }, async ({
  page,
}) => {
  await owner(page);
  await page.goto("/edit-profile/mails");
  await page.getByLabel("Reminders").uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Your choices are saved.")).toBeVisible();
  await expect(page.getByLabel("Reminders")).not.toBeChecked();
  await expectValidPage(page, "mail choices");
});
