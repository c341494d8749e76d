import { staffPasscode } from "../support/accounts";
import { type AppServer, startApp } from "../support/app-server";
import { expect, test, withAndWithoutScript } from "../support/journey";

/* In an app of its own: nobody else is to meet closed submissions. */

const STAFF_PAGES = [
  ...[
    "Queue",
    "Mine",
    "Mentions",
    "Dates",
    "Artists",
    "Links",
    "Figures",
    "Reasons",
    "Sheets",
    "Mode",
    "Data requests",
    "Activity",
    "Analytics",
  ],
  ...["Connections", "Incidents", "Settings", "Sessions"],
];

let app: AppServer;
/** The same app by a name that has no shortcuts: a developer need not sign in. */
let site: string;
test.beforeAll(async () => {
  app = await startApp({ build: false, env: { DEV_TOOLS: "1" } });
  site = app.url.replace("//localhost", "//label.localhost");
});
test.afterAll(() => app?.stop());

withAndWithoutScript((mode) => {
  test("staff sign in, close submissions with a note, open them and sign out", {
    tag: "@staff",
  }, async ({ page, expectFailure }) => {
    expectFailure(400);
    const note = `Back in May (${mode}).`;
    await page.goto(`${site}/staff/mode`);
    await expect(page).toHaveURL(/\/staff\/sign-in\?to=/);
    await page.getByLabel("Your name").fill("Ada Berg");
    await page.getByLabel("Staff passcode").fill("not the passcode");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByText("This is not the staff passcode.")).toBeVisible();
    await expect(page.getByLabel("Your name")).toHaveValue("Ada Berg");
    await page.getByLabel("Staff passcode").fill(staffPasscode(app));
    await page.getByLabel("Staff passcode").press("Enter");
    await expect(page).toHaveURL(/\/staff\/mode$/);
    await expect(page.locator("script:not(#post-once, #local-times)")).toHaveCount(0);
    await page.getByLabel("Note for artists (optional)").fill(note);
    await page.getByRole("button", { name: "Close submissions" }).click();
    await expect(page.getByText(/Last changed by Ada Berg, .* UTC\./)).toBeVisible();
    await page.goto(`${site}/submit`);
    await expect(page.getByRole("heading", { name: "Share Your New Music With Us" })).toBeVisible();
    await expect(page.getByText(note)).toBeVisible();
    await page.goto(`${site}/staff/mode`);
    await page.getByRole("button", { name: "Open submissions" }).click();
    await expect(page.getByText("Open", { exact: true })).toBeVisible();
    // On a phone the pages are in a menu, and nothing of the public site stands above it.
    await expect(page.getByRole("navigation", { name: "Main" })).toHaveCount(0);
    await page.getByLabel("Menu").click();
    await expect(
      page.getByRole("navigation", { name: "Staff pages" }).getByRole("link"),
    ).toHaveText(STAFF_PAGES);
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page.getByText("You are signed out.")).toBeVisible();
    await page.goto(`${site}/staff`);
    await expect(page).toHaveURL(/\/staff\/sign-in/);
  });
});
