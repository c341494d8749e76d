import { staffMember } from "../support/accounts";
import { openStoreReader } from "../support/app-stores";
import { expect, test } from "../support/journey";
import { openForKeys, waitForKeys } from "../support/review-keys";
import { addWaiting } from "../support/waiting-submissions";
import { openDraftInBrowser } from "../support/wizard";

const store = openStoreReader();

async function statusOf(id: string) {
  const [row] = await store.rows("SELECT status FROM submissions WHERE id = ?", id);
  return row?.status;
}

test.describe("by touch", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test("a release is rejected with a saved reason by three taps, and the next one is there", async ({
    page,
    context,
  }) => {
    const [first, second] = await addWaiting(2, "Tap");
    await openForKeys(page, context, { id: `${first?.id}?q=Tap`, reviewer: "Judge by touch" });
    await page.getByRole("link", { name: "Reject" }).tap();
    await page.getByRole("radio").first().locator("..").tap();
    await page.getByRole("button", { name: "Send the rejection" }).tap();
    await page.waitForURL(({ pathname }) => pathname === `/staff/submissions/${second?.id}`);
    await expect(page.getByText("Rejected: Night Ferry")).toBeVisible();
    await expect.poll(() => statusOf(first?.id ?? "")).toBe("rejected");
  });
});

test("two who clear one queue see each other, and never get the same entry", async ({
  page,
  context,
  newDevice,
}) => {
  const mark = `Pair${crypto.randomUUID().slice(0, 6)}`;
  const entries = await addWaiting(6, mark);
  const idAt = (index: number) => `${entries[index]?.id}?q=${mark}`;
  await page.setViewportSize({ width: 1280, height: 800 });
  await openForKeys(page, context, { id: idAt(0), reviewer: "Ada Berg" });
  const other = await newDevice();
  await openDraftInBrowser(other, await staffMember("Bo Lind"));
  const otherPage = await other.newPage();
  await otherPage.setViewportSize({ width: 1280, height: 800 });
  await otherPage.goto(`/staff/submissions/${idAt(1)}`);
  await waitForKeys(otherPage);
  await expect(page.getByText("Bo Lind is listening")).toBeVisible({ timeout: 10_000 });
  await expect(otherPage.getByText("Ada Berg is listening")).toBeVisible({ timeout: 10_000 });

  const opened = new Set<string>();
  for (let turn = 0; turn < 2; turn += 1)
    for (const desk of [page, otherPage]) {
      const { pathname } = new URL(desk.url());
      opened.add(pathname);
      await desk.keyboard.press("a");
      await desk.keyboard.press("Enter");
      await desk.waitForURL((url) => url.pathname !== pathname);
    }
  // Four decisions about four entries, though both went through the same list.
  expect(opened.size).toBe(4);
  await expect
    .poll(async () => {
      const rows = await store.rows(
        "SELECT count(*) AS n FROM submissions WHERE status = 'approved' AND artist_name LIKE ?",
        `${mark}%`,
      );
      return rows[0]?.n;
    })
    .toBe(4);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(otherPage.getByRole("alert")).toHaveCount(0);
});

test("what the server fails to decide stays chosen and written, and without a connection it waits", async ({
  page,
  context,
  expectFailure,
}) => {
  expectFailure(503);
  expectFailure("ERR_INTERNET_DISCONNECTED");
  const mark = `Line${crypto.randomUUID().slice(0, 6)}`;
  const entries = await addWaiting(4, mark);
  const [first, second, ...others] = entries.map(({ id }) => id);
  const statuses = () => Promise.all(others.map(statusOf));
  const failPosts = (path: string) =>
    page.route(`**${path}.data*`, (route) =>
      route.request().method() === "POST"
        ? route.fulfill({
            // As Remix writes `{ error: "down" }`.
            ...{ status: 503, body: '[{"_1":2},"error","down"]\n' },
            headers: { "X-Request-Id": "failed", "X-Remix-Response": "yes" },
          })
        : route.fallback(),
    );
  await page.setViewportSize({ width: 1280, height: 800 });
  await openForKeys(page, context, { id: `${first}?q=${mark}`, reviewer: `Olga ${mark}` });
  const reason = page.getByRole("textbox", { name: /^Reason/ });
  const alert = page.getByRole("alert");

  for (const index of [3, 4]) await page.getByLabel(`Choose ${mark} ${index}:`).check();
  await page.keyboard.press("r");
  await reason.fill("Not for us, {artist}.");
  const send = page.getByRole("button", { name: "Set all to Rejected" });
  const expectKept = async () => {
    await expect(page.getByText("2 entries chosen")).toBeVisible();
    await expect(reason).toHaveValue("Not for us, {artist}.");
  };
  await failPosts("/staff/decide");
  await send.click();
  await expect(alert).toContainText("Not sent: nothing was changed");
  await expectKept();
  await page.unroute("**/staff/decide.data*");
  await context.setOffline(true);
  await send.click();
  await expect(page.getByText("we'll carry on as soon as the connection is back")).toBeVisible();
  await expectKept();
  expect(await statuses()).toEqual(["pending", "pending"]);
  await context.setOffline(false);
  await expect(page.getByText("2 are Rejected now")).toBeVisible();
  await expect(page.getByText("entries chosen")).toHaveCount(0);
  expect(await statuses()).toEqual(["rejected", "rejected"]);
  await page.getByRole("button", { name: "Undo all" }).click();
  await expect(page.getByText("2 are as before now")).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(`/staff/submissions/${first}`);
  expect(await statuses()).toEqual(["pending", "pending"]);

  await page.keyboard.press("r");
  await reason.fill("Too quiet.");
  await failPosts(`/staff/submissions/${first}`);
  const sendOne = page.getByRole("button", { name: "Send the rejection" });
  await sendOne.click();
  await page.waitForURL(({ pathname }) => pathname === `/staff/submissions/${second}`);
  await expect(alert).toContainText("Not done: Rejected: Night Ferry");
  await page.unroute(`**/staff/submissions/${first}.data*`);
  await alert.getByRole("link", { name: "Open it" }).click();
  await page.waitForURL(({ pathname }) => pathname === `/staff/submissions/${first}`);
  await expect(reason).toHaveValue("Too quiet.");
  await sendOne.click();
  await expect.poll(() => statusOf(first ?? "")).toBe("rejected");
});

test("who decides second is told who decided what, and keeps the reason", async ({
  page,
  context,
  expectFailure,
}) => {
  expectFailure(409);
  const mark = `Late${crypto.randomUUID().slice(0, 6)}`;
  const [entry, other] = await addWaiting(2, mark);
  const path = `/staff/submissions/${entry?.id}`;
  await page.setViewportSize({ width: 1280, height: 800 });
  await openForKeys(page, context, { id: `${entry?.id}?q=${mark}`, reviewer: "Ada Berg" });
  await page.keyboard.press("r");
  const reason = page.getByRole("textbox", { name: /^Reason/ });
  await reason.fill("Too quiet for us.");
  const bo = await staffMember("Bo Lind");
  await bo.post(path, { intent: "set", status: "approved", revision: "1" });
  await page.getByRole("button", { name: "Send the rejection" }).click();
  await page.waitForURL(({ pathname }) => pathname === `/staff/submissions/${other?.id}`);
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("Not done: Rejected: Night Ferry");
  await expect(alert).toContainText(/Bo Lind has set this to Approved, .* Nothing of yours/);
  await alert.getByRole("link", { name: "Open it" }).click();
  await page.waitForURL(({ pathname }) => pathname === path);
  await expect(reason).toHaveValue("Too quiet for us.");
  expect(await statusOf(entry?.id ?? "")).toBe("approved");
});

test.describe("in another time zone than UTC", () => {
  test.use({ timezoneId: "Asia/Kolkata" });

  test("z puts an entry off until nine in the morning there, and times are those of the clock there", async ({
    page,
    context,
  }) => {
    const mark = `Later${crypto.randomUUID().slice(0, 6)}`;
    const [entry, other] = await addWaiting(2, mark);
    await page.setViewportSize({ width: 1280, height: 800 });
    await openForKeys(page, context, { id: `${entry?.id}?q=${mark}`, reviewer: "Asha Rao" });
    await page.keyboard.press("z");
    await page.keyboard.press("Enter");
    await expect(page.getByText("This comes back on the day that you chose.")).toBeVisible();
    const findUntil = async (id = "") => {
      const sql = "SELECT snoozed_until AS until FROM review_items WHERE id = ?";
      return (await store.rows(sql, id))[0]?.until;
    };
    expect(await findUntil(entry?.id)).toMatch(/T03:30:00.000Z$/);
    await page.keyboard.press("z");
    const until = page.getByText("Put off until").locator("time");
    await expect(until).toHaveText(/, 09:00 UTC\+5:30$/);
    await expect(until).toHaveAttribute("title", /, 03:30 UTC$/);
    await page.getByRole("link", { name: /^History/ }).click();
    await expect(page.locator("#tabs time").first()).toHaveText(/ UTC\+5:30$/);

    await page.goto(`/staff?q=${mark}`);
    await waitForKeys(page);
    await page.getByLabel(`Choose ${other?.artistName}`).check();
    await page.keyboard.press("z");
    await expect(page.getByText("1 is put off until tomorrow now")).toBeVisible();
    expect(await findUntil(other?.id)).toMatch(/T03:30:00.000Z$/);
  });
});

test("Ctrl+K goes to any page of staff", async ({ page, context }) => {
  const [entry] = await addWaiting(1, "Later");
  await page.setViewportSize({ width: 1280, height: 800 });
  await openForKeys(page, context, { id: `${entry?.id}?q=Later`, reviewer: "Ada Berg" });
  await page.keyboard.press("Control+k");
  await page.getByPlaceholder("Go to a page, or search the queue").fill("Artists");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/staff\/artists$/);
});

test("a filter is kept as a view of one's own, and given up again", async ({ page, context }) => {
  await openDraftInBrowser(context, await staffMember(`Viewer ${crypto.randomUUID().slice(0, 6)}`));
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/staff?genre=Folk");
  await page.getByText("Save view").click();
  await page.getByLabel("Name of the view").fill("All folk");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const view = page.getByRole("navigation", { name: "Views of the queue" }).getByText("All folk");
  await expect(view).toHaveAttribute("aria-current", "true");
  await page.getByRole("button", { name: "Remove this view" }).click();
  await expect(view).toHaveCount(0);
});
