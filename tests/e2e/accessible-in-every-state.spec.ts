import type { Page } from "playwright/test";
import { createDraftAt, SONG, songBytes } from "../support/drafts";
import { expect, test } from "../support/journey";
import { shortWav, smallSleeve } from "../support/test-files";
import { expectValidPage as expectSoundBy } from "../support/valid-page";
import {
  artworkField,
  audioField,
  banner,
  closeMissing,
  completeArtist,
  draftWithTrackUnsent,
  fillArtist,
  fillRelease,
  fillSongwriter,
  missingDialog,
  openDraftInBrowser,
  pressNext,
  pressSubmit,
  storedLines,
  waitForHydration,
} from "../support/wizard";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

const expectSound = (page: Page, state: string) => expectSoundBy(page, state, RULES);

async function refuse(page: Page): Promise<void> {
  await pressNext(page);
  await closeMissing(page);
  await expect(banner(page)).toBeVisible();
}

test("artist step: empty, errors, filled", { tag: "@deep-pages" }, async ({ page, context }) => {
  await openDraftInBrowser(context, await createDraftAt("artist"));
  await page.goto("/submit/artist");
  await waitForHydration(page);
  await expectSound(page, "empty");
  await pressNext(page);
  await expect(banner(page)).toBeVisible();
  await expectSound(page, "errors");
  await fillArtist(page, completeArtist);
  await expectSound(page, "filled");
});

test("dialogs: the notice of the beta, and what is missing", { tag: "@deep-pages" }, async ({
  page,
  context,
}) => {
  await openDraftInBrowser(context, await createDraftAt("artist"));
  await context.clearCookies({ name: "beta-notice" });
  await page.goto("/submit/artist");
  await waitForHydration(page);
  await expectSound(page, "notice");
  await openDraftInBrowser(context, await createDraftAt("music"));
  await page.goto("/submit/music");
  await waitForHydration(page);
  // Escape closes the notice only once it is modal, which happens after React has started.
  await expect(page.getByRole("dialog").getByRole("button")).toBeFocused();
  await page.keyboard.press("Escape");
  await pressNext(page);
  await expect(missingDialog(page)).toBeVisible();
  await expectSound(page, "missing");
});

test("music step: empty, errors, filled", async ({ page, context }) => {
  await openDraftInBrowser(context, await createDraftAt("music"));
  await page.goto("/submit/music");
  await waitForHydration(page);
  await expectSound(page, "empty");
  await refuse(page);
  await expectSound(page, "errors");
  await fillRelease(page, "Night Ferry");
  await audioField(page).setInputFiles(shortWav().path);
  await artworkField(page).setInputFiles(smallSleeve().path);
  await fillSongwriter(page, 0, ["Ada", "Byron", "60"]);
  await page.getByRole("button", { name: "Add a songwriter" }).click();
  await fillSongwriter(page, 1, ["Bea", "", "50"]);
  await expect(storedLines(page)).toHaveCount(2);
  await refuse(page);
  await expectSound(page, "filled, with an error");
});

test("additional information: empty, errors, filled", { tag: "@deep-pages" }, async ({
  page,
  context,
}) => {
  await openDraftInBrowser(context, await createDraftAt("about"));
  await page.goto("/submit/about");
  await waitForHydration(page);
  await expectSound(page, "empty");
  await page.getByLabel("PRO number (optional)").fill("1".repeat(61));
  await refuse(page);
  await expectSound(page, "errors");
  await page.getByLabel("Bio (optional)").fill("Ferries ".repeat(40));
  await page.getByLabel("I'm interested in publishing administration").check();
  await expectSound(page, "filled");
});

test("review: refused, ready; then success", { tag: "@deep-pages" }, async ({
  page,
  context,
  expectFailure,
}) => {
  expectFailure(400);
  const visitor = await draftWithTrackUnsent();
  await openDraftInBrowser(context, visitor);
  await page.goto("/submit/review");
  await waitForHydration(page);
  await pressSubmit(page);
  await expect(banner(page)).toBeVisible();
  await expectSound(page, "refused");
  await visitor.upload(songBytes, SONG);
  await page.reload();
  await waitForHydration(page);
  await expectSound(page, "ready");
  await pressSubmit(page);
  await page.waitForURL("**/submit/success");
  await expectSound(page, "success");
});

test("error page and 404", { tag: "@deep-pages" }, async ({ page, context, expectFailure }) => {
  expectFailure(404);
  await page.goto("/nowhere");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectSound(page, "404");
  const visitor = await createDraftAt("artist");
  visitor.cookie = visitor.cookie.replace(/=.*/, "=nothing-we-know");
  await openDraftInBrowser(context, visitor);
  await page.goto("/submit/music");
  await expect(page.getByText("There's no draft in this browser.")).toBeVisible();
  await expectSound(page, "error page");
});

test("with reduced motion a page changes its look at once, without a transition", {
  tag: "@deep-pages",
}, async ({ page }) => {
  await page.goto("/submit/artist");
  await waitForHydration(page);
  const targetsHandle = await page.evaluateHandle(() => {
    const targets: string[] = [];
    const note = ({ target }: Event) => {
      if (target instanceof Element) targets.push(target.tagName);
    };
    document.addEventListener("transitionrun", note, true);
    return targets;
  });
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  const transitionTargets = await targetsHandle.evaluate(async (targets) => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return targets;
  });
  expect(transitionTargets).toEqual([]);
});

test("colours are checked after their transitions have ended", { tag: "@deep-pages" }, async ({
  page,
}) => {
  await page.setContent(`<!DOCTYPE html><html lang="en"><head><title>Fading</title><style>
    body { color: #222; background: #fff; transition: color 4s step-end; }
    @keyframes turning { to { rotate: 1turn; } }
    hr { width: 8px; height: 8px; animation: turning 1s infinite; }
    @media (prefers-color-scheme: dark) { body { color: #eee; background: #000; } }
  </style></head><body><main><h1>Fading</h1><hr></main></body></html>`);
  await expectSound(page, "fading");
});

test("faults are found: anywhere, in one colour scheme only, and after a page was valid", {
  tag: "@deep-pages",
}, async ({ page }) => {
  const drawnPage = (body: string, dark = "#eee") => `<!DOCTYPE html><html lang="en"><head>
    <title>Faulty</title><style>
    body { color: #222; background: #fff; }
    @media (prefers-color-scheme: dark) { body { color: ${dark}; background: #000; } }
  </style></head><body><main><h1>Faulty</h1>${body}</main></body></html>`;
  await page.setContent(drawnPage("<p>Well said.</p>"));
  await expectSound(page, "sound");
  // The page changes itself, like one that scripts render.
  await page.evaluate(() => {
    const box = document.querySelector("p");
    for (const [name, value] of Object.entries({ role: "checkbox", "aria-checked": "false" }))
      box?.setAttribute(name, value);
    box?.replaceChildren();
  });
  await expect(expectSound(page, "nameless")).rejects.toThrow(
    /nameless at 320 px, light[\s\S]*aria-toggle-field-name/,
  );
  await page.setContent(drawnPage("<p>Unread.</p>", "#333"));
  await expect(expectSound(page, "dim")).rejects.toThrow(
    /dim at 320 px, dark[\s\S]*color-contrast/,
  );
});
