import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright/test";
import { staffMember } from "../support/accounts";
import { openStoreReader, pollUntil } from "../support/app-stores";
import { coverBytes, createDraftAt, findDraftRow, songBytes } from "../support/drafts";
import { expect, test, VARIANT, withVariants } from "../support/journey";
import { waitForKeys } from "../support/review-keys";
import { expectValidPage } from "../support/valid-page";
import { openDraftInBrowser, waitForHydration } from "../support/wizard";

const store = openStoreReader();

/** A release that an artist has sent, and its id. */
async function submitRelease(artistName: string): Promise<string> {
  const visitor = await createDraftAt("review", { artistName });
  const { id } = await findDraftRow(store, visitor);
  await visitor.post("/submit/review", { intent: "submit" });
  const [row] = await store.rows("SELECT id FROM submissions WHERE draft_id = ?", id);
  return String(row?.id);
}

const uniqueTitle = (prefix: string) => `${prefix} ${crypto.randomUUID().slice(0, 8)}`;
const signInStaff = async (context: BrowserContext) =>
  openDraftInBrowser(context, await staffMember("Rosa Vale"));
const decision = (page: Page) => page.getByRole("complementary", { name: "Decision" });

async function statusOf(id: string) {
  const [row] = await store.rows("SELECT status FROM submissions WHERE id = ?", id);
  return row?.status;
}

/** A job of a submission that has failed, once it has been done. */
async function failJob(id: string): Promise<void> {
  const job = await pollUntil(async () => {
    const [row] = await store.rows(
      "SELECT id FROM jobs WHERE submission_id = ? AND type = 'sync-board' AND state = 'done'",
      id,
    );
    return row;
  });
  await store.rows(
    "UPDATE jobs SET state = 'failed', last_error = 'The board said no.' WHERE id = ?",
    String(job.id),
  );
}

withVariants(["scripted", "JavaScript off"], ["JavaScript off in Chromium"], (mode) => {
  test("staff find a release, listen, reject it with a reason, approve another, run a job again and take the package", async ({
    page,
    context,
    scripted,
    expectFailure,
  }) => {
    expectFailure(400, 409);
    const [first, second] = [uniqueTitle("Ida Strand"), uniqueTitle("Ole Berg")];
    const [firstLink, two] = [await submitRelease(first), await submitRelease(second)];
    await failJob(two);
    await signInStaff(context);
    await page.goto("/staff");
    await page.getByLabel("Search", { exact: true }).fill(first);
    await page.getByLabel("Search", { exact: true }).press("Enter");
    await page.getByRole("row").filter({ hasText: first }).getByRole("link").click();
    await expect(page.getByRole("heading", { level: 1, name: "Night Ferry" })).toBeVisible();
    await expect(page.getByRole("article")).toContainText(first);

    if (scripted) {
      await waitForHydration(page);
      const audioReply = page.waitForResponse(
        (reply) => reply.url().includes("/files/") && reply.url().endsWith(".wav"),
      );
      await page.getByRole("button", { name: "Play Night Ferry" }).click();
      expect((await audioReply).status()).toBe(206);
    } else await expect(page.locator("audio[controls]").first()).toBeVisible();

    await decision(page).getByRole("link", { name: "Reject" }).click();
    await decision(page).getByRole("button", { name: "Send the rejection" }).click();
    await expect(page.getByText("A rejection needs a reason.")).toBeVisible();
    await expect(decision(page)).toContainText("Your submission was not approved");
    await decision(page).getByLabel("Reason").fill("Too quiet for us.");
    await decision(page).getByRole("button", { name: "Send the rejection" }).click();
    await expect(page.getByText("Rejected: Night Ferry")).toBeVisible();
    await expect.poll(() => statusOf(firstLink)).toBe("rejected");

    await page.goto(`/staff/submissions/${two}?tab=mails`);
    await expect(page.getByText("The board said no.")).toBeVisible();
    await page
      .getByRole("button", { name: /Run again/ })
      .first()
      .click();
    await expect(page.getByText("The job is running again.")).toBeVisible();
    await decision(page).getByRole("link", { name: "Approve" }).click();
    await expect(decision(page)).toContainText("Yes, we want to release it");
    await store.rows(
      `UPDATE submissions SET status = 'live', status_history = json_insert(status_history, '$[#]',
        json('{"status":"live","at":"2026-11-23T12:00:00.000Z","by":"Tom Ek"}')) WHERE id = ?`,
      two,
    );
    await decision(page).getByRole("button", { name: "Set to Approved" }).click();
    await expect(page.getByRole("alert")).toContainText("Tom Ek has set this to Live");
    await page.goto(`/staff/submissions/${two}?tab=files`);
    await decision(page).getByRole("link", { name: "Approve" }).click();
    await decision(page).getByRole("button", { name: "Set to Approved" }).click();
    await expect(page.getByText("Approved: Night Ferry")).toBeVisible();
    await expect.poll(() => statusOf(two)).toBe("approved");

    await page.goto(`/staff/submissions/${two}?tab=files`);
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download package" }).click();
    const folder = mkdtempSync(join(tmpdir(), "package-"));
    try {
      await (await download).saveAs(join(folder, "release.zip"));
      const script = `import zipfile; z = zipfile.ZipFile("release.zip"); assert z.testzip() is None; z.extractall("."); print(z.namelist()[0].split("/")[0])`;
      const root = execFileSync("python3", ["-c", script], {
        cwd: folder,
        encoding: "utf8",
      }).trim();
      const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
      const inside = (path: string) => hash(readFileSync(join(folder, root, path)));
      expect(inside("Audio/01 Night Ferry.wav")).toBe(hash(songBytes));
      expect(inside("Artwork/Night Ferry.jpg")).toBe(hash(coverBytes));
    } finally {
      rmSync(folder, { recursive: true });
    }
    const mails = await store.rows(
      "SELECT submission_id AS id FROM mail_outbox WHERE kind = 'status-change' AND submission_id IN (?, ?)",
      firstLink,
      two,
    );
    expect(mails.map(({ id }) => id).sort()).toEqual([firstLink, two].sort());
    expect(mode).toBeTruthy();
  });
});

test("the queue is worked by keyboard alone: found, opened, gone through, chosen, decided together and undone", {
  tag: VARIANT,
}, async ({ page, context }) => {
  const mark = uniqueTitle("Keys").split(" ")[1] ?? "";
  const ids = [
    await submitRelease(`${mark} One`),
    await submitRelease(`${mark} Two`),
    await submitRelease(`${mark} Three`),
  ];
  await signInStaff(context);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/staff");
  await waitForKeys(page);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toContainText("Next and previous entry");
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  await page.keyboard.type(mark);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("rowheader")).toHaveCount(3);
  await page.keyboard.press("Escape");
  await page.getByLabel("Search").blur();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("article")).toContainText(mark);
  const first = page.url();
  const move = async (key: string) => {
    const before = page.url();
    await page.keyboard.press(key);
    await page.waitForURL((url) => url.href !== before);
    const id = new URL(page.url()).pathname.split("/").at(-1);
    await expect(page.locator(`#row-${id}`)).toHaveAttribute("aria-current", "page");
  };
  await move("j");
  // List, release and decision are beside each other, and the list stays.
  await expect(page.getByRole("row").filter({ hasText: mark })).toHaveCount(3);
  await move("k");
  expect(page.url()).toBe(first);
  await page.keyboard.press("Space");
  await expect(
    page.getByRole("button", { name: /^Pause Night Ferry|^Play Night Ferry/ }),
  ).toBeVisible();

  await page.keyboard.press("x");
  await move("j");
  await page.keyboard.press("x");
  await expect(page.getByRole("checkbox", { name: /^Choose/, checked: true })).toHaveCount(2);
  await expect(page.getByText("2 entries chosen")).toBeVisible();
  await page.keyboard.press("a");
  await page.keyboard.press("Enter");
  await expect(page.getByText("2 are Approved now")).toBeVisible();
  const approved = () =>
    store.rows(
      `SELECT count(*) AS n FROM submissions WHERE status = 'approved' AND id IN (${ids.map(() => "?").join()})`,
      ...ids,
    );
  expect(await approved()).toEqual([{ n: 2 }]);
  const entry = page.url();
  await page.keyboard.press("u");
  await expect(page.getByText("2 are as before now")).toBeVisible();
  expect([await approved(), page.url()]).toEqual([[{ n: 0 }], entry]);
});

test("queue, entry, decision and the page for several are sound at 320 and 1280 px", {
  tag: "@deep-pages",
}, async ({ page, context, expectFailure }) => {
  expectFailure(400);
  const name = uniqueTitle("Sound");
  const id = await submitRelease(name);
  await store.rows(
    "UPDATE submissions SET reply_due_at = '2026-01-01T00:00:00.000Z' WHERE id = ?",
    id,
  );
  await signInStaff(context);
  await page.goto(`/staff?q=${encodeURIComponent(name)}&overdue=1`);
  await waitForHydration(page);
  await expect(page.getByText("d late")).toBeVisible();
  await expectValidPage(page, "queue");
  await page.goto(`/staff/submissions/${id}`);
  await waitForHydration(page);
  await expectValidPage(page, "entry");
  await decision(page).getByRole("link", { name: "Reject" }).click();
  await decision(page).getByRole("button", { name: "Send the rejection" }).click();
  await expect(page.getByText("A rejection needs a reason.")).toBeVisible();
  await expectValidPage(page, "refused");
  await page.goto(`/staff?q=${encodeURIComponent(name)}`);
  await waitForHydration(page);
  await page.getByText("For those you choose: a status or a sheet").click();
  await page.getByRole("checkbox", { name: `Choose ${name}` }).check();
  await page.getByLabel("New status").selectOption("processing");
  await page.getByRole("button", { name: "Look at it first" }).click();
  await expect(
    page.getByRole("button", { name: "Set the status and send one email" }),
  ).toBeVisible();
  await expectValidPage(page, "several");
});
