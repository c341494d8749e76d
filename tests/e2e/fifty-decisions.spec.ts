import type { BrowserContext, Page } from "playwright/test";
import { fillReason } from "~/domain/review/saved-reason";
import { staffMember } from "../support/accounts";
import { openStoreReader } from "../support/app-stores";
import { expect, test } from "../support/journey";
import { KeyCounter, openForKeys } from "../support/review-keys";
import { addWaiting, type WaitingEntry } from "../support/waiting-submissions";
import { openDraftInBrowser } from "../support/wizard";

const store = openStoreReader();
const DECISIONS = 50;
/** As many as the list has rows: those behind them are not among its links. */
const LISTED = 50;
/** The goal of the desk: fifty decisions with at most these keys, and no click. */
const MAX_KEYS = 120;

interface PlannedDecision {
  keys: string[];
  status: string;
  reason?: string;
}

/** Of ten, six are approved, three rejected with one of the saved reasons, and one is in progress. */
async function planDecisions(entries: readonly WaitingEntry[]): Promise<PlannedDecision[]> {
  const reasons = await store.rows(
    "SELECT text, digit FROM saved_reasons WHERE kind = 'reject' AND digit IS NOT NULL",
  );
  return entries.map((entry, index) => {
    const place = index % 10;
    if (place === 9) return { keys: ["i"], status: "in progress" };
    if (place % 3 !== 2) return { keys: ["a"], status: "approved" };
    const { text, digit } = reasons[index % reasons.length] ?? {};
    const reason = fillReason(String(text), { artist: entry.artistName, title: entry.title });
    return { keys: ["r", String(digit)], status: "rejected", reason };
  });
}

/** Counts the documents that a page loads from now on. */
function countDocuments(page: Page): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (request.resourceType() === "document") count += 1;
  });
  return () => count;
}

/** Counts presses of a mouse or a finger, on all pages of the tab. */
async function countPointers(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    window.addEventListener("pointerdown", () => {
      sessionStorage.setItem("pointers", String(Number(sessionStorage.getItem("pointers")) + 1));
    });
  });
  return () => page.evaluate(() => Number(sessionStorage.getItem("pointers")));
}

async function findDecision({ id }: WaitingEntry) {
  const [row] = await store.rows(
    `SELECT status, json_extract(status_history, '$[#-1].reason') AS reason,
      json_array_length(status_history) AS revision FROM submissions WHERE id = ?`,
    id,
  );
  return row;
}

async function decideByKeys(page: Page, context: BrowserContext, count: number) {
  const entries = (await addWaiting(LISTED + count, "Fifty")).slice(LISTED);
  const plan = await planDecisions(entries);
  const pointers = await countPointers(page);
  await openForKeys(page, context, { id: entries[0]?.id ?? "", reviewer: `Judge of ${count}` });
  const keyboard = new KeyCounter(page);
  const documents = countDocuments(page);
  for (const [index, { keys }] of plan.entries()) {
    await keyboard.press(...keys, "Enter");
    const next = entries[index + 1];
    // The one that waits behind it opens by itself; behind the last one, whichever waits.
    await page.waitForURL(({ pathname }) =>
      next
        ? pathname === `/staff/submissions/${next.id}`
        : pathname !== `/staff/submissions/${entries[index]?.id}`,
    );
    if (next) await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  }
  // Decisions are posted in the background.
  await expect
    .poll(() => Promise.all(entries.map(findDecision)))
    .toEqual(plan.map(({ status, reason = null }) => ({ status, reason, revision: 2 })));
  expect(keyboard.pressed).toBeLessThanOrEqual((count * MAX_KEYS) / DECISIONS);
  expect([await pointers(), documents()]).toEqual([0, 0]);
}

test("ten decisions in a row need at most 24 keys and no click, and each opens the next", async ({
  page,
  context,
}) => {
  await decideByKeys(page, context, 10);
});

test("fifty decisions in a row need at most 120 keys and no click", { tag: "@deep-pages" }, async ({
  page,
  context,
}) => {
  test.setTimeout(600_000);
  await decideByKeys(page, context, DECISIONS);
});

test("Enter pressed twice decides once, and opens the next entry", async ({ page, context }) => {
  const [first, second] = await addWaiting(2, "Twice");
  if (!first || !second) throw new Error("There are no entries.");
  await openForKeys(page, context, { id: first.id, reviewer: "Judge of two" });
  let posts = 0;
  // The answer takes a while, so that the second press meets the page that waits for it.
  await page.route(`**/staff/submissions/${first.id}**`, async (route) => {
    if (route.request().method() === "POST") {
      posts += 1;
      await page.keyboard.press("Enter");
    }
    await route.continue();
  });
  await page.keyboard.press("a");
  await page.keyboard.press("Enter");
  await page.waitForURL(({ pathname }) => pathname === `/staff/submissions/${second.id}`);
  await expect.poll(() => findDecision(first)).toMatchObject({ status: "approved", revision: 2 });
  await expect(page.getByRole("alert")).toHaveCount(0);
  expect(posts).toBe(1);
  expect(await findDecision(second)).toMatchObject({ status: "pending", revision: 1 });
});

test("keys pressed before the scripts came decide once they run", async ({ page, context }) => {
  const [first, second] = await addWaiting(2, "Early");
  if (!first || !second) throw new Error("There are no entries.");
  await openDraftInBrowser(context, await staffMember("Judge in a hurry"));
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/assets/*.js", async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.goto(`/staff/submissions/${first.id}`, { waitUntil: "commit" });
  await expect(page.getByRole("heading", { name: "Decision" })).toBeVisible();
  for (const key of ["r", "1", "Enter"]) await page.keyboard.press(key);
  release();
  await page.waitForURL(({ pathname }) => pathname === `/staff/submissions/${second.id}`);
  await expect.poll(() => findDecision(first)).toMatchObject({ status: "rejected", revision: 2 });
  expect(await findDecision(second)).toMatchObject({ status: "pending", revision: 1 });
});

test("a reason that was typed is still there when its pane was closed by Escape", async ({
  page,
  context,
}) => {
  const [entry] = await addWaiting(1, "Escape");
  await openForKeys(page, context, { id: entry?.id ?? "", reviewer: "Judge of one" });
  const reason = page.getByRole("textbox", { name: "Reason" });
  await page.keyboard.press("r");
  await reason.fill("Too loud for us");
  await page.keyboard.press("Escape");
  await expect(reason).toHaveCount(0);
  // Each choice has its own.
  await page.keyboard.press("a");
  await expect(reason).toHaveValue("");
  await page.keyboard.press("r");
  await expect(reason).toHaveValue("Too loud for us");
});
