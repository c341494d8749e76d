import type { Page } from "playwright/test";
import { type Row, table, type VisitorKind, visitors } from "../../specification/who-gets-what";
import { staffMember } from "../../support/accounts";
import { pollUntil } from "../../support/app-stores";
import { createDraftAt } from "../../support/drafts";
import {
  type EarlyVisit,
  expectInputKept,
  type IntrusionName,
  intrude,
  intrusionNames,
  openWithoutScripts,
  redraws,
  waitForTakeOver,
} from "../../support/early-typing";
import { expect, test } from "../../support/journey";
import { releaseInProgress, splitLinks, splitsFor } from "../../support/published-release";
import type { Visitor } from "../../support/visitor";
import { createVisitors, type Visitors } from "../../support/visitors";
import { openDraftInBrowser } from "../../support/wizard";

/* As in early-input.spec.ts: on every page, and with everything that others put into it. */

// Like extensions, this ignores the page's content security policy.
test.use({ bypassCSP: true });
// Each test alone: the deep run's pieces share them.
test.describe.configure({ mode: "parallel" });

const DRAWN_ANEW = "Minified React error";
/** Changes that can be hidden from React, all at once; then each change that makes it render again. */
const ALL_KINDS: readonly (readonly IntrusionName[])[] = [
  intrusionNames.filter((name) => !redraws(name)),
  ...intrusionNames.filter(redraws).map((name) => [name]),
];

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
