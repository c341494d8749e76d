import type { Page } from "playwright/test";
import { signedInArtist } from "../support/accounts";
import { type AppServer, startApp } from "../support/app-server";
import { openStoreReader } from "../support/app-stores";
import { expect, isScriptFree, test, withAndWithoutScript, withVariants } from "../support/journey";
import { expectValidPage } from "../support/valid-page";
import { openDraftInBrowser, postsTo, waitForHydration } from "../support/wizard";

/* The agreement, signed here and at Dropbox Sign. Its calls are in tests/workerd/agreement.test.ts. */

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const NAME = "Sigrid Valentin";

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const dialog = (page: Page) => page.getByRole("dialog", { name: "Sign Your Artist Agreement" });
const heading = (page: Page) => page.getByRole("heading", { name: "Artist Agreement" });

withAndWithoutScript((mode) => {
  test("an artist declines, lets it expire, tries again, and signs", async ({
    page,
    context,
    expectFailure,
  }) => {
    const { artist, visitor } = await signedInArtist({ name: NAME });
    await openDraftInBrowser(context, visitor);
    await page.goto("/agreement");
    const contract = page.getByRole("region", { name: "Contract text" });
    await contract.focus();
    if (!isScriptFree(page)) {
      expect((await contract.boundingBox())?.height).toBe(400);
      await page.keyboard.press("End");
    }
    await expect(page.getByRole("heading", { name: "Royalty schedule" })).toBeVisible();

    await press(page, "View Contract");
    await expect(dialog(page)).toBeVisible();
    const [template] = await Promise.all([
      context.waitForEvent("page"),
      page.getByRole("link", { name: "View Contract Template" }).click(),
    ]);
    await expect(heading(template)).toBeVisible();
    await template.close();
    await press(page, "Cancel");
    await expect(dialog(page)).toHaveCount(0);

    await press(page, "View Contract");
    await press(page, "I've Reviewed");
    await press(page, "Decline to sign");
    await expect(page.getByText("You have declined to sign the agreement.")).toBeVisible();
    await press(page, "Try Again");
    await expect(page.getByRole("button", { name: "View Contract" })).toBeVisible();

    await openStoreReader().rows(
      "UPDATE signature_requests SET expires_at = '2026-01-01' WHERE artist_id = ? RETURNING id",
      artist.id,
    );
    await page.goto("/agreement");
    await expect(page.getByText("The signature request has expired.")).toBeVisible();
    await press(page, "Try Again");

    await press(page, "View Contract");
    await press(page, "I've Reviewed");
    expectFailure(400);
    await press(page, "Sign Agreement");
    await expect(dialog(page).getByText("Type your full name to sign.")).toBeVisible();
    await page.getByLabel("Your full name").fill("sigrid valentin");
    await page.getByLabel(/^I have read the agreement/).check();
    await press(page, "Sign Agreement");
    await expect(page.getByRole("button", { name: "Agreement Signed" })).toBeDisabled();
    const pdf = page.getByRole("link", { name: /signed agreement \(PDF\)/ });
    if (mode !== "JavaScript off") return expect(pdf).toBeVisible();
    await expect(async () => {
      await page.goto("/agreement");
      await expect(pdf).toBeVisible({ timeout: 500 });
    }).toPass();
    await page.goto("/dashboard?tab=1");
    await expect(page.getByRole("button", { name: "Agreement Signed" })).toBeDisabled();
  });
});

withVariants(["JavaScript off"], ["scripted", "client checks off"], (mode) => {
  test("another name and a missing tick are refused at their fields, and sent only without client checks", async ({
    page,
    context,
    expectFailure,
  }) => {
    expectFailure(400);
    const { visitor } = await signedInArtist({ name: NAME });
    await openDraftInBrowser(context, visitor);
    const posts = postsTo(page, "/agreement");
    await page.goto("/agreement?contract=sign");
    await waitForHydration(page);
    const name = page.getByLabel("Your full name");
    const consent = page.getByLabel(/^I have read the agreement/);
    await name.fill("Ola Nordmann");
    await press(page, "Sign Agreement");
    const texts = [
      `Type your name as in the agreement: ${NAME}. If that isn't your name, change it in your profile first.`,
      "Tick the box to say that you agree to be bound by the agreement.",
    ];
    for (const text of texts) await expect(page.getByText(text)).toBeVisible();
    await expect(name).toBeFocused();
    await expect(name).toHaveValue("Ola Nordmann");
    await expect(page).toHaveTitle(/^Error: /);
    if (mode === "scripted") await expectValidPage(page, "refused", RULES);
    expect(posts).toHaveLength(mode === "scripted" ? 0 : 1);
    await name.fill(NAME);
    if (mode !== "JavaScript off") await expect(page.getByText(texts[0] ?? "")).toHaveCount(0);
    await press(page, "Sign Agreement");
    await expect(page.getByText(texts[1] ?? "")).toBeVisible();
    if (mode !== "JavaScript off") await expect(consent).toBeFocused();
    expect(posts).toHaveLength(mode === "scripted" ? 0 : 2);
    await consent.check();
    await press(page, "Sign Agreement");
    await expect(page.getByRole("button", { name: "Agreement Signed" })).toBeDisabled();
    expect(posts).toHaveLength(mode === "scripted" ? 1 : 3);
  });
});

test("the panel is sound in its states", { tag: "@deep-pages" }, async ({ page, context }) => {
  const { artist, visitor } = await signedInArtist({ name: NAME });
  await openDraftInBrowser(context, visitor);
  await page.goto("/agreement", { waitUntil: "networkidle" });
  await expectValidPage(page, "waiting", RULES);
  await press(page, "View Contract");
  await expect(dialog(page)).toBeVisible();
  await expectValidPage(page, "dialog", RULES);
  await press(page, "I've Reviewed");
  await expect(page.getByLabel("Your full name")).toBeVisible();
  await expectValidPage(page, "signing", RULES);
  for (const status of ["declined", "expired", "signed"]) {
    const set = "UPDATE signature_requests SET status = ? WHERE artist_id = ? RETURNING id";
    await openStoreReader().rows(set, status, artist.id);
    await page.goto("/agreement");
    await expectValidPage(page, status, RULES);
  }
});

test.describe("at Dropbox Sign", () => {
  let app: AppServer;
  test.beforeAll(async () => {
    app = await startApp({ build: false, env: { DROPBOX_SIGN_SANDBOX: "1" } });
  });
  test.afterAll(() => app?.stop());

  withAndWithoutScript((mode) => {
    test("an artist declines, tries again, and signs within our page", async ({
      page,
      context,
    }) => {
      const { visitor } = await signedInArtist({ name: NAME }, app);
      await openDraftInBrowser(context, visitor);
      await page.goto(`${app.url}/agreement`);
      if (mode === "JavaScript off") {
        await press(page, "View Contract");
        await press(page, "Sign here instead");
        await page.getByLabel("Your full name").fill(NAME);
        await page.getByLabel(/^I have read the agreement/).check();
        await press(page, "Sign Agreement");
        await expect(page.getByRole("button", { name: "Agreement Signed" })).toBeDisabled();
        return;
      }
      const signingFrame = page.frameLocator("iframe");
      for (const name of ["Decline", "Sign"]) {
        await press(page, "View Contract");
        await press(page, "I've Reviewed");
        await signingFrame.getByRole("button", { name, exact: true }).click();
        if (name === "Sign") break;
        await expect(page.getByText("You have declined to sign the agreement.")).toBeVisible();
        await press(page, "Try Again");
      }
      await expect(page.getByRole("button", { name: "Agreement Signed" })).toBeDisabled();
      await expect(page.getByRole("link", { name: /signed agreement \(PDF\)/ })).toBeVisible();
    });
  });
});
