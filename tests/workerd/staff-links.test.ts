import { beforeAll, expect, test } from "vitest";
import { staffMember } from "../support/accounts";
import { openStoreReader, type StoreReader } from "../support/app-stores";
import { outputLines } from "../support/app-under-test";
import { createDraftAt, findDraftRow, sha256 } from "../support/drafts";
import { fieldValue, pageText, unescapeHtml } from "../support/page-parts";
import { waitingEntry } from "../support/published-release";
import { artistAnswers, Visitor } from "../support/visitor";
import { createTestLink, invitedArtist } from "../support/visitors";

let store: StoreReader;
let staff: Visitor;
beforeAll(async () => {
  store = openStoreReader();
  staff = await staffMember("Ada Berg");
});

const INVITE = "/staff/links/invitation";
const RETURNING = "/staff/links/returning";
const unique = () => crypto.randomUUID().slice(0, 8);
const toEmail = (name: string) => `${name}-${unique()}@example.com`;
const hashToken = (token: string) => sha256(Buffer.from(token));
const form = (fields: Record<string, string>) => ({
  artistName: invitedArtist.artistName,
  email: toEmail("marit"),
  intent: "make",
  ...fields,
});

async function page(reply: Promise<Response>) {
  const response = await reply;
  const html = await response.text();
  return { status: response.status, html, text: pageText(html), headers: response.headers };
}
const findTokens = (html: string, path: string) => [
  ...new Set(
    [...unescapeHtml(html).matchAll(new RegExp(`${path}/([\\w-]{43})`, "g"))].map(
      ([, token = ""]) => token,
    ),
  ),
];
const trail = (subject: unknown) =>
  store.rows("SELECT action, staff_name FROM audit WHERE subject = ? ORDER BY id", subject);

test.each([
  ["a button that is not there", { intent: "explode" }, 400, "doesn't have that button"],
  ["an entry that is not there", { waitingListId: "01NONE" }, 404, "nobody was invited"],
])("%s makes no invitation", async (_, more, status, text) => {
  const fields = form(more);
  const reply = await page(staff.post(INVITE, fields));
  expect([reply.status, reply.text]).toEqual([status, expect.stringContaining(text)]);
  expect(await store.rows("SELECT id FROM invitations WHERE email = ?", fields.email)).toEqual([]);
});

test("an invitation made by hand is shown once, works, and is in the trail with who made it", async () => {
  const start = outputLines().length - 1;
  const fields = form({ city: "Bergen", listenLink: "https://soundcloud.com/marit" });
  const reply = await page(staff.post(INVITE, fields));
  expect(reply.status).toBe(200);
  expect(reply.headers.get("Cache-Control")).toContain("no-store");
  expect(reply.text).toContain("You see this link only once");
  const [token = "", ...rest] = findTokens(reply.html, "/i");
  expect([token.length, rest]).toEqual([43, []]);
  const [row] = await store.rows(
    "SELECT * FROM invitations WHERE token_hash = ?",
    hashToken(token),
  );
  expect(row).toMatchObject({ email: fields.email, staff_name: "Ada Berg" });
  expect(JSON.stringify(row)).not.toContain(token);
  expect(await trail(row?.id)).toEqual([{ action: "invitation-made", staff_name: "Ada Berg" }]);
  const artist = new Visitor();
  await artist.send(`/i/${token}`);
  await artist.post("/i", { intent: "start" });
  const step = await (await artist.send("/submit/artist")).text();
  expect(fieldValue(step, "city")).toBe("Bergen");
  const list = await page(staff.send(`/staff/links?q=${fields.email}`));
  expect(list.text).toContain("Opened");
  expect(list.html).not.toContain(token);
  // Local runs print addresses of their own beside the app's lines.
  const lines = outputLines().slice(start);
  expect(lines.filter((line) => line.includes('{"ts"') && line.includes(token))).toEqual([]);
});

test.each([
  [INVITE, "/i", "invitations"],
  [RETURNING, "/r", "returning_links"],
])(
  "a link on %s is made once by a button pressed twice, and shown both times",
  async (path, at, table) => {
    const press = fieldValue((await page(staff.send(path))).html, "press") ?? "";
    const fields = form({ press });
    const [first, second] = [
      await page(staff.post(path, fields)),
      await page(staff.post(path, fields)),
    ];
    expect([first.status, second.status]).toEqual([200, 200]);
    const [token = ""] = findTokens(first.html, at);
    expect([token.length, findTokens(second.html, at)]).toEqual([43, [token]]);
    const sql = `SELECT token_hash AS hash FROM ${table} WHERE email = ?`;
    expect(await store.rows(sql, fields.email)).toEqual([{ hash: hashToken(token) }]);
    // An edited form of the same page, as after Back, is another press.
    const edited = await page(staff.post(path, { ...fields, email: toEmail("edited") }));
    expect(findTokens(edited.html, at)).not.toEqual([token]);
  },
);

test.each([
  [{ artistName: "" }, "Artist name is required"],
  [{ email: "" }, "Email is required"],
  [{ email: "marit@" }, "Please enter a valid email address"],
  [{ boardItemId: "x" }, "An item's id on the board is a number"],
])(
  "an invitation with %j is not made, and says why beside what was typed",
  async (fields, text) => {
    const reply = await page(staff.post(INVITE, form({ city: "Bodø", ...fields })));
    expect(reply.status).toBe(400);
    expect(reply.text).toContain(text);
    expect(fieldValue(reply.html, "city")).toBe("Bodø");
  },
);

test("one item of the board has one invitation; a deactivated one makes room", async () => {
  const boardItemId = `8${Date.now()}`;
  const email = toEmail("item");
  const post = () => page(staff.post(INVITE, form({ boardItemId, email })));
  const both = await Promise.all([post(), post()]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.text).toContain("already has an invitation");
  const sql = "SELECT id FROM invitations WHERE monday_item_id = ? ORDER BY id";
  const [row] = await store.rows(sql, boardItemId);
  const reply = await staff.post("/staff/links", {
    intent: "deactivate",
    kind: "invited",
    id: String(row?.id),
  });
  expect(reply.headers.get("Location")).toBe("/staff/links?stopped");
  expect((await post()).status).toBe(200);
});

test("an entry of the waiting list fills the form, and gets one invitation", async () => {
  const { id, email } = await waitingEntry(store);
  const formPage = await page(staff.send(`${INVITE}?waiting=${id}`));
  expect(fieldValue(formPage.html, "artistName")).toBe("Ola Nord");
  expect(fieldValue(formPage.html, "city")).toBe("Oslo");
  const fields = form({ artistName: "Ola Nord", email, waitingListId: id });
  expect((await page(staff.post(INVITE, fields))).status).toBe(200);
  const repeated = await page(staff.post(INVITE, fields));
  expect([repeated.status, repeated.text]).toEqual([
    409,
    expect.stringContaining("This entry of the waiting list already has an invitation"),
  ]);
});

test("an entry of the waiting list is invited with one press, once, and its page says how it stands", async () => {
  const boardItemId = `3${Date.now()}`;
  const { id, email } = await waitingEntry(store, { monday_item_id: boardItemId });
  const entry = async () => (await page(staff.send(`/staff/submissions/${id}`))).text;
  expect(await entry()).toContain("Not invited yet");
  const press = { intent: "invite", waitingListId: id };
  const both = await Promise.all([1, 2].map(() => page(staff.post(INVITE, press))));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const invitePage = both.find(({ status }) => status === 200);
  const [token = "", ...rest] = findTokens(invitePage?.html ?? "", "/i");
  expect([token.length, rest]).toEqual([43, []]);
  expect(both.find(({ status }) => status === 409)?.text).toContain(
    "This entry of the waiting list already has an invitation",
  );
  const rows = await store.rows("SELECT * FROM invitations WHERE waiting_list_id = ?", id);
  expect(rows).toMatchObject([
    { token_hash: hashToken(token), email, artist_name: "Ola Nord", monday_item_id: boardItemId },
  ]);
  const [row] = rows;
  expect(JSON.parse(String(row?.prefill))).toMatchObject({
    city: "Oslo",
    listenLink: "https://soundcloud.com/ola",
  });
  expect(await trail(row?.id)).toEqual([{ action: "invitation-made", staff_name: "Ada Berg" }]);
  expect(await entry()).toMatch(/Invited on .* by Ada Berg\. Not opened yet/);
  const artist = new Visitor();
  await artist.send(`/i/${token}`);
  await artist.post("/i", { intent: "start" });
  expect(await entry()).toMatch(/Invited on .* Opened on .*, nothing submitted yet/);
  const sql = "UPDATE invitations SET redeemed_by = 'SUB', redeemed_at = ? WHERE id = ?";
  await store.rows(sql, new Date().toISOString(), row?.id);
  const entryPage = await page(staff.send(`/staff/submissions/${id}`));
  expect(entryPage.text).toMatch(/Invited on .* Used on /);
  expect(entryPage.html).toContain('href="/staff/submissions/SUB"');
});

test("a deactivated invitation makes room for another press; an expired one says what to do", async () => {
  const { id } = await waitingEntry(store);
  const press = () => page(staff.post(INVITE, { intent: "invite", waitingListId: id }));
  expect((await press()).status).toBe(200);
  const past = new Date(Date.now() - 1_000).toISOString();
  const set = (column: string) =>
    store.rows(`UPDATE invitations SET ${column} = ? WHERE waiting_list_id = ?`, past, id);
  await set("expires_at");
  const entry = async () => (await page(staff.send(`/staff/submissions/${id}`))).text;
  expect(await entry()).toMatch(/Expired on .* Deactivate it to invite again/);
  expect((await press()).status).toBe(409);
  await set("deactivated_at");
  expect(await entry()).toContain("Not invited yet");
  expect((await press()).status).toBe(200);
});

test.each<[string, (artistFields: Record<string, string>) => Promise<Response>]>([
  ["by a call", (artistData) => new Visitor().json("/api/waiting-list", { artistData })],
  [
    "on the page without script",
    (artistFields) =>
      new Visitor().post("/submit/waiting-list", { ...artistFields, intent: "join" }),
  ],
])("who joined %s with a long link of another script can be invited both ways", async (_, join) => {
  const email = toEmail("cyrillic");
  const listenLink = `https://soundcloud.com/${"я".repeat(102)}`;
  expect((await join({ ...artistAnswers, email, listenLink })).status).toBeLessThan(400);
  const [entry] = await store.rows("SELECT id FROM waiting_list WHERE email = ?", email);
  const waitingListId = String(entry?.id);
  const reply = await page(staff.post(INVITE, { intent: "invite", waitingListId }));
  expect([reply.status, reply.text]).toEqual([200, expect.stringContaining("only once")]);
  const sql = "UPDATE invitations SET deactivated_at = created_at WHERE waiting_list_id = ?";
  await store.rows(sql, waitingListId);
  const formPage = await page(staff.send(`${INVITE}?waiting=${waitingListId}`));
  const displayedLink = fieldValue(formPage.html, "listenLink") ?? "";
  expect(displayedLink).toBe(encodeURI(listenLink));
  const fields = form({ email, waitingListId, listenLink: displayedLink });
  expect((await page(staff.post(INVITE, fields))).status).toBe(200);
});

test("an item that a submission has invites nobody: by hand, filled in, or with an entry's press", async () => {
  const boardItemId = `9${Date.now()}`;
  const visitor = await createDraftAt("review");
  const draft = await findDraftRow(store, visitor);
  await visitor.post("/submit/review", { intent: "submit" });
  const ownStatement =
    "UPDATE submissions SET monday_item_id = ? WHERE draft_id = ? RETURNING reference";
  const [row] = await store.rows(ownStatement, boardItemId, draft.id);
  const { id } = await waitingEntry(store, { monday_item_id: boardItemId });
  for (const fields of [
    form({ boardItemId }),
    form({ boardItemId, intent: "fill" }),
    { intent: "invite", waitingListId: id },
  ]) {
    const reply = await page(staff.post(INVITE, fields));
    expect([reply.status, reply.text]).toEqual([
      409,
      expect.stringContaining(`This item belongs to submission ${row?.reference} by`),
    ]);
  }
  const sql = "SELECT id FROM invitations WHERE monday_item_id = ? OR waiting_list_id = ?";
  expect(await store.rows(sql, boardItemId, id)).toEqual([]);
  expect(await store.rows("SELECT status FROM waiting_list WHERE id = ?", id)).toEqual([
    { status: "pending" },
  ]);
});

test("a used invitation is shown as used, without actions that are not possible", async () => {
  const boardItemId = `7${Date.now()}`;
  const { id, email } = await waitingEntry(store, { monday_item_id: boardItemId });
  await staff.post(INVITE, { intent: "invite", waitingListId: id });
  const sql = `UPDATE invitations SET redeemed_by = 'SUB', redeemed_at = created_at
    WHERE waiting_list_id = ? RETURNING id`;
  const [row] = await store.rows(sql, id);
  for (const [fields, text] of [
    [{ intent: "invite", waitingListId: id }, "already had an invitation, and it was used"],
    [form({ boardItemId, email }), "This item's invitation was used"],
  ] as const) {
    const reply = await page(staff.post(INVITE, fields));
    expect([reply.status, reply.text]).toEqual([409, expect.stringContaining(text)]);
    expect(reply.text).not.toContain("deactivate it first");
  }
  const fields = { intent: "deactivate", kind: "invited", id: String(row?.id) };
  expect((await staff.post("/staff/links", fields)).headers.get("Location")).toContain("?over");
  expect((await trail(row?.id)).map(({ action }) => action)).toEqual(["invitation-made"]);
});

test("a returning artist's link is made once for an address, and works until it is deactivated", async () => {
  const email = toEmail("Again");
  const reply = await page(staff.post(RETURNING, form({ email })));
  const [token = ""] = findTokens(reply.html, "/r");
  expect([reply.status, token.length]).toEqual([200, 43]);
  const twice = await page(staff.post(RETURNING, form({ email: email.toUpperCase() })));
  expect([twice.status, twice.text]).toEqual([
    409,
    expect.stringContaining("This address already has a working link"),
  ]);
  const opens = async () => (await new Visitor().send(`/r/${token}`)).status;
  expect(await opens()).toBe(302);
  const sql = "SELECT id FROM returning_links WHERE token_hash = ?";
  const [row] = await store.rows(sql, hashToken(token));
  const fields = { intent: "deactivate", kind: "returning", id: String(row?.id) };
  expect((await staff.post("/staff/links", fields)).headers.get("Location")).toContain("?stopped");
  expect((await staff.post("/staff/links", fields)).headers.get("Location")).toContain("?over");
  expect(await opens()).toBe(410);
  expect((await trail(row?.id)).map(({ action }) => action)).toEqual([
    ...["returning-link-made", "link-deactivated"],
  ]);
  expect((await page(staff.send(`/staff/links?q=${email.toLowerCase()}`))).text).toContain(
    "Deactivated",
  );
  expect((await page(staff.post(RETURNING, form({ email })))).status).toBe(200);
});

test("a link is sent by mail once, from the page that shows it, and its text goes with the secret", async () => {
  for (const [path, kind, letter] of [
    [INVITE, "/i", "invitation"],
    [RETURNING, "/r", "returning-link"],
  ] as const) {
    const email = toEmail("mail");
    const linkPage = await page(staff.post(path, form({ email })));
    const [token = ""] = findTokens(linkPage.html, kind);
    const reply = await page(staff.post(path, { intent: "send", token }));
    expect(reply.text).toContain("Email is off at the moment, so this one waits in the outbox");
    const mails = await store.rows("SELECT * FROM mail_outbox WHERE recipient = ?", email);
    expect(mails).toMatchObject([{ kind: letter, state: "waiting" }]);
    const [mail] = mails;
    for (const body of [mail?.text_body, mail?.html_body])
      expect(String(body)).toContain(`${kind}/${token}`);
    expect(String(mail?.text_body)).toContain(invitedArtist.artistName);
    const repeated = await page(staff.post(path, { intent: "send", token }));
    expect(repeated.text).toContain("There is already an email with this link.");
    const rows = await store.rows("SELECT * FROM mail_outbox WHERE recipient = ?", email);
    expect(rows).toHaveLength(1);
    const auditEntries = await store.rows(
      "SELECT action FROM audit WHERE action = 'link-mailed' AND subject IN (SELECT id FROM invitations WHERE email = ? UNION SELECT id FROM returning_links WHERE email = ?)",
      ...[email, email],
    );
    expect(auditEntries).toHaveLength(1);
  }
  const dead = await page(staff.post(INVITE, { intent: "send", token: "A".repeat(43) }));
  expect([dead.status, dead.text]).toEqual([410, expect.stringContaining("no longer works")]);
});

test("a pasted list of 5,000 lines says what it would make and which lines are wrong, then makes it", async () => {
  const mark = unique();
  const takenEmail = toEmail("taken");
  await createTestLink("returning", { email: takenEmail });
  const lines = Array.from(
    { length: 5_000 },
    (_, index) => `Artist ${index}, a${index}-${mark}@example.com`,
  );
  lines[7] = "no address here";
  lines[8] = `Twice, a1-${mark}@example.com`;
  lines[9] = `Has one, ${takenEmail}`;
  const list = lines.join("\n");
  const preview = await page(staff.post(RETURNING, { intent: "preview", list }));
  expect(preview.status).toBe(200);
  for (const part of [
    ...["4997 links to create", "3 lines have problems", 'Line 8, "no address here"'],
    ...["Line 2 has this address already", "This address already has a working link"],
  ])
    expect(preview.text).toContain(part);
  const count = async () => {
    const sql = "SELECT count(*) AS n FROM returning_links WHERE email LIKE ?";
    return (await store.rows(sql, `%-${mark}@example.com`))[0]?.n;
  };
  expect(await count()).toBe(0);
  const reply = await page(staff.post(RETURNING, { intent: "make-list", list }));
  expect(reply.text).toContain("4997 links created");
  const tokens = findTokens(reply.html, "/r");
  expect(tokens).toHaveLength(4_997);
  expect(await count()).toBe(4_997);
  const [auditEntry] = await store.rows(
    "SELECT detail FROM audit WHERE action = 'returning-links-made' ORDER BY id DESC LIMIT 1",
  );
  expect(auditEntry?.detail).toBe("4997 links");
  expect((await new Visitor().send(`/r/${tokens.at(-1)}`)).status).toBe(302);
  // The same list once more makes nothing new.
  const repeated = await page(staff.post(RETURNING, { intent: "make-list", list }));
  expect(repeated.text).toContain("0 links to create");
  expect(await count()).toBe(4_997);
  const long = `${list}\nOne more, more-${mark}@example.com`;
  const refusal = await page(staff.post(RETURNING, { intent: "preview", list: long }));
  expect([refusal.status, refusal.text]).toEqual([
    400,
    expect.stringContaining("A list can have at most 5000 lines, and this one has 5001"),
  ]);
});

test("a list that was just made is mailed with one press, once, and the page tells how far it has come", async () => {
  const mark = unique();
  const list = [1, 2, 3].map((n) => `Artist ${n}, a${n}-${mark}@example.com`).join("\n");
  const listPage = await page(staff.post(RETURNING, { intent: "make-list", list }));
  expect(listPage.text).toContain("Email all 3 to their artists");
  const text = /<textarea[^>]*name="made"[^>]*>([^<]*)</.exec(listPage.html)?.[1] ?? "";
  const press = () =>
    page(staff.post(RETURNING, { intent: "send-list", made: unescapeHtml(text) }));
  const reply = await press();
  expect(reply.text).toContain("the emails wait in the outbox");
  // Shown once more, to be copied.
  expect(findTokens(reply.html, "/r")).toEqual(findTokens(listPage.html, "/r"));
  expect((await press()).text).toContain("emailed before. Nobody gets a second email");
  const mails = () =>
    store.rows("SELECT kind FROM mail_outbox WHERE recipient LIKE ?", `%-${mark}@example.com`);
  await expect.poll(mails, { timeout: 60_000 }).toHaveLength(3);
  await expect
    .poll(async () => (await page(staff.send("/staff/links"))).text, { timeout: 60_000 })
    .toMatch(/3 of 3 emails written 3 links of a list, by Ada Berg/);
  const auditEntries = await store.rows(
    "SELECT staff_name FROM audit WHERE action = 'links-mailed' AND detail = '3 links'",
  );
  expect(auditEntries).toEqual([{ staff_name: "Ada Berg" }]);
  const none = await page(
    staff.post(RETURNING, {
      intent: "send-list",
      made: `x\ty\thttps://x.example/r/${"A".repeat(43)}`,
    }),
  );
  expect([none.status, none.text]).toEqual([410, expect.stringContaining("no email was sent")]);
});

test("the list has pages, a search for artists, and the state of each link", async () => {
  const mark = unique();
  const past = new Date(Date.now() - 1_000).toISOString();
  const stands: [string, Record<string, string | number>][] = [
    ["Unused", {}],
    ["Opened", { opened_at: past }],
    ["Used", { redeemed_by: "x", redeemed_at: past }],
    ["Expired", { expires_at: past }],
    ["Deactivated", { deactivated_at: past }],
  ];
  for (const [state, columns] of stands)
    await createTestLink("invited", { columns: { ...columns, artist_name: `${state} ${mark}` } });
  for (const [state, columns] of stands) {
    const own = state === "Used" ? { last_used_at: past, use_count: 1 } : columns;
    await createTestLink("returning", {
      columns: { ...own, artist_name: `${state} again ${mark}` },
    });
  }
  for (let times = 0; times < 50; times++)
    await createTestLink("returning", { columns: { artist_name: `Many ${mark}` } });
  const first = await page(staff.send(`/staff/links?q=${mark.toUpperCase()}`));
  expect(first.html.match(/name="id"/g)).toHaveLength(50);
  const next = /href="([^"]*before=[^"]*)"/.exec(unescapeHtml(first.html))?.[1] ?? "";
  const second = await page(staff.send(next));
  for (const [state] of stands)
    for (const name of [`${state} ${mark}`, `${state} again ${mark}`])
      expect(second.text).toMatch(new RegExp(`${name} \\S+ ${state} `));
  expect(second.text).not.toContain("Older");
  // Accents and capitals beyond the English ones, and words in any order.
  await createTestLink("returning", { columns: { artist_name: `Élan Östberg ${mark}` } });
  for (const q of [`élan ${mark}`, `ÖSTBERG élan ${mark}`, `${mark} östberg`, `ÉLAN ${mark}`]) {
    const searchPage = await page(staff.send(`/staff/links?q=${encodeURIComponent(q)}`));
    expect(searchPage.html.match(/name="id"/g)).toHaveLength(1);
  }
  expect((await staff.send(`/staff/links?q=${"a%20".repeat(50)}`)).status).toBe(200);
  expect((await page(staff.send("/staff/links?q=nobody-at-all"))).text).toContain(
    'No links found for "nobody-at-all".',
  );
});
