import type { Page } from "playwright/test";
import { expect, test } from "../support/journey";
import { shortWav, sleeve } from "../support/test-files";
import {
  artworkField,
  audioField,
  chooseByKeyboard,
  expectStep,
  fileBox,
  pageTitle,
  tabTo,
} from "../support/wizard";

async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}

/**
 * Chooses in a list by its first letters. The browser begins anew after a second without a key, which a busy
 * machine may take.
 */
async function chooseByLetters(page: Page, label: string, letters: string, option: string) {
  const list = page.getByLabel(label, { exact: true });
  await tabTo(page, list);
  await expect(async () => {
    await page.keyboard.type(letters);
    expect(await list.inputValue()).toBe(option);
  }).toPass();
}

test("the whole wizard works by keyboard alone, and Enter in a field means Next", async ({
  page,
}) => {
  // Keeps the file dialog caught from the start: catching it only when it opens comes too late.
  page.on("filechooser", () => undefined);
  await page.goto("/");
  await tabTo(page, page.getByRole("link", { name: "Skip to content" }));
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("main").getByRole("link", { name: "Submit your music" }));
  await page.keyboard.press("Enter");
  await expectStep(page, "artist");

  await type(page, "Artist name", "Sigrid Vale");
  await type(page, "First name", "Sigrid");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Surname")).toBeFocused();
  await page.keyboard.type("Valentin");
  await type(page, "Email", "sigrid@example.com");
  await type(page, "Country", "Irel");
  await type(page, "City", "Cork");
  await page.keyboard.press("Enter");
  await expectStep(page, "music");
  await expect(pageTitle(page)).toBeFocused();

  await type(page, "Release title", "Night Ferry");
  await chooseByLetters(page, "Primary genre", "Folk", "Folk");
  const subGenre = page.getByLabel("Sub-genre", { exact: true });
  await expect(subGenre.getByText("Indie Folk")).toBeAttached();
  await chooseByLetters(page, "Sub-genre", "Indie F", "Indie Folk");
  await chooseByKeyboard(page, artworkField(page), sleeve().path);
  await expect(fileBox(page, "Artwork (optional)")).toContainText("Uploaded and ready");
  await type(page, "Track title", "Night Ferry");
  await chooseByKeyboard(page, audioField(page), shortWav().path);
  await tabTo(page, page.getByLabel("Solo work"));
  await page.keyboard.press("Space");
  await page.keyboard.press("Space");
  await tabTo(page, page.getByRole("button", { name: "Add or change contributors" }));
  await page.keyboard.press("Enter");
  const first = page.getByRole("group", { name: "Songwriter 1" });
  await expect(first).toBeVisible();
  await tabTo(page, first.getByLabel("First name"));
  await page.keyboard.type("Ada");
  await tabTo(page, first.getByLabel("Last name"));
  await page.keyboard.type("Byron");
  await tabTo(page, first.getByLabel("Share in %"));
  await page.keyboard.type("50");
  await tabTo(page, page.getByRole("button", { name: "Add a songwriter" }));
  await page.keyboard.press("Enter");
  const second = page.getByRole("group", { name: "Songwriter 2" });
  await expect(second.getByLabel("First name")).toBeFocused();
  await page.keyboard.type("Bea");
  await tabTo(page, second.getByLabel("Last name"));
  await page.keyboard.type("Okafor");
  await tabTo(page, second.getByLabel("Share in %"));
  await page.keyboard.type("50");
  await expect(page.getByText("Total 100%")).toBeVisible();
  await tabTo(page, page.getByRole("button", { name: "Next" }));
  await page.keyboard.press("Space");
  await expectStep(page, "about");

  await type(page, "Bio (optional)", "Ferries.");
  await tabTo(page, page.getByLabel("I'm interested in publishing administration"));
  await page.keyboard.press("Space");
  await type(page, "PRO number (optional)", "12345");
  await page.keyboard.press("Enter");
  await expectStep(page, "review");

  const change = page.getByRole("link", { name: "Change Release title" });
  await tabTo(page, change);
  await page.keyboard.press("Enter");
  await expectStep(page, "music");
  await expect(page.getByLabel("Release title")).toBeFocused();
  await page.keyboard.press("Enter");
  await expectStep(page, "review");
  await expect(page.getByRole("main")).toContainText("Ada Byron 50%, Bea Okafor 50%");
  await tabTo(page, page.getByRole("button", { name: "Submit Music" }));
  await page.keyboard.press("Enter");
  await page.waitForURL("**/submit/success");
  await tabTo(page, page.getByRole("link", { name: "Return to Home" }));
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/$/);
});
