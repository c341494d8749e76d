import { createDraftAt } from "../../support/drafts";
import { expect, isScriptFree, test, withAndWithoutScript } from "../../support/journey";
import {
  banner,
  completeArtist,
  expectStep,
  fillArtist,
  missingDialog,
  openDraftInBrowser,
  pageTitle,
  pressNext,
  waitForHydration,
} from "../../support/wizard";

const scripts = /\/assets\/.*\.js/;

withAndWithoutScript(() => {
  test("every move starts at the top of the next page, with its number and name", async ({
    page,
    context,
    scripted,
  }) => {
    await openDraftInBrowser(context, await createDraftAt("review"));
    await page.goto("/submit/review");
    await waitForHydration(page);
    const expectTop = async (number: number, heading: string) => {
      await expect(pageTitle(page)).toHaveText(heading);
      await expect(page.getByText(`Step ${number} of 4`, { exact: true })).toBeVisible();
      await expect(page.locator("[aria-current=step]")).toHaveCount(1);
      if (scripted) await expect(pageTitle(page)).toBeFocused();
      if (isScriptFree(page)) return;
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
      // So that the next move has a way to go.
      await page.evaluate(() => window.scrollTo(0, 300));
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(300);
    };
    if (!isScriptFree(page)) await page.evaluate(() => window.scrollTo(0, 300));
    await page.getByRole("link", { name: "Change Release title" }).click();
    await expectStep(page, "music");
    // The one move that leads further: to the field that is to be changed, and back from there.
    await expect(page.getByLabel("Release title")).toBeFocused();
    if (scripted) await expect(page.getByLabel("Release title")).toBeInViewport();
    await page.getByRole("button", { name: "Save and return to review" }).click();
    await expectStep(page, "review");
    await expectTop(4, "Review & Submit");
    await page.getByRole("link", { name: "Additional Information" }).click();
    await expectStep(page, "about");
    await expectTop(3, "About Your Music");
    await page.getByRole("button", { name: "Back" }).click();
    await expectStep(page, "music");
    await expectTop(2, "Music Upload");
    await page.getByRole("button", { name: "Back" }).click();
    await expectStep(page, "artist");
    await expectTop(1, "Artist Information");
    await pressNext(page);
    await expectStep(page, "music");
    await expectTop(2, "Music Upload");
    // Where no script runs, the browser alone decides where its own Back leads.
    if (!scripted) return;
    await page.goBack();
    await expectStep(page, "artist");
    await expectTop(1, "Artist Information");
    await page.goForward();
    await expectStep(page, "music");
    await expectTop(2, "Music Upload");
  });
});

test("a refusal that the server drew itself is told by the page alone", async ({
  page,
  context,
  expectFailure,
}) => {
  expectFailure("ERR_FAILED", 400);
  await openDraftInBrowser(context, await createDraftAt("artist"));
  await page.route(scripts, (route) => route.abort());
  await page.goto("/submit/artist");
  await page.unroute(scripts);
  await pressNext(page);
  await expect(banner(page)).toBeVisible();
  await waitForHydration(page);
  await expect(missingDialog(page)).toHaveCount(0);
  await pressNext(page);
  await expect(page.getByLabel("Artist name")).toBeFocused();
});

test("the next step's scripts come when somebody is about to press Next, and not before", async ({
  page,
  context,
}) => {
  const scriptPaths: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scriptPaths.push(new URL(request.url()).pathname);
  });
  await openDraftInBrowser(context, await createDraftAt("artist"));
  await page.goto("/submit/artist", { waitUntil: "networkidle" });
  await waitForHydration(page);
  const ownScripts = new Set(scriptPaths);
  await page.getByRole("button", { name: "Next Step" }).hover();
  await expect
    .poll(() => scriptPaths.filter((path) => !ownScripts.has(path)).length)
    .toBeGreaterThan(0);
  await page.waitForLoadState("networkidle");
  const ahead = new Set(scriptPaths);
  await fillArtist(page, completeArtist);
  await pressNext(page);
  await expectStep(page, "music");
  // What the step itself needs was there by then; what it offers loads when it is used.
  const module = await page.evaluate(
    () => window.__remixManifest.routes["routes/submit.music"]?.module,
  );
  expect([...ahead]).toContain(module);
});
