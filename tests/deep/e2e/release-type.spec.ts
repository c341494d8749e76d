import { expect, test, withAndWithoutScript } from "../../support/journey";
import {
  chooseReleaseType,
  expectFocus,
  expectTitles,
  openMusic,
  radio,
  sendAudio,
  trackFileBox,
  typeTitles,
} from "../../support/music-step-page";

withAndWithoutScript(() => {
  test("a smaller release type asks before it takes tracks with files away", async ({
    page,
    scripted,
  }) => {
    await openMusic(page);
    await chooseReleaseType(page, "EP", scripted);
    await typeTitles(page, "Night Ferry", "Harbour Lights");
    await sendAudio(page, 0, scripted);
    await sendAudio(page, 1, scripted);
    await chooseReleaseType(page, "Single", scripted);
    const question = page.getByRole("alert");
    await expect(question).toContainText('These would go, with their files: "Harbour Lights".');
    await question.getByRole("button", { name: "Keep EP" }).click();
    await expect(question).toHaveCount(0);
    await expect(radio(page, "EP")).toBeChecked();
    await expectFocus(radio(page, "EP"), scripted);
    await expectTitles(page, "Night Ferry", "Harbour Lights", "");
    await chooseReleaseType(page, "Single", scripted);
    await question.getByRole("button", { name: "Change to Single" }).click();
    await expectTitles(page, "Night Ferry");
    await expect(radio(page, "Single")).toBeChecked();
    await expect(trackFileBox(page, 0)).toContainText("short.wav");
  });
});
