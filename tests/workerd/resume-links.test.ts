import { expect, test } from "vitest";
import { openAppStores, pollUntil } from "../support/app-stores";
import { outputLines } from "../support/app-under-test";
import { createDraftAt, draftFiles, expireDraft, findDraftRow } from "../support/drafts";
import { openForFile } from "../support/open-for-file";
import { fieldValue, pageText, unescapeHtml } from "../support/page-parts";
import { autosave, readApiReply } from "../support/upload-calls";
import { artistAnswers, Visitor } from "../support/visitor";

const inside = await openForFile(openAppStores);

const LINK = /\/submit\/continue\/[\w-]{43}/;

/** The path of a link that a visitor makes to their draft. */
async function createResumeLink(visitor: Visitor): Promise<string> {
  const page = await visitor.post("/submit/continue", { intent: "make-link" });
  const html = await page.text();
  return LINK.exec(unescapeHtml(html))?.[0] ?? "";
}

/** Another device that has opened a link. */
async function cameBy(link: string, visitor = new Visitor()): Promise<Visitor> {
  const reply = await visitor.post(link, { intent: "continue" });
  expect([reply.status, reply.headers.get("Location")]).toEqual([302, "/submit"]);
  return visitor;
}

const sees = async (visitor: Visitor, path = "/submit/artist") =>
  fieldValue(await (await visitor.send(path)).text(), "artistName");

test("a link opens the draft on another device, with all that was saved, and saves go on", async () => {
  const visitor = await createDraftAt("review");
  const other = await cameBy(await createResumeLink(visitor));
  expect(other.cookie).not.toBe(visitor.cookie);
  expect(await sees(other)).toBe(artistAnswers.artistName);
  expect((await other.send("/submit/review")).status).toBe(200);
  const answers = { ...artistAnswers, city: "Galway" };
  expect((await autosave(other, "artist", answers)).status).toBe(200);
  expect((await findDraftRow(inside, visitor)).answers.artist?.city).toBe("Galway");
  const [file] = await draftFiles(inside, visitor);
  const call = await readApiReply(other.send(`/api/cloud-storage/uploads/${file?.id}`));
  expect(call).toMatchObject({ status: 200, body: { state: "complete" } });
});

test("opening the link uses nothing up and opens no draft: only the button does", async () => {
  const link = await createResumeLink(await createDraftAt("music"));
  const scanner = new Visitor();
  for (let times = 0; times < 3; times++) {
    const page = await scanner.send(link);
    const text = pageText(await page.text());
    expect(page.status).toBe(200);
    expect(page.headers.get("Set-Cookie")).toBeNull();
    expect(text).toContain("Continue your release");
    expect(text).toContain(artistAnswers.artistName);
    expect(text).not.toContain(artistAnswers.email);
  }
  expect(scanner.cookie).toBe("");
  await cameBy(link);
  await cameBy(link);
});

test("the page of a link sends no referrer", async () => {
  const link = await createResumeLink(await createDraftAt("music"));
  for (const path of [link, `${link}.data`, "/submit/continue/nothing"]) {
    const { headers } = await new Visitor().send(path);
    expect(headers.get("Referrer-Policy")).toBe("no-referrer");
    expect(headers.get("Cache-Control") ?? "no-store").toContain("no-store");
  }
  // Without it browsers hide the origin of the page's own form, which is then refused.
  const page = await (await new Visitor().send(link)).text();
  expect(page).toContain('<meta name="referrer" content="strict-origin"/>');
});

test("the secret of a link is in no log line", async () => {
  const start = outputLines().length - 1;
  const link = await createResumeLink(await createDraftAt("music"));
  const key = link.slice(-43);
  const visitor = new Visitor();
  for (const path of [link, link.toUpperCase().replace(key.toUpperCase(), key), `${link}.data`])
    await visitor.send(path);
  await cameBy(link);
  const lines = await pollUntil(async () => {
    // Local runs print addresses of their own beside the app's lines.
    const all = outputLines()
      .slice(start)
      .filter((line) => line.includes('{"ts"'));
    return all.filter((line) => /continue\/:/i.test(line)).length >= 4 ? all : undefined;
  });
  expect(lines.filter((line) => line.includes(key))).toEqual([]);
});

const dead: [string, (link: string, visitor: Visitor) => Promise<string>, number, string][] = [
  ["cut off", async (link) => link.slice(0, -3), 404, "This link doesn't open a draft."],
  ["made up", async (link) => `${link.slice(0, -43)}${"A".repeat(43)}`, 404, "This link doesn't"],
  [
    "to an expired draft",
    async (link, visitor) => {
      await expireDraft(inside, visitor);
      return link;
    },
    410,
    "This draft expired, because nothing changed in it for 14 days.",
  ],
  [
    "to a submitted draft",
    async (link, visitor) => {
      await visitor.post("/submit/review", { intent: "submit" });
      return link;
    },
    410,
    "This release has been submitted.",
  ],
];

test.each(dead)(
  "a link %s says so and shows a way to continue",
  async (_, change, status, text) => {
    const visitor = await createDraftAt("review");
    const link = await change(await createResumeLink(visitor), visitor);
    const other = new Visitor();
    const page = await other.send(link);
    const html = await page.text();
    expect(page.status).toBe(status);
    expect(pageText(html)).toContain(text);
    expect(html).toContain('href="/submit"');
    const press = await other.post(link, { intent: "continue" });
    expect([press.status, other.cookie]).toEqual([status, ""]);
  },
);

test("stopped links open nothing; a device that was opened by a link and stops them keeps its draft", async () => {
  const first = await createDraftAt("music");
  const link = await createResumeLink(first);
  const [stopper, shutOut] = [await cameBy(link), await cameBy(await createResumeLink(first))];
  const { cookie } = stopper;
  const before = pageText(await (await stopper.send("/submit/continue")).text());
  expect(before).toContain("2 links open this draft.");
  const reply = await stopper.post("/submit/continue", { intent: "stop-links" });
  expect([reply.status, stopper.cookie]).toEqual([302, cookie]);
  expect(await sees(stopper)).toBe(artistAnswers.artistName);
  expect(await sees(first)).toBe(artistAnswers.artistName);
  expect((await shutOut.send("/submit/artist")).status).toBe(404);
  expect((await new Visitor().send(link)).status).toBe(404);
});

test("a browser with nothing but the key of a link gets one of its own when it stops all links", async () => {
  const link = await createResumeLink(await createDraftAt("music"));
  const visitor = new Visitor();
  const value = Buffer.from(JSON.stringify(link.slice(-43))).toString("base64");
  visitor.cookie = `draft=${encodeURIComponent(value)}`;
  const another = new Visitor();
  another.cookie = visitor.cookie;
  await visitor.post("/submit/continue", { intent: "stop-links" });
  expect(await sees(visitor)).toBe(artistAnswers.artistName);
  expect((await another.send("/submit/artist")).status).toBe(404);
});

const mailsTo = (recipient: string) =>
  inside.rows("SELECT * FROM mail_outbox WHERE recipient = ?", recipient);

test("a mailed link is in the outbox, works, and its mail contains nothing that was typed", async () => {
  const email = `link-${crypto.randomUUID().slice(0, 8)}@example.com`;
  const visitor = await createDraftAt("about", { artistName: "Ada Quill", email });
  const form = await (await visitor.send("/submit/continue")).text();
  // Mail is off here: the page promises none.
  expect(pageText(form)).not.toContain("Send the link");
  const reply = await visitor.post("/submit/continue", { intent: "mail-link", email });
  const html = await reply.text();
  expect(pageText(html)).toContain("We can't send emails at the moment, so nothing was sent.");
  expect(unescapeHtml(html)).toMatch(LINK);
  const [mail, ...rest] = await mailsTo(email);
  expect(rest).toEqual([]);
  expect(mail).toMatchObject({ kind: "resume-link", state: "waiting" });
  for (const body of [String(mail?.text_body), String(mail?.html_body)])
    expect(body).not.toMatch(/Ada Quill|Night Ferry/);
  const link = LINK.exec(String(mail?.text_body))?.[0] ?? "";
  expect(String(mail?.dedupe_key)).not.toContain(link.slice(-43));
  expect(await sees(await cameBy(link))).toBe("Ada Quill");
});

const isKnown = async (address: string) =>
  (await inside.rows("SELECT verified_at FROM mail_addresses WHERE address = ?", address)).length >
  0;

test("more links than three a day are not mailed, and the page says the same as before", async () => {
  const email = `many-${crypto.randomUUID().slice(0, 8)}@example.com`;
  const visitor = await createDraftAt("about");
  const request = () => visitor.post("/submit/continue", { intent: "mail-link", email });
  const texts = [];
  for (let n = 0; n < 4; n++) {
    const reply = await request();
    const html = await reply.text();
    texts.push([reply.status, pageText(html).replace(/http\S+|\d+ links/g, "LINK")]);
    if (n < 3) continue;
    // Only a link from a mail proves who reads the address, not one that was shown on a page.
    await cameBy(LINK.exec(unescapeHtml(html))?.[0] ?? "");
    expect(await isKnown(email)).toBe(false);
  }
  expect(new Set(texts.slice(1).map((text) => JSON.stringify(text))).size).toBe(1);
  const mails = await mailsTo(email);
  expect(mails).toHaveLength(3);
  const mailedLink = LINK.exec(String(mails[0]?.text_body))?.[0] ?? "";
  await new Visitor().send(mailedLink);
  expect(await isKnown(email)).toBe(false);
  await cameBy(mailedLink);
  expect(await isKnown(email)).toBe(true);
  // Having shown to read the address gives strangers no more mails to it.
  expect((await request()).status).toBe(200);
  expect(await mailsTo(email)).toHaveLength(3);
});

test("the link at the end of a mail shows a page, and its press stops mails to the address", async () => {
  const email = `stop-${crypto.randomUUID().slice(0, 8)}@example.com`;
  const visitor = await createDraftAt("about");
  const request = () => visitor.post("/submit/continue", { intent: "mail-link", email });
  await request();
  const [mail] = await mailsTo(email);
  const page = /\/mail\/\S+/.exec(String(mail?.text_body))?.[0] ?? "";
  const reader = new Visitor();
  const reply = await reader.send(page);
  expect(reply.status).toBe(200);
  expect(pageText(await reply.text())).toContain("Stop emails to this address");
  const stopReply = await reader.post(page, { "List-Unsubscribe": "One-Click" });
  expect([stopReply.status, pageText(await stopReply.text())]).toEqual([
    200,
    expect.stringContaining("Start emails again"),
  ]);
  expect((await request()).status).toBe(200);
  expect(await mailsTo(email)).toMatchObject([{ state: "stopped" }]);
  expect((await reader.post(page, { intent: "allow" })).status).toBe(200);
  expect((await request()).status).toBe(200);
  expect((await reader.send("/mail/01X?expires=1&signature=a")).status).toBe(404);
});

test.each([
  ["", "Email is required"],
  ["nobody", "Please enter a valid email address"],
])("no mail goes to %j", async (email, text) => {
  const visitor = await createDraftAt("music");
  const reply = await visitor.post("/submit/continue", { intent: "mail-link", email });
  const html = await reply.text();
  expect(reply.status).toBe(400);
  expect(pageText(html)).toContain(text);
  expect(fieldValue(html, "email")).toBe(email);
  expect(await mailsTo(email)).toEqual([]);
});

test("only the hash of a link's key is stored", async () => {
  const visitor = await createDraftAt("music");
  const key = (await createResumeLink(visitor)).slice(-43);
  const { id } = await findDraftRow(inside, visitor);
  const rows = await inside.rows("SELECT * FROM draft_keys WHERE draft_id = ?", id);
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(key);
  expect(rows[0]?.key_hash).toMatch(/^[0-9a-f]{64}$/);
});

test("another unfinished draft in the browser is offered its own link first", async () => {
  const link = await createResumeLink(await createDraftAt("about"));
  const visitor = await createDraftAt("music", { artistName: "The Others" });
  const page = pageText(await (await visitor.send(link)).text());
  expect(page).toContain("This browser already has another unfinished submission");
  const reply = await visitor.post(link, { intent: "keep-other" });
  const other = LINK.exec(unescapeHtml(await reply.text()))?.[0] ?? "";
  await cameBy(link, visitor);
  expect(await sees(visitor)).toBe(artistAnswers.artistName);
  expect(await sees(await cameBy(other))).toBe("The Others");
});

test("a browser that has the draft open already keeps its own key", async () => {
  const visitor = await createDraftAt("music");
  const { cookie } = visitor;
  const link = await createResumeLink(visitor);
  const page = pageText(await (await visitor.send(link)).text());
  expect(page).not.toContain("another unfinished submission");
  await cameBy(link, visitor);
  expect(visitor.cookie).toBe(cookie);
});
