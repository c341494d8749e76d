import { wavBytes } from "../../fixtures/wav";
import { openStoreReader } from "../../support/app-stores";
import { appUnderTest } from "../../support/app-under-test";
import { draftFiles } from "../../support/drafts";
import { seededRandom } from "../../support/interleaving";
import { expect, test } from "../../support/journey";
import { openMusic } from "../../support/music-step-page";
import { audioField, fileBox, toVisitor } from "../../support/wizard";

const ACTS = 6;
const SMALL_SECONDS = [0.3, 6];
/** Goes in parts. */
const LARGE_BYTES = 16_000_000;

for (let seed = 1; seed <= 8; seed++)
  test(`whoever chooses and removes files faster than they arrive has the last one, seed ${seed}`, async ({
    page,
    context,
    expectFailure,
  }) => {
    // What is given up is cut off, or asked about once it has gone.
    expectFailure(404, "ERR_");
    await openMusic(page);
    const visitor = await toVisitor(context);
    const box = fileBox(page, "Audio");
    const random = seededRandom(seed);
    const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)];
    const wav = (number: number) =>
      random() < 0.2
        ? wavBytes({ totalBytes: LARGE_BYTES, seed: number })
        : wavBytes({ seconds: pick(SMALL_SECONDS) ?? 1, seed: number });
    let last: string | undefined;
    for (let act = 0; act < ACTS; act++) {
      if (last && random() < 0.3) {
        await box.getByRole("button", { name: `Remove ${last}` }).click();
        last = undefined;
      } else {
        last = `take-${act}.wav`;
        const buffer = Buffer.from(wav(act + seed * ACTS));
        await audioField(page).setInputFiles({ name: last, mimeType: "audio/wav", buffer });
      }
      // Answers come before, between and after what follows.
      await page.waitForTimeout(random() * 600);
      await expect(box).not.toContainText("Two versions of this file");
    }
    if (last) await expect(box).toContainText("Uploaded and ready");
    const storedFiles = async () =>
      (await draftFiles(openStoreReader(appUnderTest().url), visitor))
        .filter(({ state }) => state !== "removed")
        .map(({ fileName, state }) => [fileName, state]);
    await expect.poll(storedFiles).toEqual(last ? [[last, "complete"]] : []);
    await expect(box.getByRole("button", { name: /^Remove/ })).toHaveCount(last ? 1 : 0);
  });
