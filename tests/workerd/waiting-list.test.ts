import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BOT_CHECK_TEXT } from "~/domain/bot/score";
import { CONFIRM_FIELD, CONFIRM_INTENT } from "~/domain/bot/session";
import { confirmToken } from "~/domain/bot/start-token.server";
import { addBusinessDays } from "~/domain/submission/music/release-dates";
import { openStoreReader, pollUntil } from "../support/app-stores";
import { appUnderTest } from "../support/app-under-test";
import { fieldValue, pageText, unescapeHtml } from "../support/page-parts";
import { readApiReply } from "../support/upload-calls";
import { artistAnswers, Visitor } from "../support/visitor";

const store = openStoreReader();
const WAITING = "/submit/waiting-list";

/** An artist whom no other test knows, with a link of their own. */
function createArtistData(change: Record<string, unknown> = {}) {
  const name = crypto.randomUUID();
  const email = `${name}@example.com`;
  return { ...artistAnswers, email, listenLink: `https://soundcloud.com/${name}`, ...change };
}
type Artist = ReturnType<typeof createArtistData>;

const call = (artistData: unknown, visitor = new Visitor(), extraFields: object = {}) =>
  readApiReply(visitor.json("/api/waiting-list", { artistData, ...extraFields }));
const findEntries = ({ email }: Pick<Artist, "email">) =>
  store.rows("SELECT * FROM waiting_list WHERE email = ?", email.toLowerCase());

const localSecret = () =>
  readFileSync(join(appUnderTest().stateDir, "signing-secret"), "utf8").trim();

test("a new entry is recorded with a due date, put on the board and confirmed by mail", async () => {
  const ada = createArtistData({ phone: "+353 1", projectDescription: "Two songs." });
  const visitor = new Visitor();
  const response = await visitor.json("/api/waiting-list", { artistData: ada });
  const body = (await response.json()) as Record<string, unknown>;
  expect([response.status, body]).toEqual([
    200,
    { success: true, mondayItemId: expect.any(String) },
  ]);
  const [row, ...others] = await findEntries(ada);
  expect(others).toEqual([]);
  expect(row).toMatchObject({ artist_name: "Sigrid Vale", status: "pending", email: ada.email });
  expect(JSON.parse(String(row?.artist_data))).toMatchObject({
    ...ada,
    submissionIntent: "submit-music",
  });
  const createdAt = new Date(String(row?.created_at));
  expect(row?.reply_due_at).toBe(addBusinessDays(createdAt, 10).toISOString());
  const id = String(row?.id);
  const item = await pollUntil(async () => {
    const [now] = await findEntries(ada);
    return now?.monday_item_id ?? undefined;
  });
  const [mail] = await pollUntil(async () => {
    const mails = await store.rows(
      "SELECT * FROM mail_outbox WHERE dedupe_key = ?",
      `waiting-list:${id}`,
    );
    return mails.length > 0 ? mails : undefined;
  });
  expect(mail).toMatchObject({ recipient: ada.email, kind: "waiting-list" });
  expect(String(mail?.text_body)).toContain(`Reference: ${row?.reference}`);
  // Repeating it returns the same entry, with the board's item id once that is known.
  expect((await call(ada)).body).toEqual({ success: true, mondayItemId: item });
  const page = await visitor.send(response.headers.get("Location") ?? "");
  const text = pageText(await page.text());
  expect(text).toContain("Submitted for review!");
  expect(text).toContain(`Reference ${row?.reference}`);
  expect(text).toContain("within 7-10 days");
  for (const personal of [ada.email, ada.listenLink, "Sigrid"])
    expect(text).not.toContain(personal);
});

test("of fifty simultaneous entries one is stored, with one item and one mail, and all answers are equal", async () => {
  const ada = createArtistData();
  const spellings = Array.from({ length: 50 }, (_, n) =>
    n % 2 ? ada : { ...ada, email: ada.email.toUpperCase(), listenLink: ada.listenLink.slice(8) },
  );
  const visitor = new Visitor();
  const replies = await Promise.all(spellings.map((artistData) => call(artistData, visitor)));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  const [row, ...others] = await findEntries(ada);
  expect(others).toEqual([]);
  const item = await pollUntil(async () => {
    const [now] = await findEntries(ada);
    return now?.monday_item_id ?? undefined;
  });
  for (const { body } of replies) expect([row?.id, item]).toContain(body.mondayItemId);
  const jobs = await store.rows("SELECT type FROM jobs WHERE subject = ? ORDER BY type", row?.id);
  expect(jobs.map(({ type }) => type)).toEqual(["confirm-waiting-list", "sync-waiting-list"]);
  const mails = await pollUntil(async () => {
    const rows = await store.rows("SELECT id FROM mail_outbox WHERE recipient LIKE ?", ada.email);
    return rows.length > 0 ? rows : undefined;
  });
  expect(mails).toHaveLength(1);
});

test("another link is another entry, and so is the same one a day later", async () => {
  const ada = createArtistData();
  await call(ada);
  await call({ ...ada, listenLink: `${ada.listenLink}/other` });
  expect(await findEntries(ada)).toHaveLength(2);
  const dayAgo = new Date(Date.now() - 24 * 3_600_000 - 1).toISOString();
  await store.rows("UPDATE waiting_list SET created_at = ? WHERE email = ?", dayAgo, ada.email);
  await call(ada);
  expect(await findEntries(ada)).toHaveLength(3);
});

test.each<[string, unknown, number]>([
  ["nothing", {}, 400],
  ["a list", [], 400],
  ["null", null, 400],
  ["a text in place of the artist", { artistData: "Ada" }, 400],
  ["numbers and objects in its fields", { artistData: { artistName: 1, email: { a: 1 } } }, 400],
  ["more than a form holds", { artistData: { artistName: "x".repeat(600_000) } }, 413],
])("a call with %s is refused with a sentence", async (_, body, status) => {
  const reply = await readApiReply(new Visitor().json("/api/waiting-list", body));
  expect(reply).toMatchObject({
    status,
    body: { success: false, error: expect.stringMatching(/\w/) },
  });
});

test("a field that is not text is named and refused instead of silently dropped", async () => {
  for (const phone of [353215550100, true, ["+353 21 555 0100"], { number: 1 }])
    expect(await call({ ...createArtistData(), phone })).toMatchObject({
      status: 400,
      body: { success: false, error: expect.stringContaining("artistData.phone") },
    });
  expect(await call({ ...createArtistData(), phone: null })).toMatchObject({ status: 200 });
});

test.each(["javascript:alert(1)", "data:text/html,x", "https://a@evil.example/", "hello"])(
  "the listen link %s is refused, and nothing is recorded",
  async (listenLink) => {
    const ada = createArtistData({ listenLink });
    expect((await call(ada)).status).toBe(400);
    const reply = await new Visitor().post(WAITING, { ...ada, intent: "join" });
    const html = await reply.text();
    expect([reply.status, fieldValue(html, "listenLink")]).toEqual([400, listenLink]);
    expect(unescapeHtml(html)).not.toContain(`href="${listenLink}`);
    expect(await findEntries(ada)).toEqual([]);
  },
);

test("without script a refusal tells what is missing, and keeps the rest; a whole form leads on", async () => {
  const ada = createArtistData();
  const visitor = new Visitor();
  const refusal = await visitor.post(WAITING, {
    ...ada,
    email: "",
    listenLink: "",
    intent: "join",
  });
  const html = await refusal.text();
  expect(refusal.status).toBe(400);
  const text = pageText(html);
  expect(text).toContain("Please fill in the following required fields: Email");
  expect(text).toContain("Please provide a listen link for your latest project.");
  expect(fieldValue(html, "artistName")).toBe("Sigrid Vale");
  const redirect = await visitor.post(WAITING, { ...ada, intent: "join" });
  const place = redirect.headers.get("Location") ?? "";
  expect([redirect.status, place]).toEqual([
    302,
    expect.stringMatching(/^\/submit\/joined\?entry=\w{26}$/),
  ]);
  expect(pageText(await (await visitor.send(place)).text())).toContain("Submitted for review!");
});

test("the page of an entry that is not there says that nothing was sent", async () => {
  for (const entry of ["", "x", "01J00000000000000000000000", "'--"]) {
    const page = await new Visitor().send(`/submit/joined?entry=${encodeURIComponent(entry)}`);
    const text = pageText(await page.text());
    expect([page.status, text.includes("Nothing sent yet")]).toEqual([200, true]);
  }
});

test("a filled hidden field stops it, with a way on that takes a person two presses", async () => {
  const ada = createArtistData();
  const visitor = new Visitor();
  const trapFields = { ...ada, website: "https://x.example" };
  const refusal = await visitor.post(WAITING, { ...trapFields, intent: "join" });
  const html = await refusal.text();
  expect(refusal.status).toBe(403);
  expect(pageText(html)).toContain(BOT_CHECK_TEXT);
  expect(fieldValue(html, "email")).toBe(ada.email);
  expect(await call(trapFields)).toMatchObject({
    status: 403,
    body: { success: false, error: BOT_CHECK_TEXT },
  });
  const once = await visitor.post(WAITING, { ...trapFields, intent: CONFIRM_INTENT });
  const [status, token] = [once.status, fieldValue(await once.text(), CONFIRM_FIELD)];
  expect([status, token]).toEqual([403, expect.stringMatching(/^\/confirm-press\//)]);
  expect(await findEntries(ada)).toEqual([]);
  // Signed for this form four seconds ago.
  const [, form = ""] = /^\/confirm-press\/([^/]+)\//.exec(token ?? "") ?? [];
  const before = new Date(Date.now() - 4_000);
  const signedToken = await confirmToken(localSecret(), form, before);
  const twice = { intent: CONFIRM_INTENT, [CONFIRM_FIELD]: signedToken };
  // It does not count for other entries: otherwise a script could add a hundred with one press.
  const other = createArtistData({ website: "https://x.example" });
  expect((await visitor.post(WAITING, { ...other, ...twice })).status).toBe(403);
  expect(await findEntries(other)).toEqual([]);
  expect((await visitor.post(WAITING, { ...trapFields, ...twice })).status).toBe(302);
  expect(await findEntries(ada)).toHaveLength(1);
});

test("whoever sends an empty form past the hidden fields needs one press", async () => {
  const ada = createArtistData();
  const reply = await new Visitor().post(WAITING, { ...ada, intent: CONFIRM_INTENT });
  expect(reply.status).toBe(302);
});

test("a record that fails is told, keeps everything, and works the next time", async () => {
  const ada = createArtistData();
  const visitor = new Visitor();
  const fail = () => visitor.json("/sandbox/site/fail", { only: "join", times: 1 });
  await fail();
  const page = await visitor.post(WAITING, { ...ada, intent: "join" });
  const html = await page.text();
  expect([page.status, fieldValue(html, "email")]).toEqual([503, ada.email]);
  expect(pageText(html)).toContain(
    "Sorry, there was an error joining the waiting list. Please try again.",
  );
  await fail();
  expect(await call(ada)).toMatchObject({
    status: 503,
    body: { success: false, error: "Failed to join waiting list" },
  });
  expect((await call(ada)).status).toBe(200);
});

test("a lookup of the Spotify section works without script, and loses nothing", async () => {
  const ada = createArtistData();
  const fields = { ...ada, spotifyChoice: "profile", spotifyQuery: "Sigrid Vale" };
  const reply = await new Visitor().post(WAITING, { ...fields, intent: "search-spotify" });
  const html = await reply.text();
  expect([reply.status, fieldValue(html, "listenLink")]).toEqual([200, ada.listenLink]);
  expect(html).toContain('formaction="/submit/waiting-list#spotify-profile"');
  expect(pageText(html)).toContain("Choose");
});
