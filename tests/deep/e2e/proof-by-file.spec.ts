import { expect, test, withAndWithoutScript } from "../../support/journey";
import { completeDetails, releaseInProgress } from "../../support/published-release";
import { openDraftInBrowser, waitForHydration } from "../../support/wizard";

withAndWithoutScript(() => {
  test("a file that proves rights is refused, added, kept and removed", async ({
    page,
    context,
    scripted,
    expectFailure,
  }) => {
    const { visitor, path } = await releaseInProgress();
    const details = completeDetails({ workForHire: "yes" });
    await visitor.post(path, { ...details, intent: "save" });
    await openDraftInBrowser(context, visitor);
    await page.goto(path);
    await waitForHydration(page);
    const choose = async (name: string, text: string) => {
      const buffer = Buffer.from(text);
      const field = page.getByLabel("Or the agreement or proof as a file");
      await field.setInputFiles({ name, mimeType: "application/pdf", buffer });
      // By script it is sent at once.
      if (!scripted) await page.getByRole("button", { name: "Add the file" }).first().click();
    };
    expectFailure(400);
    await choose("notes.pdf", "no document");
    await expect(page.getByText("This file is not a PDF, JPEG or PNG.").first()).toBeVisible();
    await choose("deal.pdf", "%PDF-1.7");
    await expect(page.getByRole("link", { name: "deal.pdf" })).toBeVisible();
    await expect(page.getByText("This file is not a PDF")).toHaveCount(0);
    await page.goto(path);
    await waitForHydration(page);
    await expect(page.getByText("Work for hire: no agreement given")).toHaveCount(0);
    await page.getByRole("button", { name: "Remove deal.pdf" }).click();
    await expect(page.getByText("Work for hire: no agreement given")).toBeVisible();
    await expect(page.getByText("deal.pdf")).toHaveCount(0);
  });
});
