import { signedInArtist } from "../../support/accounts";
import { expect, test } from "../../support/journey";
import { holdRequests } from "../../support/slow-link";
import { openDraftInBrowser, waitForHydration } from "../../support/wizard";

test.beforeEach(async ({ page, context }) => {
  await openDraftInBrowser(context, (await signedInArtist()).visitor);
  await page.goto("/edit-profile");
  await waitForHydration(page);
});

test.describe("client checks off", () => {
  test.use({ mode: "client checks off" });
  test("what is typed while the answer of a save is on its way stays, though it was refused", async ({
    page,
    expectFailure,
  }) => {
    expectFailure(400);
    const [website, bio] = [page.getByLabel("Website"), page.getByLabel("Biography")];
    await website.fill("no address");
    await bio.fill("Songs of the harbour.");
    let answer = () => {};
    const answerSignal = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/edit-profile.data*", async (route) => {
      if (route.request().method() === "POST") await answerSignal;
      await route.continue();
    });
    const post = page.waitForRequest((request) => request.url().includes("/edit-profile.data"));
    await page.getByRole("button", { name: "Save", exact: true }).last().click();
    await post;
    await bio.fill("Songs of the harbour, and of the ferry.");
    answer();
    await expect(website).toHaveAttribute("aria-invalid", "true");
    await expect(bio).toHaveValue("Songs of the harbour, and of the ferry.");
  });
});

test("no word about saving moves what is under a finger", async ({ page }) => {
  const website = page.getByLabel("Website (optional)");
  const place = () => website.evaluate((field) => field.getBoundingClientRect().top + scrollY);
  const before = await place();
  const letSave = await holdRequests(page, "**/api/profile/form");
  await website.fill("vale.ie");
  for (const word of ["Saving…", "What you typed is kept"]) {
    await expect(page.getByRole("status").filter({ hasText: word })).toBeVisible();
    expect(await place()).toBe(before);
    letSave();
  }
});
