import type { BrowserContext, Page } from "playwright/test";
import { signedInArtist, staffMember } from "../support/accounts";
import { openStoreReader } from "../support/app-stores";
import { appUnderTest } from "../support/app-under-test";
import { createDraftAt, findDraftRow } from "../support/drafts";
import { expect, openFormClient, test, useMode, VARIANT } from "../support/journey";
import { type RecordedRequest, RecordingProxy } from "../support/recording-proxy";
import { shortWav, smallSleeve } from "../support/test-files";
import { dateInDays, type Visitor } from "../support/visitor";
import { fillArtist, openDraftInBrowser, pressNext, pressSubmit } from "../support/wizard";

/* The form client asks for the same pages and sends the same bytes as Chromium does without script. */

/** A page of each kind, and the actions on it. */
interface Kind {
  name: string;
  /** Who comes to the page; each browser has its own. */
  visitor?: () => Promise<Visitor>;
  path: string | ((visitor: Visitor | undefined) => Promise<string>);
  act: (page: Page) => Promise<void>;
  /** Statuses of pages that are met on the way, other than 200. */
  failures?: number[];
  /** Tried by `npm run test:deep` alone: its requests are of a form that another page has, too. */
  isVariant?: true;
}

const press = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name }).first().click();

/** A release that waits for staff, equal for both browsers. */
async function reviewPath(): Promise<string> {
  const store = openStoreReader();
  const sender = await createDraftAt("review", { artistName: "Ida Strand" });
  const { id: draftId } = await findDraftRow(store, sender);
  await sender.post("/submit/review", { intent: "submit" });
  const [row] = await store.rows("SELECT id FROM submissions WHERE draft_id = ?", draftId);
  return `/staff/submissions/${row?.id}`;
}

const member = async () => (await signedInArtist({ artistName: "Sigrid Vale" })).visitor;

const KINDS: Kind[] = [
  {
    name: "the artist step: groups, radio buttons, a list, and letters of all kinds",
    visitor: () => createDraftAt("artist"),
    path: "/submit/artist",
    act: async (page) => {
      await fillArtist(page, {
        "Artist name": 'Sigríd "Siggy" Vålé & Co. 100%+',
        "First name": " Sigrid ",
        Surname: "Valentin\\",
        Email: "sigrid@example.com",
        City: "Cork",
      });
      await pressNext(page);
    },
  },
  {
    name: "the artist step with something missing, answered in its place",
    isVariant: true,
    visitor: () => createDraftAt("artist"),
    path: "/submit/artist",
    failures: [400],
    act: async (page) => {
      await page.getByLabel("I'm a new artist").check();
      await pressNext(page);
      await page.getByRole("alert").getByRole("link", { name: "City is required" }).click();
      await expect(page.getByLabel("City", { exact: true })).toBeFocused();
    },
  },
  {
    name: "the music step: files chosen and not chosen, and buttons that send it elsewhere",
    visitor: () => createDraftAt("music"),
    path: "/submit/music",
    failures: [415],
    act: async (page) => {
      await page.getByLabel("Track title").fill("Night\u00a0Ferry");
      await page.getByLabel("Audio", { exact: true }).setInputFiles(shortWav().path);
      await press(page, "Update the page");
      await page.getByRole("button", { name: /^Social clips/ }).click();
      await page.getByRole("button", { name: "Add or change contributors" }).click();
      await page.getByRole("button", { name: "Add a songwriter" }).click();
      await page.getByLabel("Artwork (optional)", { exact: true }).setInputFiles({
        name: 'a "cover".jpg',
        mimeType: "image/jpeg",
        buffer: Buffer.from("no picture"),
      });
      await page.getByLabel("Release date").fill(dateInDays(60));
      await press(page, "Update the page");
    },
  },
  {
    name: "an album: a choice of cards, and several files in one field",
    visitor: () => createDraftAt("music"),
    path: "/submit/music",
    act: async (page) => {
      await page.getByRole("radio", { name: "EP", exact: true }).check();
      await press(page, "Update the page");
      await page
        .getByLabel("Add several files at once")
        .setInputFiles([shortWav().path, smallSleeve().path]);
      await press(page, "Add these files");
    },
    failures: [400, 415],
  },
  {
    name: "the step about the music: lines of text, a tick, and Back",
    isVariant: true,
    visitor: () => createDraftAt("about"),
    path: "/submit/about",
    act: async (page) => {
      await page.getByLabel("Bio (optional)").fill("One line.\n\nAnother ünë. ");
      await page.getByLabel("I'm interested in publishing administration").check();
      await press(page, "Back");
    },
  },
  {
    name: "review, and a release that is sent",
    isVariant: true,
    visitor: () => createDraftAt("review"),
    path: "/submit/review",
    act: async (page) => {
      await page.getByRole("link", { name: "Change Release title" }).click();
      await expect(page.getByLabel("Release title")).toBeFocused();
      await press(page, "Save and return to review");
      await pressSubmit(page);
    },
  },
  {
    name: "the profile: lists, a tick, a picture that is not chosen",
    isVariant: true,
    visitor: member,
    path: "/edit-profile",
    act: async (page) => {
      await page.getByLabel("Your own name (optional)").fill("Sigrid Valentin");
      await page.getByLabel("Biography (optional)").fill("Songs.\nOf the harbour.");
      await page.getByLabel("Nationality (optional)").selectOption("Ireland");
      await page.getByLabel("I have a Spotify profile").check();
      await page.getByLabel("City", { exact: true }).fill("Cork");
      await page.getByRole("button", { name: "Save", exact: true }).last().click();
    },
  },
  {
    name: "which mails come: a tick taken away",
    isVariant: true,
    visitor: member,
    path: "/edit-profile/mails",
    act: async (page) => {
      await page.getByLabel("Reminders").uncheck();
      await press(page, "Save");
    },
  },
  {
    name: "the sign-in, by Enter in a field, from a page that was asked for first",
    path: "/dashboard?tab=1",
    failures: [400, 401, 403],
    act: async (page) => {
      await page.getByLabel("Artist ID").fill("ABC123");
      await page.getByLabel("Invitation code").fill("no code");
      await page.getByLabel("Invitation code").press("Enter");
    },
  },
  {
    name: "a release under review: several forms, and several buttons in one",
    isVariant: true,
    visitor: () => staffMember("Rosa Vale"),
    path: reviewPath,
    failures: [400],
    act: async (page) => {
      await page.getByRole("link", { name: "Reject" }).click();
      await press(page, "Send the rejection");
      await page.getByRole("textbox", { name: "Reason" }).fill("Too quiet.\nSorry.");
      await press(page, "Send the rejection");
    },
  },
  {
    name: "what staff look for: a form that asks, by its button and by Enter",
    visitor: () => staffMember("Rosa Vale"),
    path: "/staff/activity?subject=a",
    act: async (page) => {
      await page.getByLabel("Action").selectOption({ index: 2 });
      await press(page, "Show");
      await page.goto("/staff");
      await page.getByLabel("Search", { exact: true }).fill("Ida & Ólé");
      await page.getByLabel("Search", { exact: true }).press("Enter");
    },
  },
  {
    name: "the waiting list: sent with what is missing, then whole",
    isVariant: true,
    path: "/submit/waiting-list",
    failures: [400],
    act: async (page) => {
      const field = (label: string) => page.getByLabel(label, { exact: true });
      await field("Artist name").fill("Sigrid Vale");
      await field("Artist name").press("Enter");
      const answers = { "First name": "Sigrid", Surname: "Vale", City: "Cork" };
      for (const [label, text] of Object.entries(answers)) await field(label).fill(text);
      await field("Email").fill("sigrid@example.com");
      await field("Country").selectOption("Ireland");
      await field("Just keep me updated").check();
      await field("Listen link").fill("soundcloud.com/vale/ferry");
      await press(page, "Submit for review");
    },
  },
  {
    name: "an answer about cookies at the foot of a page, and a link to a place within one",
    isVariant: true,
    path: "/faq",
    act: async (page) => {
      await page.getByRole("link", { name: "Skip to content" }).press("Enter");
      await expect(page.getByRole("main")).toBeFocused();
      await page.getByRole("contentinfo").getByRole("link", { name: "Cookie choices" }).click();
      await press(page, "Accept");
    },
  },
];

/** Leaves out ids, tokens, addresses and times: each browser has a draft and an account of its own. */
const maskOwnNames = (text: string) =>
  text
    .replaceAll(/a-\w+(?=(?:@|%40)artists\.example)/g, "a-#")
    .replaceAll(/\d\d:\d\d:\d\d\.\d+Z/g, "#")
    .replaceAll(/[\w-]{13,}/g, (word) => (/\d/.test(word) ? "#" : word))
    .replaceAll(/\d{9,}/g, "#");

/** A request in a form that can be compared between browsers. */
function comparable({ method, path, headers, body }: RecordedRequest, ownUrl: string) {
  const [, boundary] = /boundary=(.+)$/.exec(headers["content-type"] ?? "") ?? [];
  const text = body.toString("latin1");
  const comparableHeaders = Object.entries(headers).map(([name, value]) => [
    name,
    maskOwnNames(value.replaceAll(ownUrl, "").replace(/boundary=.+$/, "boundary=")),
  ]);
  return {
    asked: `${method} ${maskOwnNames(path)}`,
    ...Object.fromEntries(comparableHeaders),
    body: maskOwnNames(boundary ? text.replaceAll(boundary, "boundary") : text).split("\r\n"),
  };
}

/** Performs the actions on a page. @returns all requests, and the final address. */
async function journey(context: BrowserContext, kind: Kind, proxy: RecordingProxy) {
  const visitor = await kind.visitor?.();
  if (visitor) await openDraftInBrowser(context, visitor);
  const page = await context.newPage();
  await page.goto(typeof kind.path === "string" ? kind.path : await kind.path(visitor));
  const before = proxy.requests.length;
  await kind.act(page);
  await page.waitForLoadState();
  const requests = proxy.requests.slice(before).map((request) => comparable(request, proxy.url));
  const heading = await page.getByRole("heading", { level: 1 }).innerText();
  return { requests, address: maskOwnNames(page.url().replace(proxy.url, "")), heading };
}

test.describe("in both browsers", () => {
  useMode("JavaScript off in Chromium");

  for (const kind of KINDS)
    test(kind.name, { tag: kind.isVariant ? VARIANT : [] }, async ({
      newDevice,
      context,
      expectFailure,
    }) => {
      expectFailure(...(kind.failures ?? []));
      const storageState = await context.storageState();
      const proxy = await RecordingProxy.start(appUnderTest().url);
      const baseURL = proxy.url;
      const client = await openFormClient({ baseURL, storageState, onPage: () => {} });
      try {
        const chromium = await newDevice({ baseURL, storageState });
        const expected = await journey(chromium, kind, proxy);
        expect(expected.requests.length).toBeGreaterThan(0);
        expect(await journey(client, kind, proxy)).toEqual(expected);
      } finally {
        await client.close();
        await proxy.close();
      }
    });
});
