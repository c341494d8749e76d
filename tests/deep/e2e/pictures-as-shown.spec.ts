import { expect, test } from "playwright/test";
import { bytesReader } from "~/domain/media/range-reader";
import { probeArtwork, probeCustomArtwork } from "~/domain/uploads/file-probe";
import { oddJpegs } from "../../fixtures/odd-jpegs";
import { oddPngs } from "../../fixtures/odd-pngs";
import { pictures } from "../../fixtures/pictures";

/** Which of these pictures the browser shows whole. */
function canDraw(texts: string[]): Promise<boolean[]> {
  const isDrawn = async (text: string) => {
    const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes])).catch(() => undefined);
    bitmap?.close();
    return bitmap !== undefined;
  };
  return texts.reduce<Promise<boolean[]>>(
    async (before, text) => [...(await before), await isDrawn(text)],
    Promise.resolve([]),
  );
}
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

/** How many pictures are handed to the browser at a time. */
const BATCH = 100;

test("of some 3,000 odd pictures those are taken that the browser shows", {
  tag: "@deep-pages",
}, async ({ page }) => {
  await page.setContent("<p>Pictures");
  const odd = oddJpegs();
  const shown: boolean[] = [];
  for (let offset = 0; offset < odd.length; offset += BATCH) {
    const batch = odd.slice(offset, offset + BATCH).map(({ bytes }) => base64(bytes));
    shown.push(...(await page.evaluate(canDraw, batch)));
  }
  const differences: string[] = [];
  for (const [index, { what, bytes }] of odd.entries()) {
    const result = await probeArtwork(bytesReader(bytes), bytes.length);
    if (result.ok !== shown[index])
      differences.push(`${what}: ${result.ok ? "taken" : result.text}`);
  }
  expect(differences).toEqual([]);
  expect(odd.length).toBeGreaterThan(3_000);
  expect(shown.filter(Boolean).length).toBeGreaterThan(600);
  expect(shown.filter((isShown) => !isShown).length).toBeGreaterThan(600);
});

test("a track's own artwork is a picture that the browser shows", async ({ page }) => {
  await page.setContent("<p>Pictures");
  for (const bytes of [pictures.png, pictures.gif, pictures.webp]) {
    const cuts = [bytes, bytes.slice(0, 8), bytes.slice(0, 20), bytes.slice(0, 33)];
    const shown = await page.evaluate(canDraw, cuts.map(base64));
    const results = await Promise.all(
      cuts.map((cutPicture) => probeCustomArtwork(bytesReader(cutPicture), cutPicture.length)),
    );
    expect(results.map(({ ok }) => ok)).toEqual(shown);
  }
});

test("what is odd in a PNG is taken as the browser takes it", { tag: "@deep-pages" }, async ({
  page,
}) => {
  await page.setContent("<p>Pictures");
  const odd = oddPngs();
  const shown = await page.evaluate(
    canDraw,
    odd.map(({ bytes }) => base64(bytes)),
  );
  const verdicts = odd.map(({ what }, index) => ({ what, shown: shown[index] }));
  expect(verdicts).toEqual(odd.map(({ what, shown }) => ({ what, shown })));
});
