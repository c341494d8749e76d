import { afterAll, beforeAll, expect, test } from "vitest";
import { SECRET_KINDS } from "~/domain/mail/mail-kinds";
import { staffMember } from "../support/accounts";
import { type AppStores, openAppStores } from "../support/app-stores";
import { pageText } from "../support/page-parts";
import { Visitor } from "../support/visitor";

let inside: AppStores;
let staff: Visitor;
beforeAll(async () => {
  inside = await openAppStores();
  staff = await staffMember("Trudi Trail");
});
afterAll(async () => {
  // Entries dated far ahead must not come before those that other tests look for.
  for (const table of ["audit", "mail_outbox", "jobs"])
    await inside.rows(`DELETE FROM ${table} WHERE id LIKE '7ZZZZZZZZZ%'`);
  await inside.rows("DELETE FROM dead_letters WHERE job_id LIKE '7ZZZZZZZZZ%'");
  await inside.close();
});

const PAGE = "/staff/activity";
async function read(path: string) {
  const reply = await staff.send(path);
  const html = await reply.text();
  expect(reply.headers.get("Cache-Control")).toBe("no-store");
  return { status: reply.status, html, text: pageText(html) };
}
const hrefs = (html: string, label: string) =>
  [...html.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/g)]
    .filter(([, , content = ""]) => pageText(content) === label)
    .map(([, href = ""]) => href.replaceAll("&amp;", "&"));

let number = 0;
/** An id that sorts after the existing ones. */
const laterId = () => `7ZZZZZZZZZ${String(++number).padStart(16, "0")}`;
const now = () => new Date().toISOString();

function insertAuditEntry(staffName: string, action: string, detail: string): Promise<unknown> {
  return inside.rows(
    `INSERT INTO audit (id, staff_id, staff_name, action, subject, detail, created_at)
     VALUES (?, 's', ?, ?, '', ?, ?)`,
    ...[laterId(), staffName, action, detail, now()],
  );
}
interface SomeMail {
  html?: string;
  text?: string;
  error?: string;
  kind?: string;
  submissionId?: string;
}
async function mail(state: string, extraFields: SomeMail = {}) {
  const [id, jobId] = [laterId(), laterId()];
  const { kind = "confirmation", submissionId = null } = extraFields;
  const {
    html = '<style>p{}</style><p style="color:red">Hello</p>',
    text = "Hello\n",
    error,
  } = extraFields;
  await inside.rows(
    `INSERT INTO mail_outbox (id, dedupe_key, recipient, address, mailbox, subject, text_body,
     html_body, state, last_error, created_at, kind, submission_id)
     VALUES (?, ?, ?, 'a', ?, 'About <b>you</b>', ?, ?, ?, ?, ?, ?, ?)`,
    ...[id, id, `${id}@example.com`, `${id}@example.com`, text, html, state, error ?? null, now()],
    ...[kind, submissionId],
  );
  await inside.rows(
    `INSERT INTO jobs (id, type, submission_id, subject, state, created_at, updated_at)
     VALUES (?, 'send-mail', ?, ?, 'failed', ?, ?)`,
    ...[jobId, submissionId, id, now(), now()],
  );
  return { id, jobId };
}
const findState = async (id: string) =>
  (await inside.rows("SELECT state FROM mail_outbox WHERE id = ?", id))[0]?.state;

test("the audit trail shows who did what, filtered by person and action, fifty a page", async () => {
  for (let n = 1; n <= 60; n++) await insertAuditEntry("Petra <i>Page", "mode-noted", `note ${n}.`);
  await insertAuditEntry("Otto Other", "mode-noted", "by Otto");
  const { text, html } = await read(`${PAGE}?person=petra`);
  expect(text).toContain("by Petra <i>Page note 60.");
  expect(html).not.toContain("<i>Page");
  expect([text.includes("note 11."), text.includes("note 10."), text.includes("by Otto")]).toEqual([
    ...[true, false, false],
  ]);
  const [older = ""] = hrefs(html, "Older");
  const second = await read(older);
  expect([second.text.includes("note 10."), second.text.includes("note 11.")]).toEqual([
    true,
    false,
  ]);
  expect(hrefs(second.html, "Older")).toEqual([]);
  expect(hrefs(second.html, "The latest")).toEqual([`${PAGE}?person=petra`]);
  expect((await read(`${PAGE}?action=signed-in&person=Trudi`)).text).toContain("Signed in");
  expect((await read(`${PAGE}?person=no-such-person`)).text).toContain("No activity found.");
});

test.each(["person=%25", "action=explode", "before=../../x", `person=${"x".repeat(5_000)}`])(
  "a filter of %.30s breaks nothing",
  async (query) => {
    expect((await read(`${PAGE}?${query}`)).status).toBe(200);
    expect((await read(`${PAGE}/mails?${query}&state=lost`)).status).toBe(200);
  },
);

test("mails are listed by state, and shown as sent, in a frame without scripts", async () => {
  const { id } = await mail("failed", { error: "550 <script>alert(1)</script>" });
  const { text, html } = await read(`${PAGE}/mails?state=failed`);
  expect(text).toContain(`${id}@example.com`);
  expect(text).toContain("About <b>you</b>");
  expect(html).not.toContain("<b>you");
  const page = await read(`${PAGE}/mails/${id}`);
  expect(page.text).toContain("Failed");
  expect(page.html).toContain('sandbox=""');
  expect(page.html).toContain('srcDoc="&lt;p style=');
  expect(page.html).not.toMatch(/<script(?! id="(?:post-once|local-times)")/);
  expect((await read(`${PAGE}/mails?state=held`)).text).not.toContain(`${id}@example.com`);
  expect((await read(`${PAGE}/mails/unknown`)).status).toBe(404);
  const { id: clearedId } = await mail("sent", { text: "", html: "" });
  expect((await read(`${PAGE}/mails/${clearedId}`)).text).toContain("The text was deleted");
});

test("the outbox goes on, page by page, within a state", async () => {
  for (let n = 0; n < 55; n++) await mail("held");
  const first = await read(`${PAGE}/mails?state=held`);
  const [older = ""] = hrefs(first.html, "Older");
  const ids = (html: string) => [...html.matchAll(/mails\/(7Z\w+)/g)].map(([, id]) => id);
  const second = await read(older);
  expect(ids(first.html)).toHaveLength(50);
  expect(ids(second.html).length).toBeGreaterThanOrEqual(5);
  expect(ids(first.html).filter((id) => ids(second.html).includes(id))).toEqual([]);
});

test("a mail that may have arrived is sent again only by the button that says so", async () => {
  const { id } = await mail("unconfirmed");
  const path = `${PAGE}/mails/${id}`;
  expect((await read(path)).text).toContain("Send again anyway");
  const refusal = await staff.post(path, { intent: "again" });
  expect([refusal.status, await refusal.text()]).toEqual([
    409,
    expect.stringContaining("confirm that it may arrive twice"),
  ]);
  const redirect = await staff.post(path, { intent: "again-twice" });
  expect(redirect.headers.get("Location")).toBe(`${path}?again`);
  expect(await findState(id)).toBe("waiting");
  expect((await read(`${PAGE}?person=Trudi&action=mail-sent-again`)).text).toContain(
    "It may arrive twice.",
  );
  expect((await staff.post(path, { intent: "explode" })).status).toBe(400);
});

test("staff let mails to an address come again", async () => {
  const { id } = await mail("stopped");
  await inside.rows(
    "INSERT INTO mail_addresses (address, stopped_at, created_at) VALUES (?, ?, ?)",
    ...[`${id}@example.com`, now(), now()],
  );
  expect((await read(`${PAGE}/mails/${id}`)).text).toContain("Allow emails again");
  await staff.post(`${PAGE}/mails/${id}`, { intent: "allow" });
  expect(await findState(id)).toBe("held");
  const trail = `${PAGE}?action=mails-allowed&subject=${id}`;
  const others = `${PAGE}?action=mails-allowed`;
  expect((await read(others)).html).toContain(`mails/${id}`);
  expect((await read(trail)).text).toContain("by Trudi Trail");
});

test("the audit trail does not link to deleted mails and agreements", async () => {
  const sentMail = await mail("sent");
  const [missingMailId, agreement] = [laterId(), laterId()];
  for (const [action, subject] of [
    ["mail-sent-again", sentMail.id],
    ["mail-sent-again", missingMailId],
    ["agreement-signed", agreement],
  ])
    await inside.rows(
      `INSERT INTO audit (id, staff_id, staff_name, action, subject, created_at)
       VALUES (?, 's', 'Frida Forgetful', ?, ?, ?)`,
      ...[laterId(), action, subject, now()],
    );
  const { html, text } = await read(`${PAGE}?person=frida`);
  expect(hrefs(html, "The email")).toEqual([`${PAGE}/mails/${sentMail.id}`]);
  expect(hrefs(html, "The agreement")).toEqual([]);
  expect(text).toContain("The email was deleted.");
  expect(text).toContain("The agreement was deleted.");
});

test("the trail names the entry, link or account of each row and links to it, and knows no name of what is gone", async () => {
  const [entry, gone, job, link, account] = Array.from({ length: 5 }, laterId);
  await inside.rows(
    `INSERT INTO waiting_list (id, reference, artist_name, email, listen_link, artist_data,
       status_history, reply_due_at, created_at, updated_at)
     VALUES (?, ?, 'Nadia North', 'nadia@example.com', 'https://a.example', '{}', '[]', ?, ?, ?)`,
    ...[entry, entry, now(), now(), now()],
  );
  await inside.rows(
    `INSERT INTO jobs (id, type, subject, state, created_at, updated_at)
     VALUES (?, 'sync-waiting-list', ?, 'done', ?, ?)`,
    ...[job, entry, now(), now()],
  );
  await inside.rows(
    `INSERT INTO invitations (id, token_hash, artist_name, email, prefill, expires_at, created_at)
     VALUES (?, ?, 'Lina Link', 'lina@example.com', '{}', ?, ?)`,
    ...[link, link, now(), now()],
  );
  await inside.rows(
    `INSERT INTO artists (id, artist_id, code_mark, email, profile, created_at, updated_at)
     VALUES (?, ?, 'm', ?, '{"artistName":"Ada Account"}', ?, ?)`,
    ...[account, `A-${account}`, `${account}@example.com`, now(), now()],
  );
  for (const [action, subject] of [
    ["status-set", entry],
    ["note-written", gone],
    ["job-run-again", job],
    ["link-mailed", link],
    ["account-made", account],
  ])
    await inside.rows(
      `INSERT INTO audit (id, staff_id, staff_name, action, subject, created_at)
       VALUES (?, 's', 'Nils Namer', ?, ?, ?)`,
      ...[laterId(), action, subject, now()],
    );
  const { html, text } = await read(`${PAGE}?person=nils`);
  expect(hrefs(html, "Nadia North")).toEqual([
    `/staff/submissions/${entry}`,
    `/staff/submissions/${entry}`,
  ]);
  expect(hrefs(html, "Lina Link's link")).toEqual(["/staff/links?q=lina%40example.com"]);
  expect(hrefs(html, "Ada Account")).toEqual([`/staff/artists?q=A-${account}`]);
  expect(text).toContain("The entry was deleted.");
  expect(hrefs(html, "All its activity")).toContain(`${PAGE}?subject=${gone}`);
  const trail = await read(`${PAGE}?subject=${entry}`);
  expect(trail.text).toContain("Only the activity of Nadia North.");
  expect(hrefs(trail.html, "All its activity")).toEqual([]);
  const page = await read(`/staff/submissions/${entry}`);
  expect(hrefs(page.html, "What staff did here")).toEqual([`${PAGE}?subject=${entry}`]);
});

test("failed jobs and dead letters are listed, and a job runs again once for each press that counts", async () => {
  const [id, at] = [laterId(), now()];
  await inside.rows(
    `INSERT INTO jobs (id, type, submission_id, subject, state, last_error, created_at, updated_at)
     VALUES (?, 'mirror-drive', 'no-such', ?, 'failed', 'The drive is <full>', ?, ?)`,
    ...[id, id, at, at],
  );
  await inside.rows(
    "INSERT INTO dead_letters (job_id, body, reason, at) VALUES (?, '{\"version\":7}', 'unknown-version', ?)",
    ...[id, at],
  );
  const { text } = await read(`${PAGE}/jobs`);
  expect(text).toContain("Drive mirror");
  expect(text).toContain("The drive is <full>");
  expect(text).toContain("unknown-version");
  expect(text).toContain('{"version":7}');
  const { id: mailId, jobId } = await mail("failed");
  const press = () => staff.post(`${PAGE}/jobs`, { job: jobId });
  const replies = await Promise.all([press(), press(), press()]);
  const statuses = replies.map(({ status }) => status);
  const accepted = statuses.filter((status) => status === 302);
  expect(accepted.length).toBeGreaterThan(0);
  expect(statuses.filter((status) => status === 409)).toHaveLength(3 - accepted.length);
  // Without a mail server a job ends at once; a press after that counts anew, and is recorded, too.
  const sql = "SELECT staff_name FROM audit WHERE subject IN (?, ?)";
  const presses = accepted.map(() => ({ staff_name: "Trudi Trail" }));
  expect(await inside.rows(sql, jobId, mailId)).toEqual(presses);
  for (const job of ["", "x".repeat(200), "../x"])
    expect((await staff.post(`${PAGE}/jobs`, { job })).status).toBe(409);
});

test("a page of another site presses nothing here", async () => {
  const { jobId } = await mail("failed");
  const headers = { Origin: "https://evil.example" };
  const foreign = await staff.post(`${PAGE}/jobs`, { job: jobId }, headers);
  expect(foreign.status).toBe(403);
  const [job] = await inside.rows("SELECT state FROM jobs WHERE id = ?", jobId);
  expect(job?.state).toBe("failed");
  const nobody = await new Visitor().post(`${PAGE}/jobs`, { job: jobId });
  expect(nobody.headers.get("Location")).toContain("/staff/sign-in");
});

test("no page and no call shows staff the text of a secret mail, of whatever kind; it can still be sent again", async () => {
  const [submission] = await inside.rows("SELECT id FROM submissions LIMIT 1");
  const submissionId = submission ? { submissionId: String(submission.id) } : {};
  const MARK = "7K4P2-SECRET";
  const secret = { text: `The code is ${MARK}`, html: `<p>The code is ${MARK}</p>`, error: "550" };
  const ids = [];
  for (const kind of [...SECRET_KINDS, "of-a-later-version"])
    ids.push((await mail("failed", { ...secret, kind, ...submissionId })).id);
  const open = { text: "Stop: https://x.example/mail/7Z?exp=1&sig=SIGNED", html: "<p>Hi</p>" };
  const { id: openId } = await mail("failed", open);
  const pages = [PAGE, `${PAGE}/mails`, `${PAGE}/jobs`, "/staff", "/staff/queue.csv"];
  const calls = ["/api/mails", "/api/mails?state=failed", "/api/jobs"];
  const ofSubmission = submission ? [`/staff/submissions/${submission.id}`] : [];
  const ofMails = ids.flatMap((id) => [`${PAGE}/mails/${id}`, `${PAGE}/mails/${id}.data`]);
  for (const path of [...pages, ...calls, ...ofSubmission, ...ofMails]) {
    const reply = await staff.send(path);
    expect([path, reply.status]).toEqual([path, 200]);
    expect([path, (await reply.text()).includes(MARK)]).toEqual([path, false]);
  }
  const { html, text } = await read(`${PAGE}/mails/${ids[0]}`);
  expect(text).toContain("We don't show the text");
  expect(html).not.toContain("iframe");
  // A mail without secrets is shown, without the link that identifies its reader.
  const shown = await read(`${PAGE}/mails/${openId}`);
  expect(shown.text).toContain("Stop: https://x.example/mail/7Z");
  expect(shown.html).not.toContain("SIGNED");
  const repeated = await staff.post(`${PAGE}/mails/${ids[0]}`, { intent: "again" });
  expect(repeated.headers.get("Location")).toContain("?again");
});
