import { openStoreReader } from "../../support/app-stores";
import { expect, test } from "../../support/journey";
import { KeyCounter, openForKeys } from "../../support/review-keys";
import { addWaiting } from "../../support/waiting-submissions";

const store = openStoreReader();

async function findDecision(id: string) {
  const [row] = await store.rows("SELECT status, status_history FROM submissions WHERE id = ?", id);
  return { status: row?.status, history: String(row?.status_history) };
}

test("a reviewer decides by keys alone, with chosen reasons, and takes a decision back", async ({
  page,
  context,
}) => {
  const [first, second] = await addWaiting(3, "Keys");
  if (!first || !second) throw new Error("There are none");
  // Which entry is kept for whom may be answered later than the next key is pressed.
  await page.route("**/staff/presence", (route) => route.fulfill({ json: { others: [] } }));
  // The last decision that can be undone is that of one person.
  const reviewer = `Rosa ${crypto.randomUUID().slice(0, 6)}`;
  await openForKeys(page, context, { id: `${first.id}?q=Keys`, reviewer });
  const keyboard = new KeyCounter(page);
  await keyboard.press("a");
  await expect(page.getByRole("button", { name: "Set to Approved" })).toBeFocused();
  await keyboard.press("Enter");
  await page.waitForURL(`**/staff/submissions/${second.id}*`);
  await expect(page.getByText("Approved: Night Ferry")).toBeVisible();
  await expect(page.getByText("The email goes out in 10 minutes.")).toBeVisible();
  // Decisions are posted in the background.
  await expect.poll(() => findDecision(first.id)).toMatchObject({ status: "approved" });

  await keyboard.press("u");
  await page.waitForURL(`**/staff/submissions/${first.id}*`);
  await expect(page.getByText("The decision is undone")).toBeVisible();
  expect(await findDecision(first.id)).toMatchObject({ status: "pending" });

  await keyboard.press("r", "2");
  await expect(page.getByRole("textbox", { name: "Reason" })).not.toHaveValue("");
  await keyboard.press("Enter");
  await page.waitForURL(`**/staff/submissions/${second.id}*`);
  await expect(page.getByText("Rejected: Night Ferry")).toBeVisible();
  await expect
    .poll(() => findDecision(first.id))
    .toMatchObject({
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
  await expect(page.getByRole("button", { name: "Send the request" })).toBeFocused();
  await page.keyboard.press("1");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Changes asked for: Night Ferry")).toBeVisible();
  const sql = "SELECT status, changes_asked_at IS NOT NULL AS asked FROM submissions WHERE id = ?";
  await expect
    .poll(() => store.rows(sql, entry?.id ?? ""))
    .toEqual([{ status: "pending", asked: 1 }]);
});
