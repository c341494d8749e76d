import type { Page } from "playwright/test";
import { createDraftAt } from "../support/drafts";
import { expect, inModes, isScriptFree, scriptedAsVariant, test } from "../support/journey";
import { shortWav } from "../support/test-files";
import {
  audioField,
  banner,
  chooseCountry,
  closeMissing,
  draftWithTrackUnsent,
  enterWizard,
  expectStep,
  openDraftInBrowser,
  pressNext,
  pressSubmit,
  waitForHydration,
} from "../support/wizard";

type Errors = Record<string, string>;
interface Refusal {
  scripted: boolean;
  title?: string;
  sentences?: string[];
  /** The text of every error by its field's label, in any order. */
  errors: Errors;
}

const SUPPORT = "Stuck? Write to support@mahogany.example.";

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** The page as a refused step must show it: banner, title, focus, and the words at each field. */
async function expectRefused(
  page: Page,
  { scripted, title = "Required Information Missing", sentences = [], errors }: Refusal,
) {
  // The first step leads to its first field instead of listing them in a dialog.
  const [first = ""] = page.url().includes("/submit/artist") ? Object.keys(errors) : [];
  if (scripted && !first) await closeMissing(page);
  const summary = banner(page);
  await expect(summary.getByRole("heading")).toHaveText(title);
  expect((await summary.getByRole("listitem").getByRole("link").allInnerTexts()).sort()).toEqual(
    Object.values(errors).sort(),
  );
  expect(await summary.getByRole("paragraph").allInnerTexts()).toEqual([...sentences, SUPPORT]);
  if (first) {
    await expect(field(page, first)).toBeFocused();
    if (!isScriptFree(page)) await expect(field(page, first)).toBeInViewport();
  } else if (scripted) await expect(summary).toBeFocused();
  await expect(page).toHaveTitle(/^Error: Step \d of 4: /);
  for (const [label, text] of Object.entries(errors)) {
    const input = field(page, label);
    await expect(input).toHaveAttribute("aria-invalid", "true");
    const ids = (await input.getAttribute("aria-describedby"))?.split(" ") ?? [];
    const texts = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).textContent()));
    expect(texts).toContain(text);
  }
  // The last first, so that the page has to move.
  for (const [label, text] of Object.entries(errors).reverse()) {
    await summary.getByRole("link", { name: text, exact: true }).click();
    await expect(field(page, label)).toBeFocused();
    await expect(summary).toBeVisible();
  }
}

/** How to correct a field with an error: values that are still wrong, and a valid one. */
interface Mending {
  /** The sentence of the error. */
  text: string;
  /** What the same correction mends, too. */
  alsoMended?: readonly string[];
  expectStill?: () => Promise<void>;
  right: () => Promise<void>;
}

/** Expects each error to disappear from field and summary only when its own field is valid. */
async function expectMended(page: Page, rows: readonly Mending[]) {
  const errorLinks = banner(page).getByRole("listitem").getByRole("link");
  let remainingTexts = rows.flatMap(({ text, alsoMended = [] }) => [text, ...alsoMended]);
  // These come first: later corrections show that errors were updated and these ones stayed.
  for (const { expectStill } of rows) await expectStill?.();
  for (const { text, alsoMended = [], right } of rows) {
    await right();
    remainingTexts = remainingTexts.filter((other) => ![text, ...alsoMended].includes(other));
    if (remainingTexts.length === 0) break;
    await expect
      .poll(async () => (await errorLinks.allInnerTexts()).sort())
      .toEqual([...remainingTexts].sort());
  }
  await expect(banner(page)).toHaveCount(0);
  await expect(page.locator("[aria-invalid=true]")).toHaveCount(0);
  await expect(page).toHaveTitle(/^Step/);
}

inModes(["scripted", "client checks off", "JavaScript off"], (mode) => {
  test.beforeEach(({ expectFailure }) => {
    if (mode !== "scripted") expectFailure(400);
  });

  test("an empty artist step names every field that is missing", async ({ page, scripted }) => {
    await enterWizard(page);
    await pressNext(page);
    await expectRefused(page, {
      scripted,
      sentences: [
        "Please fill in all required fields: Artist Name, Country, and City",
        "Please provide a valid email address",
      ],
      errors: {
        "Artist name": "Artist name is required",
        "First name": "First name is required",
        Surname: "Surname is required",
        Email: "Email is required",
        Country: "Country is required",
        City: "City is required",
      },
    });
    if (!scripted) return;
    const fill = (label: string, text: string) => () => field(page, label).fill(text);
    await expectMended(page, [
      { text: "Artist name is required", right: fill("Artist name", "Sigrid Vale") },
      { text: "First name is required", right: fill("First name", "Sigrid") },
      {
        text: "Surname is required",
        expectStill: fill("Surname", " "),
        right: fill("Surname", "Vale"),
      },
      {
        text: "Email is required",
        expectStill: fill("Email", "sigrid@"),
        right: fill("Email", "sigrid@example.com"),
      },
      { text: "Country is required", right: () => chooseCountry(page, "Ireland") },
      { text: "City is required", right: fill("City", "Cork") },
    ]);
  });
});

scriptedAsVariant((mode) => {
  test.beforeEach(({ expectFailure }) => {
    if (mode !== "scripted") expectFailure(400);
  });

  test("an empty music step names the track and every answer it needs", async ({
    page,
    context,
    scripted,
  }) => {
    await openDraftInBrowser(context, await createDraftAt("music"));
    await page.goto("/submit/music");
    await waitForHydration(page);
    await pressNext(page);
    await expectRefused(page, {
      scripted,
      errors: {
        Audio: "Please add at least one track for your release",
        "Track title": "Track titles are required for all tracks",
        "Release title": "Release title is required",
        "Primary genre": "Primary genre is required",
        "Sub-genre": "Sub-genre is required",
      },
    });
    if (!scripted) return;
    const choose = (label: string, text: string) => async () => {
      await field(page, label).selectOption(text);
    };
    await expectMended(page, [
      {
        text: "Track titles are required for all tracks",
        // A single is called as its track is.
        alsoMended: ["Release title is required"],
        // A button that changes the form removes no error that still applies.
        expectStill: () => page.getByRole("button", { name: /^Social clips/ }).click(),
        right: () => field(page, "Track title").fill("Night Ferry"),
      },
      {
        text: "Please add at least one track for your release",
        right: () => audioField(page).setInputFiles(shortWav().path),
      },
      { text: "Primary genre is required", right: choose("Primary genre", "Folk") },
      { text: "Sub-genre is required", right: choose("Sub-genre", "Indie Folk") },
    ]);
  });

  test("review says what is missing and leads to it", async ({
    page,
    context,
    scripted,
    expectFailure,
  }) => {
    expectFailure(400);
    await openDraftInBrowser(context, await draftWithTrackUnsent());
    await page.goto("/submit/review");
    await waitForHydration(page);
    await pressSubmit(page);
    const links = banner(page).getByRole("listitem").getByRole("link");
    await expect(links).toHaveText([
      `"ferry.wav" hasn't fully arrived. Wait until it's stored, choose it again, or remove it.`,
    ]);
    await expect(page.getByText("Some fields incomplete")).toBeVisible();
    if (scripted) await expect(banner(page)).toBeFocused();
    await expect(page).toHaveTitle(/^Error: /);
    await links.first().click();
    await expectStep(page, "music");
    await expect(page.getByLabel("Audio", { exact: true })).toBeFocused();
  });
});
