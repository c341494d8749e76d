import type { Page } from "playwright/test";
import { queryAppDatabase } from "../support/inject-site-failure";
import { expect, test, withVariants } from "../support/journey";
import { button, field } from "../support/release-journey";
import { expectValidPage } from "../support/valid-page";
import {
  banner,
  chooseCountry,
  missingDialog,
  pageTitle,
  waitForHydration,
} from "../support/wizard";

/* The page is the same while submissions are open; that it stands in for the wizard while they are
 * closed is told in staff.spec.ts and submission-mode.test.ts. */

const ALERT =
  "Please fill in the following required fields: First name, Surname, Email, Country, City";
const NO_LINK = "Please provide a listen link for your latest project.";
const submit = (page: Page) => button(page, "Submit for review");

async function open(page: Page): Promise<void> {
  await page.goto("/submit/waiting-list");
  await waitForHydration(page);
}

/** Everything that has to be there, but the listen link. */
async function fill(page: Page, email: string): Promise<void> {
  for (const [label, text] of Object.entries({
    "Artist name": "Sigrid Vale",
    "First name": "Sigrid",
    Surname: "Valentin",
    Email: email,
  }))
    await field(page, label).fill(text);
  await chooseCountry(page, "Ireland");
  await field(page, "City").fill("Cork");
}

const createAddress = () => `${crypto.randomUUID()}@example.com`;

async function expectJoined(page: Page, email: string): Promise<void> {
  await page.waitForURL("**/submit/joined?entry=*");
  await expect(pageTitle(page)).toHaveText("Submitted for review!");
  await expect(
    page.getByText(/A person listens to every link, and we reply within 7-10 days\./),
  ).toBeVisible();
  const [row, ...others] = await queryAppDatabase(
    "SELECT * FROM waiting_list WHERE email = ?",
    email,
  );
  expect([row?.listen_link, others]).toEqual(["https://soundcloud.com/vale/ferry", []]);
  await expect(page.getByText(`Reference ${row?.reference}`)).toBeVisible();
}

withVariants(["scripted", "JavaScript off"], ["client checks off"], (mode) => {
  test("an artist is told what is missing, keeps what was typed, and joins", async ({
    page,
    expectFailure,
  }) => {
    expectFailure(400);
    const email = createAddress();
    await open(page);
    await expect(page.getByRole("heading", { level: 2 })).toHaveText([
      "Basic Information",
      "Find your artist profile on Spotify",
      "Social Media Profiles",
      "Location",
      "Your latest project",
    ]);
    await expect(field(page, "Submit my music")).toBeChecked();
    await field(page, "Artist name").fill("Sigrid Vale");
    await field(page, "Instagram (optional)").fill("@vale");
    // Where the button waits for a listen link, Enter says what it waits for.
    await field(page, "Artist name").press("Enter");
    if (mode !== "JavaScript off") {
      await expect(missingDialog(page)).toContainText(ALERT);
      await missingDialog(page).getByRole("button", { name: "Close" }).click();
      await expect(banner(page)).toBeFocused();
    }
    await expect(page).toHaveTitle(/^Error: Share Your New Music With Us/);
    await expect(banner(page)).toContainText(ALERT);
    await expect(banner(page)).toContainText(NO_LINK);
    await expect(field(page, "Instagram (optional)")).toHaveAccessibleDescription(
      /Please include instagram\.com\/ in the URL/,
    );
    await expect(field(page, "Artist name")).toHaveValue("Sigrid Vale");
    await fill(page, email);
    await field(page, "Instagram (optional)").fill("instagram.com/vale");
    await field(page, "About the project (optional)").fill("Two songs.\nOut in May.");
    await field(page, "Just keep me updated").check();
    await field(page, "Listen link").fill("soundcloud.com/vale/ferry");
    if (mode !== "JavaScript off") {
      await expect(page.getByText(NO_LINK)).toHaveCount(0);
      await expect(page).toHaveTitle(/^Share Your New Music With Us/);
    }
    await submit(page).click();
    await expectJoined(page, email);
    const [row] = await queryAppDatabase(
      "SELECT artist_data FROM waiting_list WHERE email = ?",
      email,
    );
    expect(JSON.parse(String(row?.artist_data))).toMatchObject({
      instagramProfile: "instagram.com/vale",
      submissionIntent: "keep-updated",
      projectDescription: "Two songs.\nOut in May.",
    });
    await page.getByRole("link", { name: "Return to Home" }).click();
    await expect(page).toHaveURL(/\/$/);
  });
});

test("without a line, or a server that works, nothing is lost and the same button tries again", async ({
  page,
  expectFailure,
}) => {
  expectFailure(503, 403, "net::ERR_FAILED");
  const email = createAddress();
  await open(page);
  await expectValidPage(page, "empty");
  await expect(submit(page)).toBeDisabled();
  await expect(submit(page)).toHaveAccessibleDescription("Add a listen link first.");
  await field(page, "Instagram (optional)").fill("@vale");
  await field(page, "Artist name").press("Enter");
  await missingDialog(page).getByRole("button", { name: "Close" }).click();
  await expectValidPage(page, "field errors");
  await field(page, "Instagram (optional)").fill("");
  await fill(page, email);
  await field(page, "About the project (optional)").fill("Two songs.");
  await field(page, "Just keep me updated").check();
  // The page is closed by mistake, and opened again.
  await page.goto("about:blank");
  await open(page);
  await expect(field(page, "Email")).toHaveValue(email);
  await expect(field(page, "City")).toHaveValue("Cork");
  await expect(field(page, "About the project (optional)")).toHaveValue("Two songs.");
  await expect(field(page, "Just keep me updated")).toBeChecked();
  await field(page, "Listen link").fill("soundcloud.com/vale/ferry");
  await expect(submit(page)).toBeEnabled();

  await page.route("**/api/waiting-list", (route) => route.abort());
  await submit(page).click();
  await expect(banner(page)).toContainText(
    "Network error: Please check your internet connection and try again.",
  );
  await expect(banner(page)).toBeFocused();
  await page.unroute("**/api/waiting-list");

  let answer = () => {};
  const answerSignal = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/waiting-list", async (route) => {
    await answerSignal;
    await route.fulfill({ status: 503, json: { success: false, details: "Full." } });
  });
  await submit(page).click();
  await expect(button(page, "Submitting...")).toBeVisible();
  // A second press while the first is under way sends nothing.
  await button(page, "Submitting...").click();
  answer();
  await expect(banner(page)).toContainText("Server error: Full.");
  await expectValidPage(page, "server error");
  await page.unroute("**/api/waiting-list");

  // A script that fills every field is stopped; a person gets past it.
  await page.locator('input[name="website"]').evaluate((input: HTMLInputElement) => {
    input.value = "https://x.example";
  });
  await submit(page).click();
  await expect(banner(page)).toContainText("Submission validation failed.");
  await page.locator('input[name="website"]').evaluate((input: HTMLInputElement) => {
    input.value = "";
  });
  await button(page, "I'm a person, submit for review").click();
  await expectJoined(page, email);
  await expect(pageTitle(page)).toBeFocused();
  await expectValidPage(page, "joined");
  const readStoredList = () => page.evaluate(() => localStorage.getItem("waiting-list"));
  expect(await readStoredList()).toBeNull();
});
