import type { BrowserContext, Page } from "playwright/test";
import { staffMember } from "../support/accounts";
import { openStoreReader } from "../support/app-stores";
import { createDraftAt, findDraftRow } from "../support/drafts";
import { expect, test } from "../support/journey";
import { openDraftInBrowser } from "../support/wizard";

const store = openStoreReader();

/** Releases that artists have sent, and their ids. */
async function submitReleases(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 1; number <= count; number++) {
    const visitor = await createDraftAt("review", { artistName: `Keys ${number}` });
    const { id } = await findDraftRow(store, visitor);
    await visitor.post("/submit/review", { intent: "submit" });
    const [row] = await store.rows("SELECT id FROM submissions WHERE draft_id = ?", id);
    ids.push(String(row?.id));
  }
  return ids;
}

async function findDecision(id: string | undefined) {
  const [row] = await store.rows("SELECT status, status_history FROM submissions WHERE id = ?", id);
  return { status: row?.status, history: String(row?.status_history) };
}

async function openEntry(page: Page, context: BrowserContext, id: string | undefined) {
  await openDraftInBrowser(context, await staffMember("Rosa Vale"));
  await page.goto(`/staff/submissions/${id}`);
  await waitForKeys(page);
}

/** The keys work once their button is there. */
const waitForKeys = (page: Page) =>
  expect(page.getByRole("button", { name: /^Keys/ })).toBeVisible();

test("a reviewer decides by keys alone, with chosen reasons, and each decision opens the next that waits", async ({
  page,
  context,
}) => {
  const [first, second] = await submitReleases(2);
  await openEntry(page, context, first);
  let keyCount = 0;
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
    keyCount += keys.length;
  };
  await press("a", "Enter");
  await expect(page.getByText("Keys 1: Night Ferry: Approved.")).toBeVisible();
  expect(await findDecision(first)).toMatchObject({ status: "approved" });
  await waitForKeys(page);

  await page.goto(`/staff/submissions/${second}`);
  await waitForKeys(page);
  await press("r", "2");
  await expect(page.getByRole("dialog").getByLabel("Reason", { exact: true })).not.toHaveValue("");
  await press("Enter");
  await expect(page.getByText("Keys 2: Night Ferry: Rejected.")).toBeVisible();
  expect(await findDecision(second)).toMatchObject({
    status: "rejected",
    history: expect.stringContaining("Night Ferry"),
  });
  expect(keyCount).toBeLessThanOrEqual(5);
});
