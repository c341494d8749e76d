import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test, vi } from "vitest";
import { ACCOUNT_MAILS_PER_DAY } from "~/domain/mail/mail-limit.server";
import { staffMember } from "../support/accounts";
import { openStoreReader, pollUntil, type StoreReader } from "../support/app-stores";
import { coverBytes, createDraftAt, findDraftRow, songBytes } from "../support/drafts";
import { fieldValue, pageText } from "../support/page-parts";
import { waitingEntry } from "../support/published-release";
import { dateInDays, Visitor } from "../support/visitor";

const EVIL = `<img src=x onerror=alert(1)>"'&`;

let store: StoreReader;
let staff: Visitor;
beforeAll(async () => {
  store = openStoreReader();
  staff = await staffMember("Rosa Vale");
});

/** A submission of its own, and its id. */
async function submitRelease(names: Parameters<typeof createDraftAt>[1] = {}): Promise<string> {
  const visitor = await createDraftAt("review", names);
  const { id } = await findDraftRow(store, visitor);
  await visitor.post("/submit/review", { intent: "submit" });
  const [row] = await store.rows("SELECT id FROM submissions WHERE draft_id = ?", id);
  return String(row?.id);
}

const pagePath = (id: string) => `/staff/submissions/${id}`;
/** The form of the open decision on an entry's page. */
const paneOf = (html: string) => /<form[^>]*id="decide".*?<\/form>/s.exec(html)?.[0] ?? "";
/** The page of an entry with a decision open. */
async function openDecision(id: string, choice: string, visitor = staff) {
  const html = await (await visitor.send(`${pagePath(id)}?decide=${choice}`)).text();
  return { pane: paneOf(html), text: pageText(paneOf(html)) };
}
const readText = async (reply: Response) => pageText(await reply.text());
const findStatus = async (id: string) =>
  (await store.rows("SELECT status FROM submissions WHERE id = ?", id))[0]?.status;
const findMails = (id: string) =>
  store.rows(
    "SELECT subject FROM mail_outbox WHERE submission_id = ? AND kind = 'status-change'",
    id,
  );

test("a submission is in the queue at once, and found by what it is called", async () => {
  const name = `Queued ${crypto.randomUUID().slice(0, 8)}`;
  const id = await submitRelease({ artistName: name });
  const list = await (
    await staff.send(`/staff?q=${encodeURIComponent(name.toUpperCase())}`)
  ).text();
  expect(list).toContain(`/staff/submissions/${id}?q=`);
  expect(pageText(list)).toContain("Pending");
  const page = await staff.send(pagePath(id));
  expect([page.status, page.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
  const text = await readText(page);
  for (const word of [name, "Night Ferry", "Folk, Indie Folk", "Solo work"])
    expect(text).toContain(word);
  expect(text).toContain("Songs from the harbour.");
  expect(await readText(await staff.send(`${pagePath(id)}?tab=files`))).toContain("ferry.wav");
});

test("the mail is shown before it goes, and goes with the decision", async () => {
  const id = await submitRelease();
  const { text } = await openDecision(id, "rejected");
  expect(text).toContain("Your submission was not approved");
  expect([await findStatus(id), await findMails(id)]).toEqual(["pending", []]);
  const set = await staff.post(pagePath(id), {
    intent: "set",
    status: "rejected",
    reason: "Too quiet",
    revision: "1",
  });
  expect(set.headers.get("Location")).toMatch(/said=decided$/);
  expect(await findStatus(id)).toBe("rejected");
  expect(await findMails(id)).toHaveLength(1);
  const after = await readText(await staff.send(`${set.headers.get("Location")}&tab=history`));
  expect(after).toContain("The status is set, and the email to the artist is in the outbox.");
  expect(after).toMatch(/Rejected [^.]* by Rosa Vale Too quiet/);
});

/** One for all that set nothing. */
let undecided: Promise<string> | undefined;

test.each([
  ["a status that does not exist", { status: "exploded" }, 400, "Choose a status from the list."],
  ["no status", {}, 400, "Choose a status from the list."],
  [
    "a rejection without a reason",
    { status: "rejected", reason: " " },
    400,
    "A rejection needs a reason.",
  ],
  [
    "a reason without end",
    { status: "processing", reason: "x".repeat(2_000) },
    400,
    "at most 1500 characters",
  ],
  [
    "what somebody else has changed",
    { status: "processing", revision: "7" },
    409,
    "Nothing of yours was changed or sent.",
  ],
  [
    "no revision",
    { status: "processing", revision: "" },
    409,
    "Nothing of yours was changed or sent.",
  ],
  ["what it is already", { status: "pending" }, 409, "This is Pending already."],
  ["a button that is not there", { intent: "explode" }, 400, "doesn't have that button"],
  ["a note without words", { intent: "note", note: " " }, 400, "Write the note first."],
  ["a job that has not failed", { intent: "run-again", job: "x" }, 409, "hasn't failed"],
])("%s is told so, and nothing is set", async (_, fields, status, text) => {
  undecided ??= submitRelease();
  const id = await undecided;
  const reply = await staff.post(pagePath(id), { intent: "set", revision: "1", ...fields });
  expect([reply.status, await readText(reply)]).toEqual([status, expect.stringContaining(text)]);
  expect([await findStatus(id), await findMails(id)]).toEqual(["pending", []]);
});

test("who decides after a colleague is told who was first, and their form stays as it was", async () => {
  const id = await submitRelease();
  const colleague = await staffMember("Bo Lind");
  const ownFields = { status: "rejected", reason: "Too quiet", revision: "1" };
  expect(fieldValue((await openDecision(id, "rejected")).pane, "revision")).toBe("1");
  await colleague.post(pagePath(id), { intent: "set", status: "approved", revision: "1" });
  const posts = [
    [ownFields, 409],
    [{ ...ownFields, reason: "" }, 400],
    [ownFields, 409],
  ] as const;
  for (const [fields, status] of posts) {
    const reply = await staff.post(pagePath(id), { intent: "set", ...fields });
    const html = await reply.text();
    const pane = paneOf(html);
    expect([reply.status, fieldValue(pane, "revision")]).toEqual([status, "1"]);
    expect([fieldValue(pane, "status"), fieldValue(pane, "reason")]).toEqual([
      ...["rejected", fields.reason],
    ]);
    if (status === 409)
      expect(pageText(html)).toMatch(
        /Bo Lind has set this to Approved, .* Nothing of yours was changed or sent\..* See the current version/,
      );
  }
  expect([await findStatus(id), (await findMails(id)).length]).toEqual(["approved", 1]);
  // Opened anew, it has seen what there is, and decides.
  expect(fieldValue((await openDecision(id, "rejected")).pane, "revision")).toBe("2");
});

test("a release whose agreement is not signed gets out with a tick alone, which its page offers without script", async () => {
  const id = await submitRelease();
  const fields = { status: "live", revision: "1" };
  const offered = await openDecision(id, "live");
  expect(offered.text).toContain("The artist signed the agreement on paper");
  const refused = await staff.post(pagePath(id), { intent: "set", ...fields });
  const text = pageText(await refused.text());
  expect([refused.status, await findStatus(id)]).toEqual([400, "pending"]);
  expect(text).toContain("The artist hasn't signed the agreement, so the release can't be out.");
  expect(text).toContain("The artist signed the agreement on paper");
  const chosen = await several([id], { intent: "set", status: "live", onPaper: "on" });
  expect(await readText(chosen)).toContain("Open it if they signed on paper.");
  const ticked = { ...fields, onPaper: "on" };
  const tooLong = { intent: "set", ...ticked, reason: "x".repeat(2_000) };
  const pane = paneOf(await (await staff.post(pagePath(id), tooLong)).text());
  expect([fieldValue(pane, "status"), await findStatus(id)]).toEqual(["live", "pending"]);
  expect(pane).toMatch(/<input(?=[^>]*name="onPaper")[^>]* checked=""/);
  expect((await staff.post(pagePath(id), { intent: "set", ...ticked })).status).toBe(302);
  const trail = await readText(await staff.send(`/staff/activity?subject=${id}`));
  expect([await findStatus(id), trail]).toEqual([
    "live",
    expect.stringMatching(/agreement.on.paper/i),
  ]);
  const after = await openDecision(id, "active");
  expect(after.text).toContain("Set to Active");
  expect(after.text).not.toContain("The artist signed the agreement on paper");
  // It is told in the history instead.
  expect(await readText(await staff.send(`${pagePath(id)}?tab=history`))).toContain(
    "Signed on paper, as Rosa Vale noted on",
  );
});

test.each([
  {
    what: "note for the artist",
    intent: "artist-note",
    field: "artistNote",
    first: "One.\r\nTwo.",
    second: "Three.",
    stored: "One.\nTwo.",
    column: "artist_note",
  },
  {
    what: "list of shops",
    intent: "store-links",
    field: "storeLinks",
    first: "https://tidal.com/1\r\nhttps://www.deezer.com/2",
    second: "https://music.apple.com/3",
    stored: "https://tidal.com/1\nhttps://www.deezer.com/2",
    column: "replace(trim(store_links, '[\"]'), '\",\"', char(10))",
  },
])("of two who write the $what the second is told who was first", async (own) => {
  const id = await submitRelease();
  await store.rows("UPDATE submissions SET status = 'live' WHERE id = ?", id);
  const colleague = await staffMember("Bo Lind");
  const readForm = async () => {
    const html = await (await staff.send(`${pagePath(id)}?tab=artist`)).text();
    const form = html.slice(html.indexOf(`name="${own.field}"`));
    return { seen: fieldValue(form, "seen") ?? "none" };
  };
  const write = async (visitor: Visitor, text: string, seenFields: object) => {
    const reply = await visitor.post(`${pagePath(id)}?tab=artist`, {
      intent: own.intent,
      [own.field]: text,
      ...seenFields,
    });
    const html = await reply.text();
    return { status: reply.status, html, text: pageText(html) };
  };
  const standing = async () =>
    (await store.rows(`SELECT ${own.column} AS text FROM submissions WHERE id = ?`, id))[0]?.text;
  const empty = await readForm();
  expect(empty).toEqual({ seen: "" });
  expect((await write(colleague, own.first, empty)).status).toBe(302);
  const conflict = await write(staff, own.second, empty);
  expect([conflict.status, conflict.text]).toEqual([
    409,
    expect.stringMatching(
      /Bo Lind has changed this, .* Nothing of yours was saved\. .*See the current version/,
    ),
  ]);
  // What was typed is there, over what had been seen.
  expect(fieldValue(conflict.html, own.field)).toBe(own.second);
  expect(
    fieldValue(conflict.html.slice(conflict.html.indexOf(`name="${own.field}"`)), "seen"),
  ).toBe("");
  expect(await standing()).toBe(own.stored);
  const currentForm = await readForm();
  expect(currentForm).toEqual({ seen: own.stored });
  // Both at once, as browsers post it: with line breaks of two characters.
  const postedForm = { seen: own.stored.replaceAll("\n", "\r\n") };
  const both = await Promise.all([
    write(staff, own.second, postedForm),
    write(colleague, "", postedForm),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([302, 409]);
  const auditEntries = await store.rows(
    "SELECT 1 FROM audit WHERE subject = ? AND action IN ('artist-note-written', 'store-links-set')",
    id,
  );
  expect(auditEntries).toHaveLength(2);
});

/** A submission of an artist who has switched such emails off, or whose address has stopped them. */
async function submitWithoutMails(why: "unwanted" | "stopped" | "held"): Promise<string> {
  const email = `${why}-${crypto.randomUUID()}@example.com`;
  const id = await submitRelease({ email, artistName: `Artist ${why}` });
  const now = new Date().toISOString();
  if (why === "unwanted")
    await store.rows(
      `INSERT INTO artists (id, artist_id, code_mark, email, profile, mail_choices, created_at, updated_at)
        VALUES (?1, ?1, 'x', ?2, '{}', '{"statuses":false}', ?3, ?3)`,
      crypto.randomUUID(),
      email,
      now,
    );
  if (why === "stopped")
    await store.rows(
      "INSERT INTO mail_addresses (address, stopped_at, created_at) VALUES (?1, ?2, ?2)",
      email,
      now,
    );
  for (let n = 0; why === "held" && n < ACCOUNT_MAILS_PER_DAY; n++)
    await store.rows(
      `INSERT INTO mail_outbox (id, dedupe_key, kind, recipient, address, mailbox, subject, text_body,
        html_body, state, created_at) VALUES (?1, ?1, 'status-change', ?2, ?2, ?2, 'x', '', '', 'sent', ?3)`,
      crypto.randomUUID(),
      email,
      now,
    );
  return id;
}
const NO_MAIL = {
  unwanted: "No email is written: this artist has switched emails about statuses off.",
  stopped: "No email goes out, because the owner of this address has stopped our emails.",
} as const;
const findStates = (id: string) =>
  store.rows(
    "SELECT state FROM mail_outbox WHERE submission_id = ? AND kind = 'status-change'",
    id,
  );

test.each(["unwanted", "stopped"] as const)(
  "where the mail is %s staff read so before they set the status, and after",
  async (why) => {
    const id = await submitWithoutMails(why);
    const fields = { status: "rejected", reason: "Too quiet", revision: "1" };
    const { text } = await openDecision(id, "rejected");
    expect(text).toContain(NO_MAIL[why]);
    expect(text).not.toContain("Your submission was not approved");
    const set = await staff.post(pagePath(id), { intent: "set", ...fields });
    expect([set.status, await findStatus(id)]).toEqual([302, "rejected"]);
    const after = await readText(await staff.send(set.headers.get("Location") ?? ""));
    expect(after).toContain(`The status is set. ${NO_MAIL[why]}`);
    expect(after).not.toContain("in the outbox");
    expect(await findStates(id)).toEqual(why === "stopped" ? [{ state: "stopped" }] : []);
  },
);

test("for several, staff read which get no mail, before and after, and how many mails there are", async () => {
  const ids = [
    await submitWithoutMails("unwanted"),
    await submitWithoutMails("stopped"),
    await submitRelease(),
  ];
  const send = (intent: string, chosenIds: readonly string[]) => {
    const fields = { intent, status: "rejected", reason: "Not for us" };
    const items = chosenIds.map((id) => ["item[]", `${id}:1`]);
    const body = new URLSearchParams([...Object.entries(fields), ...items]);
    return staff.send("/staff/decide", { method: "POST", body }).then((sent) => staff.follow(sent));
  };
  const none = await (await send("preview", ids.slice(0, 2))).text();
  expect(none).not.toMatch(/The email that goes out|send \d|send one/);
  expect(pageText(none)).toContain("Set the status Look at it again");
  const previewText = await readText(await send("preview", ids));
  for (const text of [NO_MAIL.unwanted, NO_MAIL.stopped, "Set the status and send one email"])
    expect(previewText).toContain(text);
  const resultText = await readText(await send("set", ids));
  expect(resultText).toContain("3 are Rejected now, and one email is in the outbox.");
  expect(resultText).toContain(`Artist unwanted: Night Ferry ${NO_MAIL.unwanted}`);
  expect(resultText).toContain(`Artist stopped: Night Ferry ${NO_MAIL.stopped}`);
  const [, , thirdId = ""] = ids;
  expect(await findStates(thirdId)).toHaveLength(1);
});

test("what is not there is told in the frame of staff, with their way back, and to nobody else", async () => {
  for (const path of [pagePath("nope"), "/staff/folders/nope", "/staff/no-such-page"]) {
    const reply = await staff.send(path);
    const html = await reply.text();
    expect([path, reply.status]).toEqual([path, 404]);
    expect(html).toContain('aria-label="Staff pages"');
    expect(html).toMatch(/<a[^>]* href="\/staff"[^>]*>Open the queue/);
    expect(pageText(html)).not.toContain("Go to your submission");
    const toSignIn = await new Visitor().send(path);
    expect([path, toSignIn.status]).toEqual([path, 302]);
  }
});

test("an id that nobody has is no page, no package and no track: 404", async () => {
  for (const path of [
    "/staff/submissions/nope",
    "/staff/submissions/nope/package",
    "/staff/tracks/nope",
  ])
    expect([path, (await staff.send(path)).status]).toEqual([path, 404]);
  expect((await staff.post(pagePath("nope"), { intent: "note", note: "x" })).status).toBe(404);
  for (const query of ["after=x", "status=none&kind=cat", `q=${"%22".repeat(300)}`, "q=%00", "q=*"])
    expect([query, (await staff.send(`/staff?${query}`)).status]).toEqual([query, 200]);
});

test("HTML in every text that artists and staff type is text to staff", async () => {
  const id = await submitRelease({ artistName: EVIL });
  await store.rows(
    `UPDATE submissions SET release_title = ?1, form_data = json_set(form_data, '$.bio', ?1,
      '$.releaseTitle', ?1, '$.influences', ?1, '$.city', ?1, '$.proNumber', ?1, '$.instagramProfile', ?2,
      '$.tracks[0].title', ?1, '$.earlyReleaseRequest', json('true'), '$.earlyReleaseReason', ?1)
      WHERE id = ?3`,
    EVIL,
    "javascript:alert(1)",
    id,
  );
  await store.rows("UPDATE jobs SET last_error = ? WHERE submission_id = ?", EVIL, id);
  await staff.post(pagePath(id), { intent: "note", note: EVIL });
  await staff.post(pagePath(id), {
    intent: "set",
    status: "rejected",
    reason: EVIL,
    revision: "1",
  });
  const conflict = await staff.post(pagePath(id), {
    intent: "set",
    status: "processing",
    reason: EVIL,
    revision: "1",
  });
  const waiting = "01WAITEVIL";
  await store.rows(
    `INSERT OR IGNORE INTO waiting_list (id, reference, artist_name, email, listen_link, artist_data,
      status_history, reply_due_at, created_at, updated_at)
      VALUES (?1, ?1, ?2, ?2, ?2, json_object('artistName', ?2, 'listenLink', ?3, ?2, ?2), '[]',
      '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`,
    waiting,
    EVIL,
    "javascript:alert(1)",
  );
  const tabs = ["details", "files", "history", "mails", "artist"];
  for (const reply of [
    conflict,
    await staff.send(`${pagePath(id)}?decide=rejected`),
    ...(await Promise.all(tabs.map((tab) => staff.send(`${pagePath(id)}?tab=${tab}`)))),
    await staff.send("/staff"),
    await staff.send("/staff?view=all"),
    await staff.send(`/staff?q=${encodeURIComponent(EVIL)}`),
    await staff.send(pagePath(waiting)),
    await staff.post("/staff/decide", {
      "item[]": `${id}:2`,
      intent: "preview",
      status: "processing",
      reason: EVIL,
    }),
  ]) {
    const html = await reply.text();
    expect(reply.status).toBe(reply === conflict ? 409 : 200);
    expect(html).not.toContain("<img src=x");
    expect(html).not.toContain('href="javascript:');
  }
  expect(await readText(await staff.send(pagePath(waiting)))).toContain("Waiting list");
});

test("several get one status, each for itself; those that changed meanwhile are told and left", async () => {
  const ids = [await submitRelease(), await submitRelease(), await submitRelease()];
  await staff.post(pagePath(ids[1] ?? ""), { intent: "set", status: "processing", revision: "1" });
  const fields = new URLSearchParams(ids.map((id) => ["item[]", `${id}:1`]));
  fields.set("status", "rejected");
  const send = (intent: string, reason = "") => {
    const body = new URLSearchParams([...fields, ["intent", intent], ["reason", reason]]);
    return staff.send("/staff/decide", { method: "POST", body }).then((sent) => staff.follow(sent));
  };
  const refusal = await send("set");
  expect([refusal.status, await readText(refusal)]).toEqual([
    400,
    expect.stringContaining("needs a reason"),
  ]);
  const preview = await send("preview", "Not for us");
  expect(await readText(preview)).toMatch(/It has changed since you chose it.*send 2 emails/);
  expect(await findStatus(ids[0] ?? "")).toBe("pending");
  const set = await send("set", "Not for us");
  const resultText = await readText(set);
  expect(set.status).toBe(200);
  expect(resultText).toContain("2 are Rejected now");
  expect(resultText).toMatch(/You have set this to Processing, .* Nothing else was changed/);
  const statuses = await Promise.all(ids.map(findStatus));
  expect(statuses).toEqual(["rejected", "processing", "rejected"]);
  const auditEntries = await store.rows(
    `SELECT subject FROM audit WHERE action = 'status-set' AND subject IN (${ids.map(() => "?").join()})`,
    ...ids,
  );
  expect(auditEntries).toHaveLength(3);
  expect((await staff.post("/staff/decide", { intent: "set", status: "processing" })).status).toBe(
    400,
  );
});

const entryStatus = async (id: string) =>
  (await store.rows("SELECT status FROM waiting_list WHERE id = ?", id))[0]?.status;
const readOptions = (html: string) =>
  [
    ...(/<select[^>]*name="status".*?<\/select>/s.exec(html)?.[0] ?? "").matchAll(
      /value="(\w[^"]*)"/g,
    ),
  ].map(([, value]) => value);
const several = (ids: string[], fields: Record<string, string>) => {
  const items = ids.map((id) => ["item[]", `${id}:1`]);
  const body = new URLSearchParams([...items, ...Object.entries(fields)]);
  return staff.send("/staff/decide", { method: "POST", body }).then((sent) => staff.follow(sent));
};
const ONLY = "An entry of the waiting list can only be Pending, Approved or Rejected.";

test("several of both kinds get one status, each in its own words; an entry that cannot have it is told and left", async () => {
  const { id: entry } = await waitingEntry(store);
  const release = await submitRelease();
  const chosenIds = [entry, release];
  const previewText = await readText(
    await several(chosenIds, { intent: "preview", status: "approved" }),
  );
  for (const word of ["send 2 emails", "We'd like to hear more", "Yes, we want to release it"])
    expect(previewText).toContain(word);
  const processingText = await readText(
    await several(chosenIds, { intent: "preview", status: "processing" }),
  );
  expect(processingText).toContain("send one email");
  expect(processingText).toContain(`Left as it is. ${ONLY}`);
  const set = await several(chosenIds, { intent: "set", status: "processing" });
  expect([set.status, await readText(set)]).toEqual([200, expect.stringContaining(ONLY)]);
  expect([await entryStatus(entry), await findStatus(release)]).toEqual(["pending", "processing"]);
  expect([(await findMails(entry)).length, (await findMails(release)).length]).toEqual([0, 1]);
  const none = await (await several([entry], { intent: "preview", status: "processing" })).text();
  expect(pageText(none)).not.toContain("Set the status and send");
  expect(readOptions(none)).toEqual(["pending", "approved", "rejected"]);
  const [all, waiting] = await Promise.all(
    ["/staff?view=all", "/staff?kind=waiting"].map(async (path) => (await staff.send(path)).text()),
  );
  const choose = (html = "") => readOptions(html.slice(html.indexOf('id="choose"')));
  expect([choose(all).length, choose(waiting)]).toEqual([8, ["pending", "approved", "rejected"]]);
  expect(pageText(all ?? "")).toContain(ONLY);
});

test("an entry that was invited is decided on nowhere: not on its page, not among several", async () => {
  const { id } = await waitingEntry(store);
  await staff.post("/staff/links/invitation", { intent: "invite", waitingListId: id });
  const html = await (await staff.send(pagePath(id))).text();
  expect(pageText(html)).toContain("This is your reply. To change it, deactivate the link first.");
  expect(html).not.toContain("decide=");
  expect((await openDecision(id, "rejected")).pane).toBe("");
  const refusalText = "You invited this artist, and that is your reply.";
  for (const revision of ["1", "2"]) {
    const fields = { intent: "set", status: "rejected", reason: "No", revision };
    const reply = await staff.post(pagePath(id), fields);
    expect([reply.status, await readText(reply)]).toEqual([
      409,
      expect.stringContaining(refusalText),
    ]);
    for (const intent of ["preview", "set"])
      expect(await readText(await several([id], { ...fields, intent }))).toContain(refusalText);
  }
  expect([await entryStatus(id), await findMails(id)]).toEqual(["invited", []]);
  const listText = await readText(await staff.send(`/staff?kind=waiting&status=invited&q=${id}`));
  expect(listText).toContain(id);
});

test("the package is one zip whose files are those that were sent, by their hashes", async () => {
  const id = await submitRelease({ artistName: "=Vale / Sons" });
  const reply = await staff.send(`${pagePath(id)}/package`);
  const zip = new Uint8Array(await reply.arrayBuffer());
  expect([reply.status, reply.headers.get("Content-Type")]).toEqual([200, "application/zip"]);
  expect(zip.length).toBe(Number(reply.headers.get("Content-Length")));
  const folder = mkdtempSync(join(tmpdir(), "package-"));
  try {
    writeFileSync(join(folder, "release.zip"), zip);
    const unzip = `import sys, zipfile
z = zipfile.ZipFile("release.zip")
assert z.testzip() is None
assert all(i.compress_type == zipfile.ZIP_STORED for i in z.infolist())
z.extractall(".")
print("\\n".join(z.namelist()))`;
    const names = execFileSync("python3", ["-c", unzip], { cwd: folder, encoding: "utf8" });
    const [root = ""] = names.split("/");
    expect(root).toMatch(/^=Vale - Sons - Night Ferry \(/);
    const inside = (path: string) => readFileSync(join(folder, root, path));
    expect(inside("Audio/01 Night Ferry.wav").equals(songBytes)).toBe(true);
    expect(inside("Artwork/Night Ferry.jpg").equals(coverBytes)).toBe(true);
    const lines = inside("manifest-sha256.txt").toString().trimEnd().split("\n");
    expect(lines).toHaveLength(4);
    for (const line of lines) {
      const [hash, path = ""] = line.split("  ");
      expect([path, createHash("sha256").update(inside(path)).digest("hex")]).toEqual([path, hash]);
    }
    expect(inside("release.csv").toString()).toContain(",'=Vale / Sons,");
    expect(JSON.parse(inside("release.json").toString()).release.tracks).toHaveLength(1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a package whose files have gone is refused, and never half a download", async () => {
  const id = await submitRelease();
  await store.rows(
    "UPDATE submissions SET files = json_set(files, '$[0].key', 'gone') WHERE id = ?",
    id,
  );
  const reply = await staff.send(`${pagePath(id)}/package`);
  expect([reply.status, await readText(reply)]).toEqual([
    410,
    expect.stringContaining("in storage any more"),
  ]);
});

test("whoever follows a link to a download that is refused reads why, on a page", async () => {
  const headers = { Accept: "text/html,*/*;q=0.8" };
  const missingReply = await staff.send("/staff/submissions/nope/package", { headers });
  expect([missingReply.status, missingReply.headers.get("Content-Type")]).toEqual([
    404,
    "text/html; charset=utf-8",
  ]);
  expect(await readText(missingReply)).toContain("There's no submission at this address.");
  const postReply = await staff.send("/staff/queue.csv", { method: "POST", headers });
  expect([postReply.status, await readText(postReply)]).toEqual([
    405,
    expect.stringContaining("We can't do that here"),
  ]);
  const script = await staff.send("/staff/submissions/nope/package");
  expect(await script.json()).toEqual({ refusal: "There's no submission at this address." });
});

test("who asks only what a download would be has not downloaded it", async () => {
  const id = await submitRelease();
  const colleague = await staffMember("Hedda Head");
  for (const path of [`${pagePath(id)}/package`, "/staff/queue.csv"]) {
    const readHeaders = async (reply: Response) => {
      await reply.arrayBuffer();
      const names = ["Content-Type", "Content-Disposition", "Content-Length"];
      return names.map((name) => reply.headers.get(name));
    };
    // Between the two, a job may store what the release's track sounds like.
    const isSame = async () => {
      const head = await readHeaders(await colleague.send(path, { method: "HEAD" }));
      expect([path, ...head]).toEqual([path, ...(await readHeaders(await staff.send(path)))]);
    };
    await vi.waitFor(isSame, 30_000);
  }
  expect(await store.rows("SELECT action FROM audit WHERE staff_name = 'Hedda Head'")).toEqual([
    { action: "signed-in" },
  ]);
});

test("a page's address may say anything of where it was and what was done", async () => {
  const id = await submitRelease();
  for (const query of ["said=__proto__", "said=toString", "at=%0A", "at=%00~x"])
    expect([query, (await staff.send(`${pagePath(id)}?${query}`)).status]).toEqual([query, 200]);
  for (const at of ["%0D%0ASet-Cookie:%20x=1", "%0A", "%00", "%F0%9F%98%80", "a%26said=decided"]) {
    const reply = await staff.post(`${pagePath(id)}?at=${at}`, { intent: "note", note: at });
    const to = new URL(reply.headers.get("Location") ?? "", "http://site.example");
    expect([at, reply.status, to.searchParams.get("at")]).toEqual([
      ...[at, 302],
      expect.stringMatching(/^0[\w:.-]+~[0-9A-Z]{26}$/),
    ]);
    expect(to.searchParams.getAll("said")).toEqual(["noted"]);
  }
});

test("the queue as CSV has every entry, and runs no formula", async () => {
  const id = await submitRelease({ artistName: "@SUM(A1)" });
  const marks = [
    "rating = 4",
    "snoozed_until = '2030-01-07'",
    'tags = \'["=HYPERLINK(1)","loud"]\'',
  ];
  await store.rows(`UPDATE review_items SET ${marks.join(", ")} WHERE id = ? RETURNING id`, id);
  await staff.post(pagePath(id), { intent: "note", note: "Call them." });
  // Other files of tests put entries into the queue meanwhile.
  const queuedIds = async () =>
    (await store.rows("SELECT id FROM review_items")).map((row) => String(row.id));
  const idsBefore = await queuedIds();
  const reply = await staff.send("/staff/queue.csv");
  const lines = (await reply.text()).trimEnd().split("\r\n");
  const idsAfter = await queuedIds();
  const exportedIds = lines.slice(1).map((line) => line.slice(line.lastIndexOf(",") + 1));
  expect(exportedIds).toEqual(expect.arrayContaining(idsBefore));
  expect(idsAfter).toEqual(expect.arrayContaining(exportedIds));
  expect(new Set(exportedIds).size).toBe(exportedIds.length);
  const line = lines.find((entry) => entry.endsWith(id));
  expect(line).toContain(",'@SUM(A1),Night Ferry,");
  // How it came, type, tracks, genre, release date; until when it is put off; then the marks of staff.
  expect(line).toContain(`,Open form,,single,1,Folk,${dateInDays(60)},,2030-01-07,`);
  expect(line).toContain(`,4,"'=HYPERLINK(1); loud",1,`);
  expect(
    await store.rows(
      "SELECT 1 FROM audit WHERE action = 'queue-exported' AND staff_name = 'Rosa Vale'",
    ),
  ).not.toEqual([]);
});

test("the figures as CSV are all or one kind, and run no formula", async () => {
  const [id, other] = [await submitRelease(), await submitRelease()];
  const replied = "replied_at = '2030-01-07T00:00:00.000Z', replied_by = ?";
  await store.rows(`UPDATE review_items SET ${replied} WHERE id = ?`, "=HYPERLINK(1)", id);
  await store.rows(`UPDATE review_items SET ${replied} WHERE id = ?`, "Zoë, Sam", other);
  const exported = async () =>
    store.rows(
      "SELECT 1 FROM audit WHERE action = 'figures-exported' AND staff_name = 'Rosa Vale'",
    );
  const path = "/staff/figures.csv?period=30-days";
  const head = await staff.send(path, { method: "HEAD" });
  expect([head.status, await exported()]).toEqual([200, []]);
  const reply = await staff.send(path);
  expect(reply.headers.get("Content-Disposition")).toMatch(/filename="figures-[\d-]{10}\.csv"/);
  const lines = (await reply.text()).split("\r\n");
  expect(lines[0]).toBe(
    "By,Name,Received,Accepted,Accepted %,Answered,Median days,8 of 10 from,8 of 10 to",
  );
  for (const kind of ["Time,20", "Source,Open form,", "Genre,Folk,", "Reviewer,'=HYPERLINK(1),1,"])
    expect(lines.some((line) => line.startsWith(kind))).toBe(true);
  expect(lines).toContainEqual(expect.stringContaining('Reviewer,"Zoë, Sam",1,0,0,1,'));
  const oneKind = await (await staff.send(`${path}&csv=reviewers`)).text();
  const kinds = oneKind
    .trimEnd()
    .split("\r\n")
    .map((line) => line.split(",")[0]);
  expect(new Set(kinds)).toEqual(new Set(["By", "Reviewer"]));
  expect(await exported()).toHaveLength(2);
  expect(await readText(await staff.send("/staff/figures?period=30-days"))).toContain(
    "By reviewer CSV Who answered first",
  );
});

test("a track is measured without staff, and by them where a job has not", async () => {
  const id = await submitRelease();
  const [row] = await store.rows(
    "SELECT json_extract(files, '$[0].uploadId') AS upload FROM submissions WHERE id = ?",
    id,
  );
  const uploadId = String(row?.upload);
  const request = async () => (await staff.send(`/staff/tracks/${uploadId}`)).json();
  const auditRows = () =>
    store.rows("SELECT staff_name, action FROM audit WHERE subject = ?", uploadId);
  await pollUntil(async () => {
    const rows = await store.rows("SELECT 1 FROM track_findings WHERE upload_id = ?", uploadId);
    return rows.length > 0 || undefined;
  });
  const measurement = await request();
  expect(await auditRows()).toEqual([]);
  const page = async () => (await staff.send(pagePath(id))).text();
  expect(await page()).not.toContain('value="listen"');
  await store.rows("DELETE FROM track_findings WHERE upload_id = ?", uploadId);
  expect(await page()).toContain('value="listen"');
  expect(await request()).toEqual(measurement);
  expect(measurement).toMatchObject({
    findings: { channels: expect.any(Number), waveform: expect.any(Array) },
  });
  expect(await request()).toEqual(measurement);
  expect(
    await store.rows("SELECT 1 FROM track_findings WHERE upload_id = ?", uploadId),
  ).toHaveLength(1);
  expect(await auditRows()).toEqual([{ staff_name: "Rosa Vale", action: "track-measured" }]);
  const none = await staff.post(pagePath(id), { intent: "listen", upload: "nope" });
  expect([none.status, await readText(none)]).toEqual([
    409,
    expect.stringContaining("Nothing was measured"),
  ]);
});

test("a mail that has failed is told of in the queue and on the page, which sends it again", async () => {
  const artistName = `Unmailed ${crypto.randomUUID().slice(0, 8)}`;
  const id = await submitRelease({ artistName });
  const mail = await pollUntil(async () => {
    const [row] = await store.rows(
      `SELECT mail.id, job.id AS job FROM mail_outbox AS mail JOIN jobs AS job ON job.subject = mail.id
      WHERE mail.submission_id = ? AND mail.kind = 'confirmation' AND job.state = 'done'`,
      id,
    );
    return row;
  });
  const setState = async (state: string) => {
    await store.rows(
      "UPDATE mail_outbox SET state = ?, last_error = '550 No such mailbox' WHERE id = ?",
      state,
      String(mail.id),
    );
    await store.rows("UPDATE jobs SET state = 'failed' WHERE id = ?", String(mail.job));
  };
  const queue = async () =>
    readText(await staff.send(`/staff?q=${encodeURIComponent(artistName)}`));
  expect(await queue()).not.toContain("email not sent");
  await setState("failed");
  expect(await queue()).toContain("email not sent");
  const html = await (await staff.send(pagePath(id))).text();
  expect(pageText(html)).toContain(
    "The confirmation to the artist hasn't been sent. It won't go out automatically. The mail server said: 550 No such mailbox",
  );
  expect(html).toMatch(new RegExp(`name="job" value="${mail.job}"[^]*value="send-again"`));
  const press = (fields: Record<string, string> = {}) =>
    staff.post(pagePath(id), { intent: "send-again", job: String(mail.job), ...fields });
  expect((await press()).headers.get("Location")).toMatch(/said=sent-again$/);
  expect(await queue()).not.toContain("email not sent");
  await pollUntil(async () => {
    const [row] = await store.rows("SELECT state FROM jobs WHERE id = ?", String(mail.job));
    return row?.state === "done" || undefined;
  });
  await setState("unconfirmed");
  const page = await (await staff.send(pagePath(id))).text();
  expect(pageText(page)).toContain("Ask the recipient before you send it again.");
  expect(page).toContain('name="mayArriveTwice"');
  expect((await press({ mayArriveTwice: "on" })).status).toBe(302);
});

test("a job that failed runs again from the page, and the trail tells by whom", async () => {
  const id = await submitRelease();
  const job = await pollUntil(async () => {
    const [row] = await store.rows(
      "SELECT id FROM jobs WHERE submission_id = ? AND type = 'sync-board' AND state = 'done'",
      id,
    );
    return row;
  });
  await store.rows(
    "UPDATE jobs SET state = 'failed', last_error = 'The board said no.' WHERE id = ?",
    String(job.id),
  );
  expect(await readText(await staff.send(`${pagePath(id)}?tab=mails`))).toContain(
    "The board said no.",
  );
  const repeated = await staff.post(pagePath(id), { intent: "run-again", job: String(job.id) });
  expect(repeated.headers.get("Location")).toMatch(/said=run-again$/);
  await pollUntil(async () => {
    const [row] = await store.rows("SELECT state FROM jobs WHERE id = ?", String(job.id));
    return row?.state === "done" || undefined;
  });
  const auditEntries = await store.rows(
    "SELECT staff_name, detail FROM audit WHERE action = 'job-run-again' AND subject = ?",
    String(job.id),
  );
  expect(auditEntries).toEqual([{ staff_name: "Rosa Vale", detail: `Board item of ${id}` }]);
});
