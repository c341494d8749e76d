import { staffMember } from "../../support/accounts";
import { openStoreReader } from "../../support/app-stores";
import { createDraftAt, findDraftRow } from "../../support/drafts";
import { expect, test } from "../../support/journey";
import { waitForKeys } from "../../support/review-keys";
import { openDraftInBrowser } from "../../support/wizard";

const store = openStoreReader();

test("the shortlist by its key, a rating, tags and a note leave the page as it is, so that music plays on", async ({
  page,
  context,
}) => {
  const visitor = await createDraftAt("review", { artistName: "Marks" });
  const { id } = await findDraftRow(store, visitor);
  await visitor.post("/submit/review", { intent: "submit" });
  const [row] = await store.rows("SELECT id FROM submissions WHERE draft_id = ?", id);
  await openDraftInBrowser(context, await staffMember("Rosa Vale"));
  await page.goto(`/staff/submissions/${row?.id}`);
  await waitForKeys(page);
  await page.evaluate(() => {
    document.body.dataset.page = "first";
  });
  const isSamePage = () => page.evaluate(() => document.body.dataset.page === "first");

  await page.keyboard.press("s");
  await expect(page.getByRole("button", { name: "Take it off the shortlist" })).toBeVisible();
  await page.getByRole("button", { name: "Rate 4 of 5" }).click();
  await expect(page.getByRole("button", { name: "Clear the rating" })).toBeVisible();
  await page.getByLabel("Change the tags").click();
  await page.getByRole("combobox", { name: "Tags" }).fill("Folk, Late Night");
  await page.getByRole("button", { name: "Save the tags" }).click();
  await expect(page.getByText("late night", { exact: true })).toBeVisible();

  const note = page.getByLabel("Note for colleagues");
  await note.fill("Begins well at 0:00");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("Begins well at")).toBeVisible();
  await expect(note).toHaveValue("");
  const played = page.waitForRequest((request) => request.url().includes("/files/"));
  await page.getByRole("link", { name: "0:00: play track 1 from here" }).click();
  await played;
  await expect(page).toHaveURL(/#track-1-0$/);
  expect(await isSamePage()).toBe(true);

  await page.keyboard.press("s");
  await expect(page.getByRole("button", { name: "Put it on the shortlist" })).toBeVisible();
  expect(await isSamePage()).toBe(true);
});
