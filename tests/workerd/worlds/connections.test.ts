import { afterEach, expect, test } from "vitest";
import { integrationNames, integrations } from "~/domain/review/integrations";
import { boardFields, defaultColumns } from "~/integrations/board/column-map";
import { writeDrill } from "~/observability/health/restore-drill.server";
import { signIn } from "../../support/accounts";
import { boardApp } from "../../support/board-app";
import { openForFile } from "../../support/open-for-file";
import { pageText } from "../../support/page-parts";
import { Visitor } from "../../support/visitor";

/* Uses its own app: the failures set here for third parties must not affect other tests' jobs. */

const app = await openForFile(boardApp);
afterEach(async () => {
  await app.reset();
  await app.config.delete("board-columns");
  await app.rows("DELETE FROM rate_windows");
});

const PAGE = "/staff/connections";
const COLUMNS = `${PAGE}/board`;
async function read(path: string) {
  const reply = await app.staff.send(path);
  return { status: reply.status, text: pageText(await reply.text()), headers: reply.headers };
}
/** Presses a button, and reads the resulting page. */
async function press(intent: string, path = PAGE, extraFields: Record<string, string> = {}) {
  const reply = await app.staff.post(path, { intent, ...extraFields });
  const to = reply.headers.get("Location");
  return to
    ? read(to)
    : { status: reply.status, text: pageText(await reply.text()), headers: reply.headers };
}
const auditEntries = () =>
  app.rows("SELECT action, subject, detail, staff_name FROM audit ORDER BY rowid DESC LIMIT 2");
const checks = (name: string) =>
  app.rows("SELECT ok, detail FROM health_checks WHERE integration = ? ORDER BY id DESC", name);

test("every integration has its state, its purpose and what is missing; nothing secret is shown", async () => {
  const reply = await app.staff.send(PAGE);
  const html = await reply.text();
  expect([reply.status, reply.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
  expect(html).not.toMatch(/<script(?! id="(?:post-once|local-times)")/);
  const text = pageText(html);
  for (const name of integrationNames) expect(text).toContain(integrations[name].title);
  expect(text).toContain("For the real service, set MONDAY_TOKEN , MONDAY_BOARD_ID");
  expect(text).toMatch(/Mail server Off .* Without it: Emails stay in the outbox/);
  expect(text).toContain("To set it up, set ACCESS_TEAM_DOMAIN , ACCESS_AUD");
  expect(html).not.toContain(app.secret());
});

test("the last drill says how old the copy was, and how long its restoration took", async () => {
  expect((await read(PAGE)).text).toContain("Nobody has tried to restore a backup yet");
  const drill = {
    ...{ at: "2026-11-28T05:00:00.000Z", copyAt: "2026-11-28T02:00:00.000Z", differences: 0 },
    ...{ restoreSeconds: 600, verifySeconds: 120, rows: 1_200, files: 34, bytes: 2_000_000 },
  };
  await writeDrill(app.config, drill);
  expect((await read(PAGE)).text).toMatch(
    /A backup can be restored\. Last tried on .*: 1200 rows and 34 files with 1\.9MB were back after 12 minutes\. What was sent in the last 3 hours before would be lost\./,
  );
  await writeDrill(app.config, { ...drill, differences: 1 });
  expect((await read(PAGE)).text).toContain("A restored backup was not the same.");
  await app.config.delete("restore-drill");
});

test.each(["board", "drive", "spotify", "images", "d1", "r2", "kv", "queue"] as const)(
  "a test of %s succeeds, is recorded, and has an audit entry",
  async (name) => {
    const { text, status } = await press(`test:${name}`);
    expect([status, text]).toEqual([200, expect.stringContaining("Tested just now: Working.")]);
    expect((await checks(name))[0]).toMatchObject({ ok: 1 });
    expect((await auditEntries())[0]).toMatchObject({
      action: "connection-tested",
      subject: name,
      staff_name: "Developer",
      detail: expect.stringMatching(/^Working: /),
    });
  },
);

test.each([
  ["board", "monday", { mode: "unauthorized" }, "Set MONDAY_TOKEN to a token"],
  ["board", "monday", { mode: "rate-limit" }, "Try again in 2 seconds."],
  ["board", "monday", { mode: "http-500" }, "The board cannot do that just now."],
  ["spotify", "spotify", { mode: "rate-limit" }, "Try again in 7 seconds."],
  ["spotify", "spotify", { mode: "unauthorized", times: 2 }, "Set SPOTIFY_CLIENT_ID"],
  ["drive", "drive", { mode: "too-many", call: "api" }, "Try again in 9 seconds."],
  ["drive", "drive", { mode: "no-permission", call: "api" }, "Make it a manager"],
  ["drive", "drive", { mode: "unauthorized", call: "api" }, "Set GOOGLE_SERVICE_ACCOUNT_EMAIL"],
])("where %s of %s fails with %j the page says %j", async (name, party, failure, expectedText) => {
  await app.staff.json(`/sandbox/${party}/fail`, failure);
  const { text } = await press(`test:${name}`);
  expect(text).toContain("Tested just now: Not working.");
  expect(text).toContain(expectedText);
  expect(text).not.toContain("ProbeError");
  expect((await checks(name))[0]).toMatchObject({ ok: 0 });
  await app.staff.json(`/sandbox/${party}/fail`, { mode: "none" });
  expect((await press(`test:${name}`)).text).toContain("Tested just now: Working.");
});

test("the drive's write test deletes its file, and says when it may not", async () => {
  const { text } = await press("write-test");
  expect(text).toContain("Written to just now: Working.");
  expect(text).toContain("was written, read back and deleted.");
  expect((await auditEntries())[0]).toMatchObject({ action: "drive-written-to" });
  await app.staff.json("/sandbox/drive/fail", { mode: "no-permission", call: "delete" });
  expect((await press("write-test")).text).toContain("what it deletes stays in the bin");
  await app.staff.json("/sandbox/drive/fail", { mode: "storage-quota", call: "start" });
  expect((await press("write-test")).text).toContain("Written to just now: Not working.");
});

test("a test mail without a mail server waits in the outbox; an invalid address is refused", async () => {
  const { text } = await press("test-mail", PAGE, { to: "ida@label.example" });
  expect(text).toContain("It waits in the outbox for ida@label.example");
  const [mail] = await app.rows("SELECT id, recipient FROM mail_outbox ORDER BY created_at DESC");
  expect((await auditEntries())[0]).toMatchObject({
    action: "test-mail-written",
    subject: mail?.id,
  });
  const refusal = await press("test-mail", PAGE, { to: "<b>nobody" });
  expect([refusal.status, refusal.text]).toEqual([400, expect.stringContaining("Type an email")]);
  expect(refusal.text).not.toContain("<b>");
  const thirdReply = await press("test-mail", PAGE, { to: "ida@label.example" });
  expect([thirdReply.status, thirdReply.headers.get("Retry-After")]).toEqual([
    429,
    expect.any(String),
  ]);
});

test("repeated tests have to wait, and the third party gets no calls meanwhile", async () => {
  for (let n = 0; n < 12; n++) expect((await press("test:kv")).status).toBe(200);
  const before = (await checks("kv")).length;
  const thirdReply = await press("test:kv");
  expect([thirdReply.status, thirdReply.headers.get("Retry-After")]).toEqual([
    429,
    expect.stringMatching(/^\d+$/),
  ]);
  expect(thirdReply.text).toContain("was tested too often just now");
  expect((await checks("kv")).length).toBe(before);
  expect((await press("test:r2")).status).toBe(200);
});

test.each(["test:nothing", "test:", "explode", "", "test:mail", "test:access"])(
  "a press of %j is refused: there is no such button, or nothing to test",
  async (intent) => {
    expect([400, 409]).toContain((await press(intent)).status);
  },
);

test("columns are read live; those with other ids are found by title and type, and saved", async () => {
  const { text } = await read(COLUMNS);
  expect(text).toContain(`has a column for each of the ${boardFields.length} fields`);
  const newColumns = [{ id: "text_7", title: "City", type: "text" }];
  await app.staff.json("/sandbox/monday/columns", { removed: ["city"], added: newColumns });
  expect((await read(COLUMNS)).text).toContain('Found "City" (text_7, text)');
  expect((await press("map", COLUMNS)).text).toContain("Saved.");
  expect(await app.config.get("board-columns")).toEqual({
    city: { id: "text_7", type: "text" },
  });
  expect((await auditEntries())[0]).toMatchObject({ action: "columns-mapped" });
  expect((await read(COLUMNS)).text).toContain("This mapping is in use.");
});

test("missing columns are made with their types and labels, and an item can be written then", async () => {
  const missingColumns = ["status", "city", "reply_due_date", "bio"];
  await app.staff.json("/sandbox/monday/columns", { removed: missingColumns });
  expect((await press("test:board")).text).toContain("it lacks 4 of");
  expect((await read(COLUMNS)).text).toContain("Create the 4 missing columns");
  expect((await press("make", COLUMNS)).text).toContain("4 columns were created");
  expect((await auditEntries()).map(({ action }) => action)).toEqual([
    "columns-mapped",
    "columns-made",
  ]);
  expect((await press("test:board")).text).toContain("with all of its columns.");
  const columnValues = { artistName: "Ada", city: "Cork", status: "Approved", bio: "Songs." };
  const item = { itemName: "Ada - Test", columnValues };
  expect((await app.staff.json("/api/monday/create-item", item)).status).toBe(200);
});

test("for an id that the board does not accept again, the board chooses the id", async () => {
  const newColumns = [{ id: "city", title: "Numbers", type: "numbers" }];
  await app.staff.json("/sandbox/monday/columns", { removed: ["city"], added: newColumns });
  expect((await read(COLUMNS)).text).toContain('Wrong type "Numbers" (city, numbers); it needs');
  expect((await press("make", COLUMNS)).text).toContain("1 column was created");
  expect(await app.config.get("board-columns")).toMatchObject({
    city: { id: expect.stringMatching(/^text_\d+$/) },
  });
});

test("a board without columns shows its message, and gets twenty of them with each press", async () => {
  const all = boardFields.map((field) => defaultColumns[field].id);
  const spare = ["files", "phone_number", "genre", "amount"];
  await app.staff.json("/sandbox/monday/columns", { removed: [...all, ...spare] });
  expect((await read(COLUMNS)).text).toContain('The board "Submissions" has no columns.');
  expect((await press("make", COLUMNS)).text).toContain("20 columns were created");
  expect((await press("make", COLUMNS)).text).toContain("20 columns were created");
  await press("make", COLUMNS);
  expect((await read(COLUMNS)).text).toContain("This mapping is in use.");
});

test("a refusal of the board is shown, and columns created before it are kept", async () => {
  await app.staff.json("/sandbox/monday/columns", { removed: ["bio", "city"] });
  await app.tell("fail", { mode: "rate-limit", call: "BoardColumns" });
  const refusal = await read(COLUMNS);
  expect([refusal.status, refusal.headers.get("Retry-After")]).toEqual([429, "2"]);
  expect(refusal.text).toContain("Read the board again");
  await app.tell("fail", { mode: "http-500", call: "CreateColumn" });
  const failure = await press("make", COLUMNS);
  expect([failure.status, failure.text]).toEqual([
    503,
    expect.stringContaining("No column was made."),
  ]);
  expect((await auditEntries())[0]).toMatchObject({ action: "columns-not-made" });
  expect((await press("make", COLUMNS)).text).toContain("2 columns were created");
});

const DASHBOARD = "/test-dashboard";
/** Presses a button of the test dashboard, without script. */
async function runTests(intent: string, extraFields: Record<string, string> = {}) {
  const reply = await app.staff.post(DASHBOARD, { intent, artistName: "Ada", ...extraFields });
  const html = await reply.text();
  return { status: reply.status, html, text: pageText(html) };
}

test("the test dashboard runs every test without script, by the API itself", async () => {
  const reply = await app.staff.send(DASHBOARD);
  expect([reply.status, reply.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
  expect(pageText(await reply.text())).toContain("Nothing has been tested yet.");
  const fields = { releaseTitle: `T${Date.now()}`, country: "Ireland", releaseType: "ep" };
  const { text, html } = await runTests("all", fields);
  expect(text.match(/SUCCESS [A-Z]/g)).toHaveLength(6);
  expect(text).toContain("Connected as Sandbox user of Sandbox");
  expect(text).toMatch(/Create a board item: Item \d+ is on the board/);
  expect(text).not.toContain("FAILED");
  expect(html).toContain(`value="${fields.releaseTitle}"`);
  const items = await app.held<{ id: string | number; name: string }>("items");
  const item = items.find(({ name }) => name === `Test: Ada - ${fields.releaseTitle}`);
  expect(item).toBeDefined();
  // Only the item's id: its name identifies an artist, and would stay in the audit trail for good.
  const sql = "SELECT subject, detail FROM audit WHERE action = 'board-item-made'";
  expect(await app.rows(sql)).toContainEqual({ subject: String(item?.id), detail: null });
  // These tests have audit entries as well.
  expect((await auditEntries())[0]).toMatchObject({ action: "connection-tested" });
});

test("a failed test says FAILED with the specified words, and earlier results stay", async () => {
  await app.tell("fail", { mode: "unauthorized", call: "TestConnection" });
  const { text, html } = await runTests("board");
  expect(text).toContain("FAILED Task board connection: Connection test failed");
  const [, results = ""] = /name="results" value="([^"]*)"/.exec(html) ?? [];
  const earlierResults = results.replaceAll("&quot;", '"').replaceAll("&#x27;", "'");
  const next = await runTests("health", { results: earlierResults });
  expect(next.text).toMatch(/SUCCESS Server health: .* FAILED Task board connection/);
  expect((await runTests("health", { results: "{nope" })).text).toContain("SUCCESS Server health");
  for (const intent of ["", "explode"]) expect((await runTests(intent)).status).toBe(400);
  expect((await runTests("item", { city: "x".repeat(5_000) })).status).toBe(400);
});

test("calls that test a connection are limited, too", async () => {
  const call = () => app.staff.send("/api/monday/test-connection");
  const replies = await Promise.all(Array.from({ length: 20 }, call));
  const statuses = replies.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(12);
  expect(statuses.filter((status) => status === 429)).toHaveLength(8);
  expect(replies.find(({ status }) => status === 429)?.headers.get("Retry-After")).toMatch(/^\d+$/);
  // Only the calls that were made have audit entries.
  const condition = "staff_name = 'Developer' AND detail = 'By a call of the API.'";
  const sql = `SELECT count(*) AS times FROM audit WHERE ${condition} AND subject = 'board'`;
  const [before] = await app.rows(sql);
  await app.rows("DELETE FROM rate_windows");
  expect((await call()).status).toBe(200);
  const [after] = await app.rows(sql);
  expect(Number(before?.times)).toBeGreaterThanOrEqual(12);
  expect(Number(after?.times)).toBe(Number(before?.times) + 1);
});

test.each([
  [PAGE, "health_checks"],
  ["/staff/incidents", "incidents"],
  ["/staff/errors/01KATVC1DX7MN6G1RY7RQ8248Q", "error_reports"],
])("when %s cannot read %s it answers 503, and says how to try again", async (path, table) => {
  await app.rows(`ALTER TABLE ${table} RENAME TO taken_away`);
  try {
    const { status, text } = await read(path);
    expect(status).toBe(503);
    expect(text).toContain("We can't read this page's data just now. Try again in a minute.");
    expect(text).toContain("Try again");
  } finally {
    await app.rows(`ALTER TABLE taken_away RENAME TO ${table}`);
  }
  expect((await read(PAGE)).status).toBe(200);
});

test("presses and sign-ins that cannot be stored are answered with 503, too", async () => {
  const NOT_NOW = "We can't read this page's data just now. Try again in a minute.";
  const member = new Visitor(app.staff.base);
  expect((await signIn(member, {}, app)).status).toBe(302);
  const page = "/staff/sign-in";
  // Without this header the app treats a call as the developer's, and requires no session.
  const headers = { "CF-Ray": "1" };
  await app.rows("ALTER TABLE health_checks RENAME TO checks_away");
  await app.rows("ALTER TABLE staff_sessions RENAME TO sessions_away");
  try {
    const failure = await press("test:d1");
    expect(failure).toMatchObject({ status: 503, text: expect.stringContaining(NOT_NOW) });
    for (const reply of [await member.send(page, { headers }), await signIn(member, {}, app)]) {
      expect(reply.status).toBe(503);
      expect(pageText(await reply.text())).toContain(NOT_NOW);
    }
  } finally {
    await app.rows("ALTER TABLE checks_away RENAME TO health_checks");
    await app.rows("ALTER TABLE sessions_away RENAME TO staff_sessions");
  }
  expect((await press("test:d1")).text).toContain("Tested just now: Working.");
});
