import { ARTWORK_SLOT } from "~/domain/uploads/slots";
import { createDraftAt } from "../support/drafts";
import { expect, scriptedAsVariant, test } from "../support/journey";
import {
  artworkField,
  banner,
  closeMissing,
  expectStep,
  fileBox,
  openStep,
  pressNext,
} from "../support/wizard";

const wrong = { name: "cover.png", mimeType: "image/png", buffer: Buffer.from("x") };
const TEXT = "Please select a valid JPEG or JPG file";

scriptedAsVariant((mode) => {
  test("a refused artwork stands beside the good one, Next tells of it, Back leads back", async ({
    page,
    context,
    scripted,
    expectFailure,
  }) => {
    if (mode === "JavaScript off") expectFailure(415);
    await openStep(page, context, await createDraftAt("review"), "music");
    const box = fileBox(page, "Artwork (optional)");
    await expect(box).toContainText("cover.jpg");
    await page.getByLabel("Release title").fill("Harbour");
    await artworkField(page).setInputFiles(wrong);
    if (scripted) await expect(box).toContainText('"cover.png" was not taken. "cover.jpg" stays.');
    await pressNext(page);
    if (scripted) await closeMissing(page);
    await expect(banner(page).getByRole("link", { name: TEXT })).toHaveAttribute(
      "href",
      `#${ARTWORK_SLOT}`,
    );
    await expect(artworkField(page)).toHaveAttribute("aria-invalid", "true");
    await expect(box.locator("..")).toContainText(TEXT);
    await expect(box).toContainText("cover.jpg");
    await expect(page.getByRole("img", { name: "Your artwork" })).toBeVisible();
    await expect(page.getByLabel("Release title")).toHaveValue("Harbour");

    await artworkField(page).setInputFiles(wrong);
    await page.getByRole("button", { name: "Back", exact: true }).click();
    await expectStep(page, "artist");
    if (!scripted)
      await expect(
        page.getByRole("status").filter({
          hasText: "We couldn't take a file you chose in Music Upload. Choose another one there.",
        }),
      ).toBeVisible();
    await page.goto("/submit/music");
    await expect(box).toContainText("cover.jpg");
    await expect(page.getByLabel("Release title")).toHaveValue("Harbour");
  });
});
