import type { Page } from "playwright/test";
import { type AppServer, startApp } from "../support/app-server";
import { openStoreReader, pollUntil, type StoreReader } from "../support/app-stores";
import { expect, test, withAndWithoutScript, withVariants } from "../support/journey";
import { pageText, unescapeHtml } from "../support/page-parts";
import {
  button,
  completeSubmission,
  field,
  fillDetails,
  fillTitle,
  tickSoloWork,
  trackAudio,
} from "../support/release-journey";
import { shortWav } from "../support/test-files";
import { expectValidPage } from "../support/valid-page";
import { Visitor } from "../support/visitor";
import {
  chooseCountry,
  completeArtist,
  expectStep,
  fillArtist,
  pageTitle,
  postsTo,
  pressNext,
  waitForHydration,
} from "../support/wizard";

/* Uses its own app, because it closes submissions. A developer counts as staff there. */

const CLOSED = "Share Your New Music With Us";
const INVITE = "/staff/links/invitation";

let app: AppServer;
let store: StoreReader;
let staff: Visitor;
test.beforeAll(async () => {
  app = await startApp({ build: false, env: { DEV_TOOLS: "1" } });
  store = openStoreReader(app.url);
  staff = new Visitor(app.url);
});
test.afterAll(() => app?.stop());

const createAddress = () => `${crypto.randomUUID()}@example.com`;
const setMode = async (intent: "open" | "close", note = "") =>
  expect((await staff.post("/staff/mode", { intent, note })).status).toBe(302);
const readText = async (path: string, visitor = staff) =>
  pageText(await (await visitor.send(path)).text());

/** A single, from the music step to the success page. */
async function sendSingle(page: Page, title: string): Promise<void> {
  await fillTitle(page, 0, title);
  await trackAudio(page, 0).setInputFiles(shortWav().path);
  await tickSoloWork(page, 0);
  await fillDetails(page, title);
  await completeSubmission(page);
}

async function joinWaitingList(page: Page, email: string): Promise<void> {
  await page.goto(`${app.url}/submit`);
  await waitForHydration(page);
  await expect(pageTitle(page)).toHaveText(CLOSED);
  const answers = { "Artist name": "Ola Nord", "First name": "Ola", Surname: "Nordby" };
  for (const [label, text] of Object.entries({ ...answers, Email: email }))
    await field(page, label).fill(text);
  await chooseCountry(page, "Norway");
  await field(page, "City").fill("Oslo");
  await field(page, "Listen link").fill("soundcloud.com/ola/demo");
  await button(page, "Submit for review").click();
  await page.waitForURL("**/submit/joined?entry=*");
}

/** The entry of an artist, once the board has it too. */
const findEntry = (email: string) =>
  pollUntil(async () => {
    const [row] = await store.rows("SELECT * FROM waiting_list WHERE email = ?", email);
    return row?.monday_item_id ? row : undefined;
  });

withAndWithoutScript((mode) => {
  test("an artist in the middle of the wizard finishes though submissions are closed; others meet the waiting list", async ({
    page,
  }) => {
    const email = createAddress();
    await setMode("open");
    await page.goto(`${app.url}/submit`);
    await waitForHydration(page);
    await fillArtist(page, { ...completeArtist, Email: email });
    await pressNext(page);
    await expectStep(page, "music");
    await setMode("close", `Back in May (${mode}).`);
    const text = await readText("/submit", new Visitor(app.url));
    expect(text).toContain(CLOSED);
    expect(text).toContain(`Back in May (${mode}).`);
    await sendSingle(page, "Undertow");
    const sql = "SELECT release_title, entry FROM submissions WHERE email = ?";
    expect(await store.rows(sql, email)).toEqual([{ release_title: "Undertow", entry: "open" }]);
  });

  test("from the waiting list to an invitation, and from that to a submission", async ({
    page,
  }) => {
    const email = createAddress();
    await setMode("close");
    await joinWaitingList(page, email);
    const { id, monday_item_id: itemId } = await findEntry(email);
    const entry = `/staff/submissions/${id}`;
    expect(await readText(entry)).toContain("Not invited yet");
    const reply = await staff.post(INVITE, { intent: "invite", waitingListId: String(id) });
    const [path = ""] = /\/i\/[\w-]{43}/.exec(unescapeHtml(await reply.text())) ?? [];

    await page.goto(app.url + path);
    await waitForHydration(page);
    await expect(pageTitle(page)).toHaveText("Welcome, Ola Nord");
    await page.getByRole("button", { name: "Start your submission" }).click();
    await expectStep(page, "artist");
    expect(await readText(entry)).toContain("nothing submitted yet");
    await expect(page.getByLabel("Email")).toHaveValue(email);
    await expect(page.getByLabel("Surname")).toHaveValue("Nordby");
    await pressNext(page);
    await expectStep(page, "music");
    await sendSingle(page, "Fjord");
    const [row] = await store.rows("SELECT * FROM submissions WHERE email = ?", email);
    // The board has one item of this artist, from the waiting list to the release.
    expect(row).toMatchObject({ entry: "invited", monday_item_id: itemId });
    const html = await (await staff.send(entry)).text();
    expect(pageText(html)).toMatch(/Invited on .* Used on /);
    expect(html).toContain(`href="/staff/submissions/${row?.id}"`);
  });
});

withVariants(["JavaScript off"], ["scripted", "client checks off"], (mode) => {
  test("errors of an invitation appear at its fields, and it is sent only without client checks", async ({
    page,
    expectFailure,
  }) => {
    expectFailure(400);
    const posts = postsTo(page, INVITE);
    await page.goto(app.url + INVITE);
    await waitForHydration(page);
    const item = page.getByLabel("Item on the board (optional)");
    const make = page.getByRole("button", { name: "Create the invitation" });
    await item.fill("x");
    await page.getByLabel("Email").fill("marit@");
    await page.getByLabel("City (optional)").fill("Bodø");
    await make.click();
    const texts = [
      "An item's id on the board is a number, such as 1234567890",
      "Artist name is required",
      "Please enter a valid email address",
    ];
    for (const text of texts) await expect(page.getByText(text)).toBeVisible();
    await expect(item).toBeFocused();
    await expect(page).toHaveTitle(/^Error: /);
    await expect(page.getByLabel("City (optional)")).toHaveValue("Bodø");
    if (mode === "scripted") await expectValidPage(page, "an invitation with errors");
    expect(posts).toHaveLength(mode === "scripted" ? 0 : 1);
    await item.fill("");
    await page.getByLabel("Artist name").fill("Marit Sund");
    await page.getByLabel("Email").fill(createAddress());
    if (mode !== "JavaScript off") {
      for (const text of texts) await expect(page.getByText(text)).toHaveCount(0);
      await expect(page).not.toHaveTitle(/^Error: /);
    }
    await make.click();
    await expect(pageTitle(page)).toHaveText("Invitation for Marit Sund");
  });
});
