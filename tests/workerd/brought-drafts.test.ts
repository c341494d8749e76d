import { expect, test } from "vitest";
import {
  createTestArtist,
  MemberVisitor,
  signedInArtist,
  signInArtist,
  type TestArtist,
} from "../support/accounts";
import { openStoreReader } from "../support/app-stores";
import { createDraftAt, findDraftRow } from "../support/drafts";
import { pageText } from "../support/page-parts";
import { Browser, Visitor } from "../support/visitor";

/* Drafts that 'Continue' on the dashboard opens in a browser, and how long they stay open there. */

const store = openStoreReader();

/** A draft that a signed-in artist began on another device. */
async function begunElsewhere({ id }: TestArtist) {
  const elsewhere = await createDraftAt("about");
  const { id: draftId } = await findDraftRow(store, elsewhere);
  await store.rows("UPDATE drafts SET artist_id = ? WHERE id = ? RETURNING id", id, draftId);
  return { elsewhere, draftId: String(draftId) };
}

test("a draft begun on another device is on the dashboard, and 'Continue' brings it here without script", async () => {
  const { artist, visitor } = await signedInArtist();
  const { elsewhere, draftId } = await begunElsewhere(artist);
  const dashboard = await (await visitor.send("/dashboard?tab=0")).text();
  expect(pageText(dashboard)).toContain("not open in this browser");
  expect(dashboard).toContain(`name="draft" value="${draftId}"`);
  // With its cover, which nobody else may see.
  const cover = /\/files\/previews\/[\w-]+/.exec(dashboard)?.[0] ?? "";
  expect((await visitor.send(cover)).status).toBe(200);
  expect((await new Visitor().send(cover)).status).toBe(404);
  const session = visitor.cookie;
  const reply = await visitor.post("/dashboard/continue", { draft: draftId });
  expect([reply.status, reply.headers.get("Location")]).toEqual([302, "/submit"]);
  const here = new MemberVisitor(session);
  here.cookie = `${session}; ${visitor.cookie}`;
  expect(await (await here.send("/submit/music")).text()).toContain("Night Ferry");
  // Both devices can edit it, and stopping its links closes it in neither dashboard.
  expect((await elsewhere.send("/submit/music")).status).toBe(200);
  expect(pageText(await (await here.send("/dashboard?tab=0")).text())).not.toContain(
    "not open in this browser",
  );
});

test("only its artist can open a draft by its id, and not after it was submitted or has expired", async () => {
  const { artist, visitor } = await signedInArtist();
  const { draftId } = await begunElsewhere(artist);
  const session = visitor.cookie;
  const press = async (visitor: Visitor, draft: string) => {
    const reply = await visitor.post("/dashboard/continue", { draft });
    const text = pageText(await reply.text());
    const to = reply.headers.get("Location")?.replace(/\?.*/, "");
    return [reply.status, to, text, reply.headers.getSetCookie()];
  };
  const { visitor: other } = await signedInArtist();
  const stranger = await press(other, draftId);
  expect(stranger[0]).toBe(404);
  expect(stranger).toEqual(await press(other, "01K00000000000000000000000"));
  expect(pageText(await (await other.send("/dashboard?tab=0")).text())).not.toContain(
    "Not sent yet",
  );
  expect((await press(new Visitor(), draftId)).slice(0, 2)).toEqual([302, "/login"]);
  await visitor.post("/logout", {});
  const replayVisitor = new Visitor();
  replayVisitor.cookie = session;
  expect((await press(replayVisitor, draftId)).slice(0, 2)).toEqual([302, "/login"]);

  const again = new Visitor();
  await signInArtist(again, artist);
  const mark = (column: string) =>
    store.rows(`UPDATE drafts SET ${column} = ? WHERE id = ? RETURNING id`, "2026-01-01", draftId);
  await mark("expires_at");
  expect((await press(again, draftId))[0]).toBe(410);
  await mark("submitted_at");
  const pressReply = await press(again, draftId);
  expect([pressReply[0], pressReply[3]]).toEqual([409, []]);
  expect(pressReply[2]).toContain("You have already sent this one");
});

test("a draft of this browser that is in no account is never lost to another: its link comes first", async () => {
  const { artist, visitor } = await signedInArtist();
  const { draftId } = await begunElsewhere(artist);
  const drafting = await createDraftAt("music");
  const { id: other } = await findDraftRow(store, drafting);
  const both = new MemberVisitor(visitor.cookie);
  both.cookie = `${visitor.cookie}; ${drafting.cookie}`;
  const dashboard = pageText(await (await both.send("/dashboard?tab=0")).text());
  expect(dashboard).toContain("not open in this browser");
  const reply = await both.post("/dashboard/continue", { draft: draftId });
  const html = await reply.text();
  const link = /\/submit\/continue\/[\w-]{43}/.exec(html)?.[0] ?? "";
  expect([reply.status, reply.headers.get("Location"), link]).toEqual([
    ...[200, null],
    expect.stringContaining("/submit/continue/"),
  ]);
  expect((await both.post("/dashboard/continue", { draft: draftId, replace: "on" })).status).toBe(
    302,
  );
  const linkVisitor = new Visitor();
  await linkVisitor.post(link, {});
  expect(await (await linkVisitor.send("/submit/music")).text()).toContain(`value="${other}"`);
});

/** An artist at a shared computer who has opened one of their drafts there. */
async function atSharedComputer() {
  const { artist, visitor: ownVisitor } = await signedInArtist();
  const { draftId } = await begunElsewhere(artist);
  const browser = new Browser();
  await signInArtist(browser, artist);
  const reply = await browser.post("/dashboard/continue", { draft: draftId });
  expect(reply.headers.get("Location")).toBe("/submit");
  expect(await (await browser.send("/submit/music")).text()).toContain("Night Ferry");
  return { artist, own: ownVisitor, sharedBrowser: browser, draftId };
}

/** Expects that this browser can neither see nor change the draft. */
async function expectClosed(browser: Browser, draftId: string): Promise<void> {
  const before = await store.rows("SELECT answers, version FROM drafts WHERE id = ?", draftId);
  for (const path of ["/submit/artist", "/submit/music", "/submit/review", "/submit/continue"]) {
    const page = await browser.send(path);
    const html = await page.text();
    expect(html).not.toContain("Night Ferry");
    expect(html).not.toContain(draftId);
  }
  const body = new URLSearchParams({ draft: draftId, firstName: "Eve" });
  await browser.send("/api/drafts/current/artist", { method: "PUT", body });
  const files = await browser.json("/api/cloud-storage/upload-url", {
    slot: "audio:track-1",
    fileType: "track",
    fileName: "x.wav",
    fileSize: 1,
    contentType: "audio/wav",
  });
  expect(JSON.stringify(await files.json())).not.toContain(draftId);
  expect(await store.rows("SELECT answers, version FROM drafts WHERE id = ?", draftId)).toEqual(
    before,
  );
}

const ends: [string, (at: Awaited<ReturnType<typeof atSharedComputer>>) => Promise<unknown>][] = [
  ["logging out there", ({ sharedBrowser }) => sharedBrowser.post("/logout", {})],
  [
    "ending all sign-ins there",
    ({ sharedBrowser }) => sharedBrowser.post("/edit-profile/sign-ins", { intent: "end-all" }),
  ],
  [
    "ending it from another device",
    ({ own }) => own.post("/edit-profile/sign-ins", { intent: "end-others" }),
  ],
  [
    "a new code",
    ({ artist }) =>
      store.rows("UPDATE artists SET code_mark = 'new' WHERE id = ? RETURNING id", artist.id),
  ],
  [
    "the end of its 30 days",
    ({ artist }) =>
      store.rows(
        "UPDATE artist_sessions SET expires_at = '2026-01-01' WHERE artist_id = ? RETURNING id",
        artist.id,
      ),
  ],
];

test.each(ends)("after %s a shared computer shows nothing of the draft", async (_, end) => {
  const at = await atSharedComputer();
  const { sharedBrowser, draftId } = at;
  const draftCookie = sharedBrowser.read("draft") ?? "";
  await end(at);
  await expectClosed(sharedBrowser, draftId);
  // The same with a copied cookie.
  sharedBrowser.put("draft", draftCookie);
  await expectClosed(sharedBrowser, draftId);
  const [key = ""] = draftCookie.split(".");
  expect((await sharedBrowser.send(`/submit/continue/${key}`)).status).toBe(404);
});

test("logging out leaves no cookie of the draft, and a new form begins at once", async () => {
  const { artist, sharedBrowser, draftId } = await atSharedComputer();
  await sharedBrowser.post("/logout", {});
  expect(sharedBrowser.read("draft")).toBeUndefined();
  const first = await sharedBrowser.send("/submit");
  expect(first.status).toBe(200);
  expect(await first.text()).not.toContain("Night Ferry");
  // After signing in again, the same button opens it.
  await signInArtist(sharedBrowser, artist);
  await sharedBrowser.post("/dashboard/continue", { draft: draftId });
  expect(await (await sharedBrowser.send("/submit/music")).text()).toContain("Night Ferry");
});

test("stopping its links leaves the draft open here while its artist is signed in", async () => {
  const { sharedBrowser, draftId } = await atSharedComputer();
  await sharedBrowser.post("/submit/continue", { intent: "stop-links" });
  expect(await (await sharedBrowser.send("/submit/music")).text()).toContain("Night Ferry");
  const draftCookie = sharedBrowser.read("draft") ?? "";
  await sharedBrowser.post("/logout", {});
  sharedBrowser.put("draft", draftCookie);
  await expectClosed(sharedBrowser, draftId);
});

const signOuts: [string, (browser: Browser) => Promise<Response>][] = [
  ["logging out", (browser) => browser.post("/logout", {})],
  [
    "ending this sign-in",
    async (browser) => {
      const html = await (await browser.send("/edit-profile/sign-ins")).text();
      const [, session = ""] = /name="session" value="(\w+)"/.exec(html) ?? [];
      return browser.post("/edit-profile/sign-ins", { intent: "end", session });
    },
  ],
  [
    "ending all of them",
    (browser) => browser.post("/edit-profile/sign-ins", { intent: "end-all" }),
  ],
];

/** A browser in which a draft was begun, and whose artist has signed in since. */
async function begunHere(owner: (artist: TestArtist) => string | null) {
  const drafting = await createDraftAt("music");
  const artist = await createTestArtist();
  const { id } = await findDraftRow(store, drafting);
  const browser = new Browser();
  browser.put("draft", drafting.cookie.replace(/^draft=/, ""));
  await signInArtist(browser, artist);
  await store.rows("UPDATE drafts SET artist_id = ? WHERE id = ? RETURNING id", owner(artist), id);
  return { sharedBrowser: browser, id, artist };
}

test.each(signOuts)(
  "%s closes a draft of the account that was begun in this browser; the dashboard has it",
  async (_, signOut) => {
    const { sharedBrowser, id, artist } = await begunHere(({ id }) => id);
    // The draft was begun here, so it need not be opened from the dashboard.
    await sharedBrowser.post("/dashboard/continue", { draft: id });
    expect((await signOut(sharedBrowser)).status).toBe(302);
    expect(sharedBrowser.read("draft")).toBeUndefined();
    const after = await sharedBrowser.send("/submit/music");
    expect(await after.text()).not.toContain(id);
    await signInArtist(sharedBrowser, artist);
    await sharedBrowser.post("/dashboard/continue", { draft: id });
    expect(await (await sharedBrowser.send("/submit/music")).text()).toContain(`value="${id}"`);
  },
);

test.each(signOuts)(
  "%s keeps a draft in this browser that belongs to no account, or to another one",
  async (_, signOut) => {
    for (const owner of [null, "SOMEBODY"]) {
      const { sharedBrowser, id } = await begunHere(() => owner);
      expect((await signOut(sharedBrowser)).status).toBe(302);
      expect(await (await sharedBrowser.send("/submit/music")).text()).toContain(`value="${id}"`);
    }
  },
);

test("logging out after the session was ended elsewhere also leaves no draft of the artist", async () => {
  const { sharedBrowser, artist } = await begunHere(({ id }) => id);
  const ownVisitor = new Visitor();
  await signInArtist(ownVisitor, artist);
  await ownVisitor.post("/edit-profile/sign-ins", { intent: "end-others" });
  await sharedBrowser.post("/logout", {});
  expect(sharedBrowser.read("draft")).toBeUndefined();
});

test("the bar names only the draft that ends with the session, so that its local copies are deleted too", async () => {
  const ownDraftId = (html: string) => /data-own-draft="(\w+)"/.exec(html)?.[1];
  const pages = async (owner: (artist: TestArtist) => string | null) => {
    const { sharedBrowser, id } = await begunHere(owner);
    const of = async (path: string) => ownDraftId(await (await sharedBrowser.send(path)).text());
    return { id, wizard: await of("/submit/artist"), portal: await of("/dashboard?tab=0") };
  };
  const own = await pages(({ id }) => id);
  expect([own.wizard, own.portal]).toEqual([own.id, own.id]);
  // In the wizard the next save adds it to their account.
  const nobodys = await pages(() => null);
  expect([nobodys.wizard, nobodys.portal]).toEqual([nobodys.id, undefined]);
  const others = await pages(() => "SOMEBODY");
  expect([others.wizard, others.portal]).toEqual([undefined, undefined]);
});
