import { expect, test } from "vitest";
import { openAppStores } from "../support/app-stores";
import {
  createDraftAt,
  draftFiles,
  expireDraft,
  findDraftRow,
  SONG,
  songBytes,
} from "../support/drafts";
import { openForFile } from "../support/open-for-file";
import { fieldValue, pageText } from "../support/page-parts";
import { readApiReply } from "../support/upload-calls";
import {
  artistAnswers,
  type CookieJar,
  cookieHeader,
  storeCookie,
  Visitor,
} from "../support/visitor";

const steps = ["artist", "music", "about", "review"];
const EXPIRED = "This draft expired, because nothing changed in it for 14 days.";
const NOT_FOUND = "There's no draft in this browser.";
const TITLE = "We can't find your draft";

/** The page for a missing draft: the reason, the two ways to continue, and the contact. */
async function expectNotFound(page: Response, status: number, why: string) {
  const html = await page.text();
  expect(page.status).toBe(status);
  expect(html).toContain(`<h1>${escapeText(TITLE)}</h1>`);
  expect(html).toMatch(/<form[^>]* action="\/submit\?index"/);
  expect(html).toMatch(/<button[^>]* value="start-new"/);
  expect(html).toMatch(/<a[^>]* href="\/submit\/open"/);
  expect(html).toContain('href="mailto:support@mahogany.example"');
  const text = pageText(html);
  for (const expectedText of [why, "Start again", "Open my link"])
    expect(text).toContain(expectedText);
}
const escapeText = (text: string) => text.replaceAll("'", "&#x27;");

const inside = await openForFile(openAppStores);

const encodeValue = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64");

const cookies: [string, string][] = [
  ["empty", ""],
  ["garbage", "garbage"],
  ["malformed percent codes", "%ZZ%"],
  ["half a percent code", "abc%"],
  ["broken base64", "!!!!"],
  ["base64 of no JSON", Buffer.from("{nope").toString("base64")],
  ["a key that is too short", encodeValue("short")],
  ["a key that is too long", encodeValue("x".repeat(44))],
  ["a key of wrong characters", encodeValue("ä".repeat(43))],
  ["a number", encodeValue(7)],
  ["an object", encodeValue({ __proto__: "x", key: "y" })],
  ["a key that nobody has", encodeValue("A".repeat(43))],
  ["a list of keys", encodeValue(["A".repeat(43)])],
  ["quotes", `"${encodeValue("A".repeat(43))}"`],
  ["8KB", "x".repeat(8_000)],
];

test.each(cookies)("a cookie of %s finds no draft", async (_, value) => {
  const visitor = new Visitor();
  const headers = { Cookie: `draft=${value}` };
  const page = await visitor.send("/submit/music", { headers });
  await expectNotFound(page, 404, NOT_FOUND);
  const call = await readApiReply(
    visitor.send("/api/cloud-storage/upload-url", {
      method: "POST",
      headers: { ...headers, "Content-Type": "application/json" },
      body: JSON.stringify({ ...SONG, fileSize: 1 }),
    }),
  );
  expect(call.status).toBe(403);
  const entry = await visitor.send("/submit", { headers });
  expect(entry.headers.get("Location")).toBe("/submit/artist?lost");
  expect(visitor.cookie).toMatch(/^draft-/);
  const first = await (await visitor.send("/submit/artist?lost")).text();
  expect(pageText(first)).toContain("so this is a new one. Open my link");
});

test("a visitor without a draft begins at the first step; all other steps say that there is no draft", async () => {
  for (const step of steps) {
    const visitor = new Visitor();
    const page = await visitor.send(`/submit/${step}`);
    if (step === "artist") {
      expect([page.status, page.headers.get("Location")]).toEqual([302, "/submit"]);
      continue;
    }
    await expectNotFound(page, 404, NOT_FOUND);
    await expectNotFound(await visitor.post(`/submit/${step}`, { bio: "x" }), 404, NOT_FOUND);
  }
});

test("an expired draft is a 410 with two ways to continue in every step, and none of its data is lost", async () => {
  const visitor = await createDraftAt("review");
  await expireDraft(inside, visitor);
  const before = await findDraftRow(inside, visitor);
  const files = await draftFiles(inside, visitor);
  for (const step of steps) {
    const replies = [await visitor.send(`/submit/${step}`)];
    if (step !== "artist") replies.push(await visitor.post(`/submit/${step}`, { bio: "x" }));
    for (const reply of replies) await expectNotFound(reply, 410, EXPIRED);
  }
  const call = await readApiReply(
    visitor.json("/api/cloud-storage/upload-url", { ...SONG, fileSize: 100 }),
  );
  expect(call.status).toBe(403);
  expect(await findDraftRow(inside, visitor)).toEqual(before);
  expect(await draftFiles(inside, visitor)).toEqual(files);
});

test("entering again after a draft expired opens a new one and says so", async () => {
  const visitor = await createDraftAt("music");
  await expireDraft(inside, visitor);
  const entry = await visitor.send("/submit");
  expect(entry.headers.get("Location")).toBe("/submit/artist?expired");
  const page = await visitor.send("/submit/artist?expired");
  expect(pageText(await page.text())).toContain("Your earlier draft expired");
});

test.each(["expired", "unknown"])(
  "step 0 posted with an %s draft keeps what was typed in a new draft, with 409",
  async (how) => {
    const visitor = await createDraftAt("artist");
    if (how === "expired") await expireDraft(inside, visitor);
    else visitor.cookie = `draft=${encodeValue("B".repeat(43))}`;
    const { cookie } = visitor;
    const reply = await visitor.post("/submit/artist", { ...artistAnswers, intent: "next" });
    const html = await reply.text();
    expect(reply.status).toBe(409);
    expect(pageText(html)).toContain(how === "expired" ? EXPIRED : NOT_FOUND);
    expect(pageText(html)).toContain("We made a new draft with what's on this page.");
    expect(fieldValue(html, "artistName")).toBe(artistAnswers.artistName);
    expect(visitor.cookie).not.toBe(cookie);
    expect((await findDraftRow(inside, visitor)).answers.artist).toMatchObject(artistAnswers);
    const next = await visitor.post("/submit/artist", { ...artistAnswers, intent: "next" });
    expect(next.headers.get("Location")).toBe("/submit/music");
  },
);

test("step 0 posted without any cookie shows what is wrong with what was typed", async () => {
  const visitor = new Visitor();
  const reply = await visitor.post("/submit/artist", {
    ...artistAnswers,
    email: "no",
    intent: "next",
  });
  const html = await reply.text();
  expect(reply.status).toBe(400);
  expect(pageText(html)).toContain("Please enter a valid email address");
  expect(fieldValue(html, "email")).toBe("no");
});

test.each([
  [
    "a step",
    (visitor: Visitor) => visitor.post("/submit/artist", { ...artistAnswers, intent: "next" }),
  ],
  [
    "a file begun",
    (visitor: Visitor) =>
      visitor.json("/api/cloud-storage/upload-url", { ...SONG, fileSize: 9_000_000 }),
  ],
  ["a small file", (visitor: Visitor) => visitor.upload(songBytes, SONG)],
])("%s moves the end of a draft to 14 days from now", async (_, change) => {
  const visitor = await createDraftAt("music");
  const { id } = await findDraftRow(inside, visitor);
  const soon = new Date(Date.now() + 60_000).toISOString();
  await inside.rows("UPDATE drafts SET expires_at = ? WHERE id = ?", soon, id);
  await change(visitor);
  const days =
    (Date.parse((await findDraftRow(inside, visitor)).expiresAt) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(13.9);
  expect(days).toBeLessThanOrEqual(14);
});

test("the cookie is not accessible to scripts and other sites", async () => {
  const visitor = new Visitor();
  const set = (await visitor.send("/submit")).headers.get("Set-Cookie");
  expect(set).toMatch(/HttpOnly/);
  expect(set).toMatch(/SameSite=Lax/);
  expect(set).toMatch(/Max-Age=1209600/);
});

/** Two tabs that were opened at once: each page names a draft of its own, one cookie stays. */
async function twoTabs() {
  const [tab, visitor] = [new Visitor(), new Visitor()];
  await Promise.all([tab.send("/submit"), visitor.send("/submit")]);
  const page = await (await tab.send("/submit/artist")).text();
  const draft = fieldValue(page, "draft") ?? "";
  expect(draft).not.toBe(fieldValue(await (await visitor.send("/submit/artist")).text(), "draft"));
  return { visitor, page: { draft, version: "new" } };
}

test("of two tabs opened at once, the one whose cookie was replaced continues with the other draft", async () => {
  const { visitor, page } = await twoTabs();
  const save = { method: "PUT", body: new URLSearchParams({ ...artistAnswers, ...page }) };
  const saveReply = await readApiReply(visitor.send("/api/drafts/current/artist", save));
  expect(saveReply.status).toBe(200);
  expect((await findDraftRow(inside, visitor)).answers.artist).toMatchObject(artistAnswers);
  const version = String(saveReply.body.version);
  const next = { ...artistAnswers, ...page, version, intent: "next" };
  const reply = await visitor.post("/submit/artist", next);
  expect([reply.status, reply.headers.get("Location")]).toEqual([302, "/submit/music"]);
});

test("of two tabs opened at once, both typed in, the later is asked and overwrites nothing", async () => {
  const { visitor, page } = await twoTabs();
  expect((await visitor.post("/submit/artist", { ...artistAnswers, intent: "next" })).status).toBe(
    302,
  );
  const late = { ...artistAnswers, ...page, city: "Galway", intent: "next" };
  expect((await visitor.post("/submit/artist", late)).status).toBe(409);
  expect((await findDraftRow(inside, visitor)).answers.artist?.city).toBe(artistAnswers.city);
});

/** All orders of a list. */
function orders<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, index) =>
    orders(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  );
}

/** All parts of a list, in its order: what arrives where the others are lost. */
function parts<T>([first, ...others]: readonly T[]): T[][] {
  if (first === undefined) return [[]];
  return parts(others).flatMap((part) => [part, [first, ...part]]);
}

/** What the page of a draft asks for by itself, and what its artist does next. */
const requests: ((visitor: Visitor) => Promise<Response>)[] = [
  (visitor) => visitor.send("/submit"),
  (visitor) => visitor.send("/submit/artist"),
  (visitor) => {
    const body = new URLSearchParams({ artistName: "Sigrid Vale" });
    return visitor.send("/api/drafts/current/artist", { method: "PUT", body });
  },
  (visitor) => visitor.json("/api/cloud-storage/upload-url", { ...SONG, fileSize: 1_000_000 }),
  (visitor) => visitor.post("/submit/artist", { ...artistAnswers, intent: "next" }),
];

const stopLinks = (visitor: Visitor) => visitor.post("/submit/continue", { intent: "stop-links" });

/** A page by the replies that have arrived, and what may arrive late or never. */
interface BegunPage {
  arrived: string[];
  late?: string[];
  alsoAsks?: (typeof requests)[number];
}

async function visit(page: Visitor): Promise<string[]> {
  const first = new Visitor(page.base, page.address);
  const reply = await first.send("/submit");
  return reply.headers.getSetCookie();
}

/** The cookies of each press of the button by which a link opens a draft in another browser. */
async function openByLink(page: Visitor, presses: number): Promise<string[][]> {
  await page.openDraft();
  const made = await page.post("/submit/continue", { intent: "make-link" });
  const link = /\/submit\/continue\/[\w-]{43}/.exec(await made.text())?.[0] ?? "";
  const shown = await (await new Visitor(page.base, page.address).send(link)).text();
  const press = fieldValue(shown, "press") ?? "";
  const replies: string[][] = [];
  for (let count = 0; count < presses; count++) {
    // Each press leaves before the answer to the one before it has come.
    const device = new Visitor(page.base, page.address);
    const opened = await device.post(link, { intent: "continue", press });
    replies.push(opened.headers.getSetCookie());
  }
  return replies;
}

const pages: [string, (page: Visitor) => Promise<BegunPage>][] = [
  ["a new draft", async (page) => ({ arrived: await visit(page) })],
  [
    "a new draft beside another first visit",
    async (page) => ({ arrived: await visit(page), late: await visit(page) }),
  ],
  [
    "a stored draft",
    async (page) => {
      await page.openDraft();
      return { arrived: [page.cookie] };
    },
  ],
  [
    "a draft that a link opened, while all links are stopped",
    async (page) => {
      const [arrived = []] = await openByLink(page, 1);
      return { arrived, alsoAsks: stopLinks };
    },
  ],
  [
    "a draft that a link opened by a button pressed twice, while all links are stopped",
    async (page) => {
      const [late = [], arrived = []] = await openByLink(page, 2);
      return { arrived, late, alsoAsks: stopLinks };
    },
  ],
];

test.each(pages)(
  "no order of lost and late replies leaves the page of %s with a key that nobody knows",
  async (_, begin) => {
    const { base, address } = new Visitor();
    const { arrived, late, alsoAsks } = await begin(new Visitor(base, address));
    const withCookies = (replies: string[][]) => {
      const jar: CookieJar = new Map();
      for (const setCookie of [arrived, ...replies].flat()) storeCookie(jar, setCookie);
      const visitor = new Visitor(base, address);
      visitor.cookie = cookieHeader(jar);
      return visitor;
    };
    // Side by side, each with the cookies that the page had.
    const replies = await Promise.all(
      [...requests, ...(alsoAsks ? [alsoAsks] : [])].map(async (request) => {
        const reply = await request(withCookies([]));
        expect([403, 404, 410]).not.toContain(reply.status);
        await reply.arrayBuffer();
        return reply.headers.getSetCookie();
      }),
    );
    const setting = [late ?? [], ...replies].filter((cookies) => cookies.length > 0);
    const possible = orders(setting).flatMap(parts);
    const leftWith = new Set(possible.map((some) => withCookies(some).cookie));
    const drafts = new Set<unknown>();
    for (const key of leftWith) {
      const visitor = new Visitor(base, address);
      visitor.cookie = key;
      const song = { ...SONG, fileSize: 1_000_000 };
      const reply = await visitor.json("/api/cloud-storage/upload-url", song);
      expect(reply.status).toBe(200);
      const shown = await (await visitor.send("/submit/artist")).text();
      drafts.add(fieldValue(shown, "draft"));
    }
    expect(drafts.size).toBe(1);
  },
);

test("a link is made once by a button pressed twice, and anew by the next press", async () => {
  const visitor = await createDraftAt("music");
  const read = async () => {
    const html = await (await visitor.send("/submit/continue")).text();
    return fieldValue(html, "press") ?? "";
  };
  const make = async (press: string) => {
    const reply = await visitor.post("/submit/continue", { intent: "make-link", press });
    return /\/submit\/continue\/[\w-]{43}/.exec(await reply.text())?.[0];
  };
  const [press, next] = [await read(), await read()];
  const links = [await make(press), await make(press), await make(next)];
  expect(links).not.toContain(undefined);
  expect([links[0] === links[1], links[0] === links[2]]).toEqual([true, false]);
  const { id } = await findDraftRow(inside, visitor);
  expect(
    await inside.rows("SELECT count(*) AS links FROM draft_keys WHERE draft_id = ?", id),
  ).toEqual([{ links: 2 }]);
});
