import type { Page } from "playwright/test";
import { signIn } from "../support/accounts";
import { type AppServer, startApp } from "../support/app-server";
import { fillWithLongText, STAFF_NAME } from "../support/fill-long-text";
import { expect, inModes, test } from "../support/journey";
import { createLongestDraft, LONGEST_VALUES } from "../support/longest-values";
import { Visitor } from "../support/visitor";
import { openDraftInBrowser, waitForHydration } from "../support/wizard";

/* In an app of its own: its rows are not what any other test expects. */

const { name, email, link, prose } = LONGEST_VALUES;
const WIDTH = 320;

let app: AppServer;
let wideStore: Awaited<ReturnType<typeof fillWithLongText>>;
let staff: Visitor;
test.beforeAll(async () => {
  const label = { SUPPORT_EMAIL: email, LEGAL_ENTITY: name.slice(0, 120), POSTAL_ADDRESS: name };
  app = await startApp({ build: false, env: label });
  wideStore = await fillWithLongText(app);
  staff = new Visitor(app.url);
  await signIn(staff, { name: STAFF_NAME }, app);
});
test.afterAll(() => app?.stop());
test.use({ viewport: { width: WIDTH, height: 740 } });

/** How far to the right anything on the page reaches, what a page hides by its own edge included. */
function reach(unfold: boolean): number {
  if (unfold) for (const details of document.querySelectorAll("details")) details.open = true;
  const textElements = [
    ...document.querySelectorAll("h1, h2, h3, p, li, dt, dd, th, td, label, legend"),
  ]
    // Not what is folded or for screen readers alone, nor what ends in an ellipsis.
    .filter(
      (element) =>
        element.checkVisibility() &&
        element.clientWidth > 1 &&
        getComputedStyle(element).textOverflow === "clip",
    )
    .map((element) => element.getBoundingClientRect().left + element.scrollWidth);
  return Math.ceil(Math.max(document.scrollingElement?.scrollWidth ?? 0, ...textElements));
}

interface Asked {
  path: string;
  /** What is sent to it, as a form without script does. */
  fields?: Record<string, string>;
  /** What it answers where nothing is sent to it; 200 unless given. */
  status?: number;
}

/** Sends a form from a page of the site that has none. */
async function send(page: Page, path: string, fields: Record<string, string>): Promise<void> {
  await page.goto(`${app.url}/offline`);
  const navigation = page.waitForEvent("framenavigated");
  await page.evaluate(
    ({ action, fields }) => {
      const form = Object.assign(document.createElement("form"), { method: "post", action });
      for (const [name, value] of Object.entries(fields))
        form.appendChild(Object.assign(document.createElement("textarea"), { name, value }));
      document.body.appendChild(form);
      form.submit();
    },
    { action: path, fields },
  );
  await navigation;
  await page.waitForLoadState();
}

/** Opens each page, and expects none to be wider than the screen. */
async function expectNarrow(page: Page, scripted: boolean, all: readonly Asked[]): Promise<void> {
  const wide: string[] = [];
  for (const { path, fields, status = 200 } of all) {
    if (fields) await send(page, path, fields);
    else expect((await page.goto(app.url + path))?.status(), path).toBe(status);
    if (scripted && (await page.locator("script[src], script[type=module]").count()) > 0)
      await waitForHydration(page);
    // A script that has yet to take a part over would lose its way by that; the look is the same.
    const to = await page.evaluate(reach, !scripted);
    const label = `${fields ? "POST" : "GET"} ${path}`.slice(0, 90);
    if (to > WIDTH) wide.push(`${label}: ${to} px`);
  }
  expect(wide).toEqual([]);
}

const pages = (...paths: string[]): Asked[] => paths.map((path) => ({ path }));
const missing = (...paths: string[]): Asked[] => paths.map((path) => ({ path, status: 404 }));
const long = (length: number) => "W".repeat(length);

// How wide a page is only a browser knows that draws it.
inModes(["scripted", "JavaScript off in Chromium"], () => {
  test("words without a place to break make no page of the wizard, and none for everybody, wider than a phone", {
    tag: "@deep-pages",
  }, async ({ page, context, scripted, expectFailure }) => {
    expectFailure(400, 404);
    const { artist, sender, submissionIds, token, invitationPath, returning } = wideStore;
    const artistFields = { artistName: long(201), email: long(300), city: long(201) };
    await expectNarrow(page, scripted, [
      ...pages("/learn-more", "/faq", "/terms-of-service", "/privacy-policy", "/cookie-policy"),
      ...pages("/data-protection"),
      ...pages(`/details/${submissionIds[3]}`, `/artist/${artist.artistId}`, `/split/${token}`),
      ...pages(
        "/submit/joined",
        `/submit/joined?entry=${wideStore.waiting}`,
        "/submit/success",
        invitationPath,
        returning,
      ),
      ...missing(`/${long(600)}`, `/i/${long(43)}`, `/r/${long(43)}`, `/split/${long(48)}`),
      { path: "/login", fields: { intent: "link", email, to: "/dashboard" } },
      { path: "/submit/open", fields: { email } },
      { path: "/submit/waiting-list", fields: { ...artistFields, listenLink: long(501) } },
    ]);
    // One of its own each time: what is refused at its end stays in it.
    await openDraftInBrowser(context, await createLongestDraft(new Visitor(app.url)));
    await expectNarrow(page, scripted, [
      ...pages("/submit", "/submit/artist", "/submit/music", "/submit/about", "/submit/review"),
      ...pages("/submit/continue"),
      { path: "/submit/about", fields: { bio: long(5_001), intent: "next" } },
      // Refused, it leaves no way to the others.
      { path: "/submit/artist", fields: { ...artistFields, intent: "next" } },
    ]);
    await openDraftInBrowser(context, sender);
    await expectNarrow(page, scripted, pages("/submit/success"));
  });

  test("nor a page of the artist's own room", { tag: "@deep-pages" }, async ({
    page,
    context,
    scripted,
    expectFailure,
  }) => {
    expectFailure(400, 404, 409);
    const { member, submissionIds } = wideStore;
    const details = `/release-details/${submissionIds[1]}`;
    const wrongFields = {
      labelName: long(121),
      territory: "list",
      countries: name,
      intent: "send",
    };
    await openDraftInBrowser(context, member);
    await expectNarrow(page, scripted, [
      ...pages("/dashboard?tab=0", "/dashboard?tab=1", "/dashboard/join", "/dashboard/dates"),
      ...pages("/edit-profile"),
      ...pages("/edit-profile/sign-ins", "/edit-profile/mails", "/edit-profile/data"),
      ...pages("/edit-profile/confirm?to=/edit-profile/data"),
      ...pages("/agreement", "/agreement/template"),
      ...missing(`/agreement/${long(60)}`, `/submission/${long(60)}`),
      ...pages(...submissionIds.map((id) => `/submission/${id}`), details, `${details}/splits`),
      { path: "/edit-profile", fields: { artistName: long(201), email: prose, website: link } },
      { path: "/edit-profile/sign-ins", fields: { name: long(60), intent: "make-token" } },
      { path: details, fields: { ...wrongFields, "tracks[0].id": "track-1" } },
      { path: `${details}/splits`, fields: { "tracks[0].id": "track-1", intent: "ask" } },
    ]);
  });

  test("nor a page of staff", { tag: "@deep-pages" }, async ({
    page,
    context,
    scripted,
    expectFailure,
  }) => {
    expectFailure(400, 404, 409);
    const { artist, submissionIds, waiting, waitingPath } = wideStore;
    const [first = ""] = submissionIds;
    const [links, account] = ["/staff/links", `/staff/artists/${artist.id}`];
    const other = () => `${crypto.randomUUID().replaceAll("-", "")}${email.slice(32)}`;
    const list = `${prose}\n${name}, ${long(300)}\n${name}, ${other()}`;
    await openDraftInBrowser(context, staff);
    await expectNarrow(page, scripted, [
      ...pages("/staff", `/staff?q=${long(100)}`, `/staff/submissions/${first}`),
      ...pages(`/staff/submissions/${submissionIds[3]}`, `/staff/folders/${first}`),
      ...pages(`/staff/submissions/${waiting}`, `/staff/submissions/${waitingPath}`),
      ...pages("/staff/activity", `/staff/activity?subject=${long(100)}`),
      ...pages("/staff/activity/mails", "/staff/activity/mails/01MAIL1", "/staff/activity/jobs"),
      ...pages("/staff/artists", account, `${account}?code`, "/staff/data-requests"),
      ...pages("/staff/connections", "/staff/connections/board", "/test-dashboard"),
      ...pages("/staff/errors/01REPORT", "/staff/incidents", "/analytics", "/staff/sessions"),
      ...pages("/staff/dates", "/staff/dates?view=releases", `/staff/listening/${first}`),
      {
        path: `/staff/listening/${first}`,
        fields: { recipient: long(101), intent: "make" },
        status: 200,
      },
      ...pages("/staff/mode", links, `${links}/invitation?waiting=${waitingPath}`),
      {
        path: "/staff/decide",
        fields: { "item[]": `${first}:2`, intent: "preview", status: "failed", reason: name },
      },
      {
        path: `/staff/submissions/${first}`,
        fields: { "item[]": `${first}:2`, intent: "preview", status: "failed", reason: name },
      },
      { path: `${links}/invitation`, fields: { artistName: name, email: other(), intent: "make" } },
      {
        path: `${links}/invitation`,
        fields: { artistName: long(201), email: prose, intent: "make" },
      },
      { path: `${links}/returning`, fields: { artistName: name, email: other(), intent: "make" } },
      { path: `${links}/returning`, fields: { list, intent: "preview" } },
      { path: `${links}/returning`, fields: { list, intent: "make-list" } },
    ]);
  });
});
