import { openStoreReader } from "../../support/app-stores";
import { expect, test } from "../../support/journey";
import { KeyCounter, openForKeys, waitForKeys } from "../../support/review-keys";
import { addWaiting } from "../../support/waiting-submissions";

const store = openStoreReader();

async function findDecision(id: string) {
  const [row] = await store.rows("SELECT status, status_history FROM submissions WHERE id = ?", id);
  return { status: row?.status, history: String(row?.status_history) };
}

const undoes =
  /^Approved: Keys 1 – Night Ferry\. The email goes out in 10 minutes\. You can undo this for \d+ seconds?\./;

test("a reviewer decides by keys alone, with chosen reasons, and takes a decision back", async ({
  page,
  context,
}) => {
  const [first, second] = await addWaiting(3, "Keys");
  if (!first || !second) throw new Error("There are none");
  await openForKeys(page, context, { id: `${first.id}?q=Keys`, reviewer: "Rosa Vale" });
  const keyboard = new KeyCounter(page);
  await keyboard.press("a");
  await expect(page.getByRole("dialog").getByRole("heading")).toHaveText(
    "Approved: Keys 1: Night Ferry",
  );
  await keyboard.press("Enter");
  await page.waitForURL(`**/staff/submissions/${second.id}*`);
  await expect(page.getByText(undoes)).toBeVisible();
  expect(await findDecision(first.id)).toMatchObject({ status: "approved" });
  await waitForKeys(page);

  await keyboard.press("u");
  await page.waitForURL(`**/staff/submissions/${first.id}*`);
  await expect(page.getByText("The decision is undone")).toBeVisible();
  await expect(page.getByText("Approved was undone")).toBeVisible();
  expect(await findDecision(first.id)).toMatchObject({ status: "pending" });
  await waitForKeys(page);

  await keyboard.press("r", "2");
  await expect(page.getByRole("dialog").getByLabel("Reason", { exact: true })).not.toHaveValue("");
  await keyboard.press("Enter");
  await page.waitForURL(`**/staff/submissions/${second.id}*`);
  await expect(page.getByText("Rejected: Keys 1 – Night Ferry.")).toBeVisible();
  expect(await findDecision(first.id)).toMatchObject({
    status: "rejected",
    history: expect.stringContaining("Night Ferry"),
  });
  expect(keyboard.pressed).toBe(6);
});

test("? lists the keys, and c asks for changes with a saved reason", async ({ page, context }) => {
  const [entry] = await addWaiting(1, "Listed");
  await openForKeys(page, context, { id: entry?.id ?? "", reviewer: "Rosa Vale" });
  await page.keyboard.press("?");
  const list = page.getByRole("dialog", { name: "Keys" });
  await expect(list.getByText("Undo your last decision, within a minute")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
  await page.keyboard.press("c");
  await expect(page.getByRole("dialog").getByRole("heading")).toContainText("Ask for changes");
  await page.keyboard.press("1");
  await page.keyboard.press("Enter");
  await page.waitForURL(({ searchParams }) => searchParams.get("last") === entry?.id);
  const [row] = await store.rows(
    "SELECT status, changes_asked_at IS NOT NULL AS asked FROM submissions WHERE id = ?",
    entry?.id ?? "",
  );
  expect(row).toEqual({ status: "pending", asked: 1 });
});

test("whoever wants to look at each email first sees it after Enter, and then the next entry", async ({
  page,
  context,
}) => {
  const [first, second] = await addWaiting(2, "Looked at");
  await openForKeys(page, context, { id: first?.id ?? "", reviewer: "Ada Careful" });
  await page.goto("/staff/settings");
  await page.getByLabel("Decide without looking at the email first").uncheck();
  await page.getByLabel("Play the next entry at once").check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.goto(`/staff/submissions/${first?.id}`);
  await waitForKeys(page);
  await expect(page.getByRole("button", { name: "Set the status now" })).toHaveCount(0);
  await page.keyboard.press("a");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("figure", { name: "The email that goes out" })).toBeVisible();
  await page.getByRole("button", { name: "Set the status and send this" }).click();
  await page.waitForURL(`**/staff/submissions/${second?.id}*`);
  expect(await findDecision(first?.id ?? "")).toMatchObject({ status: "approved" });
  await waitForKeys(page);

  await page.keyboard.press("c");
  await page.keyboard.press("1");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("figure", { name: "The email that goes out" })).toBeVisible();
  await page.getByRole("button", { name: "Ask, and send this" }).click();
  await expect(page.getByText("Waits for the artist")).toBeVisible();
});
