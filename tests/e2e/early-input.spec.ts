import type { BrowserContext, Page } from "playwright/test";
import { type Row, table, type VisitorKind, visitors } from "../specification/who-gets-what";
import { signedInArtist, staffMember } from "../support/accounts";
import { pollUntil } from "../support/app-stores";
import { createDraftAt } from "../support/drafts";
import {
  fillEveryField,
  type IntrusionName,
  intrude,
  intrusionNames,
  openWithoutScripts,
  readFields,
  redraws,
  waitForDrawing,
  waitForTakeOver,
} from "../support/early-typing";
import { storedDraft } from "../support/inject-site-failure";
import { expect, test } from "../support/journey";
import { releaseInProgress, splitLinks, splitsFor } from "../support/published-release";
import { shortWav, smallSleeve } from "../support/test-files";
import type { Visitor } from "../support/visitor";
import { createVisitors, type Visitors } from "../support/visitors";
import { artworkField, audioField, openDraftInBrowser, storedLines } from "../support/wizard";

/* Values typed before the scripts load stay, whatever extensions have done to the page by then. */

// Like extensions, this ignores the page's content security policy.
test.use({ bypassCSP: true });

const DRAWN_ANEW = "Minified React error";
/** Changes that can be hidden from React, all at once; then each change that makes it render again. */
const ALL_KINDS: readonly (readonly IntrusionName[])[] = [
  intrusionNames.filter((name) => !redraws(name)),
  ...intrusionNames.filter(redraws).map((name) => [name]),
];

interface EarlyVisit {
  path: string;
  intrusions: readonly IntrusionName[];
  /** Presses buttons that the page must have been asked for by; it has no scripts then. */
  continueForm?: ((page: Page) => Promise<void>) | undefined;
}

/** Opens a page, changes it like an extension, types into every field and lets the scripts load. */
async function expectInputKept(context: BrowserContext, visit: EarlyVisit): Promise<number> {
  const { path, intrusions, continueForm } = visit;
  const page = await context.newPage();
  const letThemCome = await openWithoutScripts(page, path);
  await continueForm?.(page);
  await waitForDrawing(page);
  for (const name of intrusions) await intrude(page, name);
  const names = await fillEveryField(page);
  const fieldStates = await readFields(page, names);
  letThemCome();
  const isScripted = await page.evaluate(
    () => document.querySelector("script[type=module]") !== null,
  );
  if (names.length > 0 && isScripted) await waitForTakeOver(page);
  await expect
    .poll(() => readFields(page, names), `${path}, ${intrusions.join(", ")}`)
    .toEqual(fieldStates);
  await page.close();
  return names.length;
}

test("what is typed into a step before the scripts come stays, and the page is not drawn anew", async ({
  context,
}) => {
  await openDraftInBrowser(context, await createDraftAt("artist"));
  for (const intrusionName of intrusionNames.filter((name) => !redraws(name)))
    await expectInputKept(context, { path: "/submit/artist", intrusions: [intrusionName] });
});

test("what is typed into a step before the scripts come stays where the page is drawn anew, and is saved", async ({
  context,
  expectFailure,
}) => {
  expectFailure(DRAWN_ANEW);
  const visitor = await createDraftAt("artist");
  await openDraftInBrowser(context, visitor);
  for (const intrusionName of intrusionNames.filter(redraws)) {
    const page = await context.newPage();
    const letThemCome = await openWithoutScripts(page, "/submit/artist");
    await intrude(page, intrusionName);
    await page.locator("[name=city]").fill(`Cork: ${intrusionName}`);
    letThemCome();
    await expect
      .poll(async () => (await storedDraft(visitor)).answers.artist?.city)
      .toBe(`Cork: ${intrusionName}`);
    await page.close();
  }
});

test("somebody who types on while the page is drawn anew loses no key, and stays in the field", async ({
  context,
  expectFailure,
}) => {
  expectFailure(DRAWN_ANEW);
  const visitor = await createDraftAt("about");
  await openDraftInBrowser(context, visitor);
  const page = await context.newPage();
  const letThemCome = await openWithoutScripts(page, "/submit/about");
  await intrude(page, "a plain element in each form");
  const bio = page.getByLabel("Bio (optional)");
  const text = "Songs of the harbour, of the ferries at night and of the people who wait. ".repeat(
    4,
  );
  await bio.focus();
  await page.keyboard.type(text.slice(0, 20));
  letThemCome();
  await page.keyboard.type(text.slice(20), { delay: 10 });
  await waitForTakeOver(page);
  await expect(bio).toHaveValue(text);
  await expect(bio).toBeFocused();
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("Our ");
  await expect(bio).toHaveValue(`Our ${text.slice(0, -1)}`);
});

test("a text of several lines that was there before stays as it was changed before the scripts came", async ({
  context,
}) => {
  const { visitor } = await signedInArtist({ biography: "Songs of the harbour." });
  await openDraftInBrowser(context, visitor);
  const page = await context.newPage();
  const letThemCome = await openWithoutScripts(page, "/edit-profile");
  const bio = page.getByLabel("Biography (optional)");
  await expect(bio).toHaveValue("Songs of the harbour.");
  await bio.fill("Songs of the ferry.");
  letThemCome();
  await waitForTakeOver(page);
  await expect(bio).toHaveValue("Songs of the ferry.");
});

test("files that were chosen before the scripts came are sent, although the page is drawn anew", async ({
  context,
  expectFailure,
}) => {
  expectFailure(DRAWN_ANEW);
  await openDraftInBrowser(context, await createDraftAt("music"));
  const page = await context.newPage();
  const letThemCome = await openWithoutScripts(page, "/submit/music");
  await intrude(page, "translated texts");
  await page.locator("input[type=file]").first().waitFor({ state: "attached" });
  await page.locator("[name='tracks[0].file']").setInputFiles(shortWav().path);
  await page.locator("[name=artwork]").setInputFiles(smallSleeve().path);
  letThemCome();
  await waitForTakeOver(page);
  await expect(storedLines(page)).toHaveCount(2);
  await expect(audioField(page)).toBeAttached();
  await expect(artworkField(page)).toBeAttached();
});

test("what others have put into a page is still there once the scripts have come", async ({
  context,
}) => {
  await openDraftInBrowser(context, await createDraftAt("artist"));
  const page = await context.newPage();
  const letThemCome = await openWithoutScripts(page, "/submit/artist");
  for (const intrusionName of ALL_KINDS[0] ?? []) await intrude(page, intrusionName);
  const foreign = () =>
    page.evaluate(() => [
      document.head.querySelectorAll("style").length,
      document.querySelectorAll("body > aside").length,
      document.querySelectorAll("html > aside, html > writing-helper").length,
      document.querySelectorAll("input + password-helper").length,
      document.documentElement.dataset.foreign,
    ]);
  const before = await foreign();
  letThemCome();
  await waitForTakeOver(page);
  expect(await foreign()).toEqual(before);
});

/** Presses a button for another page of the server's, which has a field that this one lacks. */
const pressFor = (button: string, field: string) => async (page: Page) => {
  await page.getByRole("button", { name: button }).last().click();
  await page.locator(field).first().waitFor({ state: "attached" });
};

test("what is typed into a panel before its scripts come stays", async ({
  context,
  expectFailure,
}) => {
  expectFailure(DRAWN_ANEW, 409);
  for (const intrusions of ALL_KINDS) {
    await openDraftInBrowser(context, await createDraftAt("music"));
    await expectInputKept(context, {
      path: "/submit/music",
      intrusions,
      continueForm: pressFor("Add or change contributors", "[data-late] input"),
    });
  }
});

let everyone: Promise<Visitors> | undefined;

const parseCookies = (cookie: string, url: string) =>
  cookie
    .split("; ")
    .filter(Boolean)
    .map((element) => {
      const [name = "", value = ""] = element.split(/=(.*)/s);
      return { name, value, url };
    });

const isShown = (row: Row) => (kind: VisitorKind) => row[kind] === "200";

/** Every page by the table: a new one is looked at without being named here. */
const pages = Object.entries(table).flatMap(([name, row]) => {
  const [method, path = ""] = name.split(" ");
  const isPage = !/^\/(?:api|files)\/|\.(?:txt|xml|webmanifest|csv|js)$|\/package$|tracks\/:/.test(
    path,
  );
  const kind = visitors.find(isShown(row));
  return method === "GET" && isPage && kind ? [{ path, kind }] : [];
});

for (const { path, kind } of pages)
  test(`what is typed early stays on ${path}, as ${kind} sees it`, { tag: "@deep-pages" }, async ({
    context,
    baseURL,
    expectFailure,
  }) => {
    // A visit that ends while its page is saving leaves a newer version than the next one expects.
    expectFailure(DRAWN_ANEW, 409);
    everyone ??= createVisitors();
    const { cookies, address } = await everyone;
    await context.addCookies(parseCookies(cookies[kind], baseURL ?? ""));
    for (const intrusions of ALL_KINDS) {
      const fields = await expectInputKept(context, { path: address(path), intrusions });
      // A page without fields has nothing to lose.
      if (fields === 0) break;
    }
  });

/** Pages that no row of the table comes by, and whose they are. */
const states: Record<
  string,
  () => Promise<{ visitor?: Visitor } & Omit<EarlyVisit, "intrusions">>
> = {
  "the step of an empty draft": async () => ({
    visitor: await createDraftAt("music"),
    path: "/submit/music",
  }),
  "the release details of a release in progress": releaseInProgress,
  "the shares of a release in progress": async () => {
    const { visitor, path } = await releaseInProgress();
    return { visitor, path: `${path}/splits` };
  },
  "the link to confirm a share": async () => {
    const { visitor, path } = await releaseInProgress();
    const email = `${crypto.randomUUID().slice(0, 8)}@example.com`;
    await visitor.post(`${path}/splits`, { ...splitsFor(email), intent: "ask" });
    return { path: await pollUntil(async () => (await splitLinks(email))[0]) };
  },
  "the catalogue to transfer": async () => ({
    visitor: await createDraftAt("music"),
    path: "/submit/music",
    continueForm: async (page) => {
      await page.getByLabel("Transfer Existing").first().check();
      await pressFor("Update the page", "[name=distributor]")(page);
      await pressFor("Add a release", "[name=catalogueUrl]")(page);
    },
  }),
  "the decision of staff on a submission in progress": async () => {
    const { id } = await releaseInProgress();
    return { visitor: await staffMember("Rosa"), path: `/staff/submissions/${id}` };
  },
};

for (const [name, create] of Object.entries(states))
  test(`what is typed early stays on ${name}`, { tag: "@deep-pages" }, async ({
    context,
    expectFailure,
  }) => {
    expectFailure(DRAWN_ANEW, 409);
    for (const intrusions of ALL_KINDS) {
      const { visitor, ...visit } = await create();
      if (visitor) await openDraftInBrowser(context, visitor);
      expect(await expectInputKept(context, { ...visit, intrusions })).toBeGreaterThan(0);
    }
  });
