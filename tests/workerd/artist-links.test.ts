import { beforeAll, describe, expect, test } from "vitest";
import { staffMember } from "../support/accounts";
import { openStoreReader, pollUntil, type StoreReader } from "../support/app-stores";
import { outputLines } from "../support/app-under-test";
import { COVER, coverBytes, createDraftAt, findDraftRow, SONG, songBytes } from "../support/drafts";
import { fieldValue, pageText } from "../support/page-parts";
import { artistAnswers, dateInDays, musicAnswers, Visitor } from "../support/visitor";
import { createTestLink, invitedArtist, type TestLink } from "../support/visitors";

let store: StoreReader;
beforeAll(() => {
  store = openStoreReader();
});

const KINDS = [
  ["invited", "/i", "/api/invitation"],
  ["returning", "/r", "/api/returning-artist"],
] as const;
const past = new Date(Date.now() - 60_000).toISOString();
const pagePath = (link: TestLink) => link.path.slice(0, 2);

/** A browser that has opened a link: the token is in the cookie, and the page without it comes next. */
async function openLink(link: TestLink, visitor = new Visitor()): Promise<Visitor> {
  const reply = await visitor.send(link.path);
  expect([reply.status, reply.headers.get("Location")]).toEqual([302, pagePath(link)]);
  return visitor;
}

/** The same, after beginning the draft. */
async function beginDraft(link: TestLink, visitor = new Visitor()): Promise<Visitor> {
  await openLink(link, visitor);
  const reply = await visitor.post(pagePath(link), { intent: "start" });
  expect([reply.status, reply.headers.get("Location")]).toEqual([302, "/submit/artist"]);
  return visitor;
}

/** Fills in the steps of a begun draft up to Review. */
async function toReview(visitor: Visitor, extraFields: Record<string, string> = {}): Promise<void> {
  const passes = async (reply: Response) => expect(reply.status).toBeLessThan(400);
  await passes(
    await visitor.post("/submit/artist", { ...artistAnswers, ...extraFields, intent: "next" }),
  );
  await passes(await visitor.upload(songBytes, SONG));
  await passes(await visitor.upload(coverBytes, COVER));
  await passes(
    await visitor.post("/submit/music", {
      ...musicAnswers(dateInDays(60)),
      "tracks[0].metadata.soloWork": "",
      "tracks[0].metadata.listed": "1",
      "tracks[0].metadata.producers[0]": "Max Rebo",
      "tracks[0].metadata.featuredArtists[0].firstName": "Ada",
      "tracks[0].metadata.featuredArtists[0].surname": "Quill",
      "tracks[0].metadata.featuredArtists[0].roles[0]": "Vocals",
      intent: "next",
    }),
  );
  await passes(await visitor.post("/submit/about", { bio: "Songs.", intent: "next" }));
}

const submit = (visitor: Visitor) => visitor.post("/submit/review", { intent: "submit" });
const drafts = async () => (await store.rows("SELECT count(*) AS n FROM drafts"))[0]?.n;
const call = async (path: string) => {
  const reply = await new Visitor().send(path);
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
};
const findRow = async (table: string, { id }: TestLink) =>
  (await store.rows(`SELECT * FROM ${table} WHERE id = ?`, id))[0];

describe.each(KINDS)("an %s artist's link", (kind, page) => {
  test("moves its token into a cookie, and the next page has no token in its address", async () => {
    const link = await createTestLink(kind);
    for (const init of [{}, { method: "HEAD" }, { headers: { "Sec-Purpose": "prefetch" } }]) {
      const reply = await new Visitor().send(link.path, init);
      expect([reply.status, reply.headers.get("Location")]).toEqual([302, page]);
      expect(reply.headers.get("Set-Cookie")).toMatch(/HttpOnly; SameSite=Lax$/);
      expect(reply.headers.get("Referrer-Policy")).toBe("no-referrer");
      expect(reply.headers.get("Cache-Control")).toContain("no-store");
    }
    const visitor = await openLink(link);
    const reply = await visitor.send(page);
    const html = await reply.text();
    expect(reply.status).toBe(200);
    expect(pageText(html)).toContain(invitedArtist.artistName);
    expect(html).not.toContain(link.token);
  });

  test("is not used up by being opened, however often: nothing is stored before the button", async () => {
    const link = await createTestLink(kind);
    const before = await drafts();
    for (let times = 0; times < 5; times++) {
      const visitor = await openLink(link);
      await visitor.send(page);
      await visitor.send(page, { method: "HEAD" });
    }
    expect(await drafts()).toBe(before);
    const table = kind === "invited" ? "invitations" : "returning_links";
    expect(await findRow(table, link)).toMatchObject(
      kind === "invited"
        ? { opened_at: null, redeemed_by: null }
        : { opened_at: null, use_count: 0 },
    );
  });

  test("counts as opened when a form is begun with it, and keeps its first time", async () => {
    const link = await createTestLink(kind);
    const table = kind === "invited" ? "invitations" : "returning_links";
    const openedAt = async () => (await findRow(table, link))?.opened_at;
    await beginDraft(link);
    const first = await openedAt();
    expect(first).toEqual(expect.any(String));
    await beginDraft(link);
    expect(await openedAt()).toBe(first);
  });

  test("begins one prefilled draft per browser, and leads back to it", async () => {
    const link = await createTestLink(kind);
    const visitor = await beginDraft(link);
    const html = await (await visitor.send("/submit/artist")).text();
    expect(fieldValue(html, "artistName")).toBe(invitedArtist.artistName);
    expect(pageText(html)).toContain(`, ${invitedArtist.artistName}.`);
    const { id } = await findDraftRow(store, visitor);
    const [row] = await store.rows("SELECT entry, link_id FROM drafts WHERE id = ?", id);
    expect(row).toEqual({ entry: kind, link_id: link.id });
    const cookies = [visitor.cookie, (await openLink(link)).cookie].join("; ");
    const repeated = await visitor.send(page, { headers: { Cookie: cookies } });
    expect(pageText(await repeated.text())).toContain("Continue your submission");
    const press = await visitor.send(page, {
      method: "POST",
      body: new URLSearchParams({ intent: "start" }),
      headers: { Cookie: cookies },
    });
    expect(press.headers.get("Location")).toBe("/submit");
  });

  test("offers a link to the browser's other draft before replacing it", async () => {
    const link = await createTestLink(kind);
    const visitor = await createDraftAt("about", { artistName: "The Others" });
    const linkCookie = (await openLink(link)).cookie;
    const headers = { Cookie: `${visitor.cookie}; ${linkCookie}` };
    const text = pageText(await (await visitor.send(page, { headers })).text());
    expect(text).toContain('another unfinished submission, "Night Ferry"');
    const body = new URLSearchParams({ intent: "keep-other" });
    const sent = await visitor.send(page, { method: "POST", body, headers });
    const reply = await visitor.follow(sent, headers.Cookie);
    expect(await reply.text()).toMatch(/\/submit\/continue\/[\w-]{43}/);
  });

  test("is in no log line, however its address is written", async () => {
    const start = outputLines().length - 1;
    const link = await createTestLink(kind);
    const { token, path } = link;
    const cutToken = `${token.slice(0, 9)}x`;
    const api = kind === "invited" ? "/api/invitation" : "/api/returning-artist";
    for (const address of [
      ...[path, `${path}.data`, path.replace(/^\/./, (text) => text.toUpperCase()), `${path}/more`],
      ...[`${page}/${cutToken}`, `${api}/validate/${token}`, `${api}/details/${token}`],
      ...[`${api}/validate/${cutToken}`, `${api}/details/${cutToken}/more`],
    ])
      await new Visitor().send(address);
    await beginDraft(link);
    const lines = await pollUntil(async () => {
      const all = outputLines()
        .slice(start)
        .filter((line) => line.includes('{"ts"'));
      return all.filter((line) => line.includes("/:token")).length >= 9 ? all : undefined;
    });
    expect(lines.filter((line) => line.includes(token) || line.includes(cutToken))).toEqual([]);
  });

  test("is stored only as a hash", async () => {
    const link = await createTestLink(kind);
    const visitor = await beginDraft(link);
    const { id } = await findDraftRow(store, visitor);
    const rows = await store.rows("SELECT * FROM drafts WHERE id = ?", id);
    expect(JSON.stringify(rows)).not.toContain(link.token);
  });
});

const invalid: [string, string, () => Promise<TestLink["path"]>, number, string[]][] = [
  ...(["/i", "/r"] as const).flatMap((page): typeof invalid => {
    const kind = page === "/i" ? "invited" : "returning";
    const text = kind === "invited" ? "Invalid invitation token" : "Invalid returning artist token";
    const over =
      kind === "invited"
        ? "This invitation link is invalid, expired, or has already been used."
        : text;
    const none =
      kind === "invited" ? "No invitation token provided" : "No returning artist token provided";
    const linkPath = async (columns: Record<string, string>) =>
      (await createTestLink(kind, { columns })).path;
    return [
      [page, "without a token", async () => page, 400, [none]],
      [page, "malformed", async () => `${page}/abc`, 404, [text]],
      [page, "of 10,000 characters", async () => `${page}/${"a".repeat(10_000)}`, 404, [text]],
      [page, "unknown", async () => `${page}/${"A".repeat(43)}`, 404, [text]],
      [page, "expired", () => linkPath({ expires_at: past }), 410, [over, "expired"]],
      [page, "deactivated", () => linkPath({ deactivated_at: past }), 410, [over]],
    ];
  }),
  [
    "/i",
    "spent",
    async () => (await createTestLink("invited", { columns: { redeemed_by: "x" } })).path,
    410,
    ["This invitation link is invalid", "has already been used. Each invitation is for one"],
  ],
];

test.each(invalid)(
  "%s: a link that is %s says so and shows what to do next",
  async (page, _, make, status, texts) => {
    const path = await make();
    const visitor = new Visitor();
    const reply = await visitor.send(path);
    const html = await reply.text();
    const text = pageText(html);
    expect(reply.status).toBe(status);
    expect(visitor.cookie).toBe("");
    for (const part of texts) expect(text).toContain(part);
    expect(text).toContain(page === "/i" ? "Invalid Invitation" : "Invalid Link");
    if (page === "/r")
      for (const reason of [
        ...["The link expired (365 days)", "The link was deactivated", "The link format is wrong"],
      ])
        expect(text).toContain(reason);
    expect(html).toMatch(/href="mailto:[^"]+"[^>]*>Contact the team/);
    expect(text).toContain("Return Home");
    const api = page === "/i" ? "/api/invitation" : "/api/returning-artist";
    const token = path.slice(page.length);
    const [error] = texts;
    const flag = page === "/i" ? { valid: false } : { isValid: false };
    const expectedError = expect.stringContaining(String(error));
    expect(await call(`${api}/validate${token}`)).toEqual({
      status,
      body: { success: false, error: expectedError, ...flag },
    });
    expect(await call(`${api}/details${token}`)).toEqual({
      status,
      body: { success: false, error: expectedError },
    });
  },
);

test("a link that is stopped before its button is pressed begins nothing, and says so", async () => {
  const link = await createTestLink("invited");
  const visitor = await openLink(link);
  await store.rows("UPDATE invitations SET deactivated_at = ? WHERE id = ?", past, link.id);
  const before = await drafts();
  const reply = await visitor.post("/i", { intent: "start" });
  expect([reply.status, pageText(await reply.text())]).toEqual([
    410,
    expect.stringContaining("This invitation link is invalid, expired, or has already been used."),
  ]);
  expect(await drafts()).toBe(before);
});

test("the calls return what an invitation would open, as specified, without using it up", async () => {
  const link = await createTestLink("invited", { columns: { monday_item_id: `4${Date.now()}` } });
  for (let times = 0; times < 2; times++) {
    expect(await call(`/api/invitation/validate/${link.token}`)).toEqual({
      status: 200,
      body: { success: true, valid: true },
    });
    const { body } = await call(`/api/invitation/details/${link.token}`);
    const { artistName } = invitedArtist;
    const mondayItemId = expect.stringMatching(/^4\d+$/);
    expect(body).toEqual({
      success: true,
      details: { token: link.token, artistName, mondayItemId, prefillData: invitedArtist },
    });
  }
  expect(await findRow("invitations", link)).toMatchObject({ opened_at: null, redeemed_by: null });
});

test("an invitation is used up by its submission, which keeps its item; a second submission is refused", async () => {
  const mondayItemId = `7${Date.now()}`;
  const link = await createTestLink("invited", { columns: { monday_item_id: mondayItemId } });
  const [first, second] = [await beginDraft(link), await beginDraft(link)];
  for (const visitor of [first, second]) await toReview(visitor);
  expect(await findRow("invitations", link)).toMatchObject({
    opened_at: expect.any(String),
    redeemed_by: null,
  });
  const firstReply = await submit(first);
  expect([firstReply.status, firstReply.headers.get("Location")]).toEqual([302, "/submit/success"]);
  const { id: draftId } = await findDraftRow(store, first);
  const [submission] = await store.rows("SELECT * FROM submissions WHERE draft_id = ?", draftId);
  expect(submission).toMatchObject({
    entry: "invited",
    link_id: link.id,
    monday_item_id: mondayItemId,
  });
  expect(await findRow("invitations", link)).toMatchObject({ redeemed_by: submission?.id });
  // Pressing again finds the submission, as for every draft.
  expect((await submit(first)).headers.get("Location")).toBe("/submit/success");

  const check = await second.post("/api/submission/check", { intent: "submit" });
  expect([check.status, await check.json()]).toEqual([
    409,
    expect.objectContaining({ refused: "invitation", mayGoOn: true }),
  ]);
  const refusal = await submit(second);
  const text = pageText(await refusal.text());
  expect(refusal.status).toBe(409);
  expect(text).toContain(
    "This invitation has already been used. Nothing you typed or sent is lost",
  );
  expect(text).toContain("Make it an open submission");
  const onward = await second.post("/submit/review", { intent: "go-on-as-open" });
  expect(onward.headers.get("Location")).toBe("/submit/review");
  expect((await submit(second)).headers.get("Location")).toBe("/submit/success");
  const { id: openId } = await findDraftRow(store, second);
  const [open] = await store.rows("SELECT * FROM submissions WHERE draft_id = ?", openId);
  expect(open).toMatchObject({ entry: "open", link_id: null });
});

test("a draft with a valid invitation stays an invited one, even if a request says it is open", async () => {
  const link = await createTestLink("invited");
  const visitor = await beginDraft(link);
  await toReview(visitor);
  await visitor.post("/submit/review", { intent: "go-on-as-open" });
  await submit(visitor);
  expect(await findRow("invitations", link)).toMatchObject({ redeemed_by: expect.any(String) });
});

test("a returning artist submits twice: counted, and filled in from the last release, without its files", async () => {
  const email = `again-${crypto.randomUUID().slice(0, 8)}@example.com`;
  const link = await createTestLink("returning", { email });
  const first = await beginDraft(link);
  await toReview(first, { email, artistName: "Sigrid Vale II", city: "Galway" });
  expect((await submit(first)).headers.get("Location")).toBe("/submit/success");
  expect(await findRow("returning_links", link)).toMatchObject({
    use_count: 1,
    last_used_at: expect.any(String),
  });
  expect(await call(`/api/returning-artist/validate/${link.token}`)).toEqual({
    status: 200,
    body: {
      success: true,
      isValid: true,
      artistName: invitedArtist.artistName,
      usageCount: 1,
      artistEmail: email,
      expiresAt: expect.stringMatching(/^\d{4}-.*Z$/),
    },
  });
  expect(await call(`/api/returning-artist/details/${link.token}`)).toEqual({
    status: 200,
    body: {
      success: true,
      artistDetails: {
        firstName: artistAnswers.firstName,
        surname: artistAnswers.surname,
        lastUsed: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    },
  });

  const page = pageText(await (await (await openLink(link)).send("/r")).text());
  for (const part of [email, "Previous submissions", "Access until", "Last used"])
    expect(page).toContain(part);
  const second = await beginDraft(link);
  const html = await (await second.send("/submit/artist")).text();
  expect(fieldValue(html, "artistName")).toBe("Sigrid Vale II");
  expect(fieldValue(html, "city")).toBe("Galway");
  await second.post("/submit/artist", { ...artistAnswers, email, intent: "next" });
  const musicPage = await (await second.send("/submit/music")).text();
  expect(musicPage).toMatch(/<option value="Folk" selected=""/);
  expect(pageText(musicPage)).not.toContain("ferry.wav");
  const choices = pageText(musicPage);
  expect(choices).toContain("+ Ada Quill, Vocals as featured artist");
  expect(choices).toContain("+ Max Rebo as producer");
  const person = { list: "featuredArtists", firstName: "Ada", surname: "Quill", roles: ["Vocals"] };
  const reply = await second.post("/submit/music", {
    "tracks[0].id": "track-1",
    "tracks[0].metadata.listed": "1",
    intent: `credit:track-1:${JSON.stringify(person)}`,
  });
  const creditsHtml = await reply.text();
  expect(fieldValue(creditsHtml, "tracks[0].metadata.featuredArtists[0].firstName")).toBe("Ada");
  expect(pageText(creditsHtml)).not.toContain("as featured artist");
  await toReview(second, { email });
  await submit(second);
  expect(await findRow("returning_links", link)).toMatchObject({ use_count: 2 });
});

test("invited and returning artists begin and finish while submissions are closed", async () => {
  const staff = await staffMember();
  await staff.post("/staff/mode", { intent: "close", note: "" });
  try {
    const closedPage = await new Visitor().send("/submit");
    expect(pageText(await closedPage.text())).toContain("not taking new submissions");
    for (const [kind] of KINDS) {
      const visitor = await beginDraft(await createTestLink(kind));
      await toReview(visitor);
      expect((await submit(visitor)).headers.get("Location")).toBe("/submit/success");
    }
    const link = await createTestLink("invited");
    const late = await beginDraft(link);
    await toReview(late);
    await store.rows("UPDATE invitations SET redeemed_by = 'x' WHERE id = ?", link.id);
    const text = pageText(await (await submit(late)).text());
    expect(text).toContain("we aren't taking open submissions just now");
    expect(text).not.toContain("Make it an open submission");
    await late.post("/submit/review", { intent: "go-on-as-open" });
    expect((await submit(late)).status).toBe(409);
  } finally {
    await staff.post("/staff/mode", { intent: "open", note: "" });
  }
});

test("a visitor who tries hundreds of links is told when to try again, by page and call", async () => {
  const visitor = new Visitor();
  const path = `/i/${"B".repeat(43)}`;
  const replies: Response[] = [];
  for (let times = 0; times < 125; times++) replies.push(await visitor.send(path));
  const last = replies.at(-1);
  expect(last?.status).toBe(429);
  expect(Number(last?.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(pageText((await last?.text()) ?? "")).toMatch(/Try again in (?:\d+ seconds|1 minute)/);
  const apiReply = await visitor.send(`/api/invitation/validate/${"B".repeat(43)}`);
  expect([apiReply.status, apiReply.headers.has("Retry-After")]).toEqual([429, true]);
  // Visitors elsewhere with a valid link are not blocked.
  await openLink(await createTestLink("invited"));
});

const call2 = async (visitor: Visitor, formData: object) => {
  const reply = await visitor.json("/api/monday/create-item", { itemName: "A - B", formData });
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
};

test("the board's call accepts an invitation's token only while it is valid, and for its own item", async () => {
  const staff = await staffMember();
  const mondayItemId = `5${Date.now()}`;
  const link = await createTestLink("invited", { columns: { monday_item_id: mondayItemId } });
  const spentLink = await createTestLink("invited", { columns: { redeemed_by: "x" } });
  const of = (invitationToken: string, item = mondayItemId) =>
    call2(staff, { artistName: "A", tracks: [], invitationToken, mondayItemId: item });
  expect(await of("t")).toMatchObject({ status: 404, body: { error: "Invalid invitation token" } });
  expect(await of(spentLink.token)).toMatchObject({
    status: 410,
    body: { error: expect.stringContaining("has already been used") },
  });
  expect(await of(link.token, "1")).toMatchObject({ status: 409 });
  // The sandbox's board has no such item, so the board was really asked.
  expect(await of(link.token)).toMatchObject({
    status: 502,
    body: { error: "Failed to update monday.com entry via invitation" },
  });
});

test("an invitation's submission brings its item on the board up to date, and makes no other", async () => {
  const staff = await staffMember();
  const listenLink = invitedArtist.listenLink;
  const { body } = await call2(staff, { artistName: "Marit Sund", tracks: [], listenLink });
  const { itemId } = body.data as { itemId: string };
  const link = await createTestLink("invited", { columns: { monday_item_id: itemId } });
  const visitor = await beginDraft(link);
  await toReview(visitor);
  await submit(visitor);
  const { id } = await findDraftRow(store, visitor);
  const [row] = await store.rows("SELECT id FROM submissions WHERE draft_id = ?", id);
  const items = async () => {
    const reply = await staff.send("/sandbox/monday/items");
    return (await reply.json()) as { id: string; column_values: Record<string, unknown> }[];
  };
  const item = await pollUntil(async () =>
    (await items()).find(({ column_values: v }) => v.submission_id === row?.id),
  );
  expect(item.id).toBe(itemId);
  expect(item.column_values).toMatchObject({
    release_title: "Night Ferry",
    listen_link: expect.anything(),
  });
  expect(
    (await items()).filter(({ column_values: v }) => v.submission_id === row?.id),
  ).toHaveLength(1);
});

test("an invitation's submission whose item is gone from the board says for staff what failed", async () => {
  const link = await createTestLink("invited", { columns: { monday_item_id: `6${Date.now()}` } });
  const visitor = await beginDraft(link);
  await toReview(visitor);
  await submit(visitor);
  const { id } = await findDraftRow(store, visitor);
  const error = await pollUntil(async () => {
    const sql = `SELECT last_error FROM jobs WHERE type = 'sync-board' AND submission_id =
      (SELECT id FROM submissions WHERE draft_id = ?)`;
    const [job] = await store.rows(sql, id);
    return typeof job?.last_error === "string" ? job.last_error : undefined;
  });
  expect(error).toContain("Failed to update monday.com entry via invitation");
});
