import { beforeEach, expect, test } from "vitest";
import { pollUntil } from "../../support/app-stores";
import { boardApp } from "../../support/board-app";
import { createDraftAt } from "../../support/drafts";
import { waitForOutput } from "../../support/log-lines";
import { openForFile } from "../../support/open-for-file";
import { fieldValue, pageText } from "../../support/page-parts";
import { Visitor } from "../../support/visitor";
import { createTestLink } from "../../support/visitors";

const app = await openForFile(boardApp);
beforeEach(() => app.reset());

/* The test of the outage must come first, because it counts the mails to staff. */

const TITLE = "Task board (monday.com) isn't answering";

/** Runs the sweep's check of the board and its alerts. */
const sweep = () => app.staff.json("/sandbox/sweep", { only: ["board-check", "alerts"] });
const mails = async () => {
  const sql = "SELECT subject FROM mail_outbox WHERE kind = 'staff-alert' ORDER BY created_at";
  return (await app.rows(sql)).map(({ subject }) => subject);
};
const page = async (path: string) => pageText(await (await app.staff.send(path)).text());
const health = async () => {
  const reply = await app.staff.send("/api/analytics/dashboard?hours=1");
  return ((await reply.json()) as { systemHealth: object }).systemHealth;
};
const press = async (intent: string) => {
  const [incident] = await app.rows("SELECT id FROM incidents");
  return app.staff.post("/staff/incidents", { intent, incident: String(incident?.id) });
};

test("an outage of the board is alerted once, shown, silenced, and reported as over", async () => {
  await app.tell("fail", { mode: "http-500", times: 10_000 });
  const { id, jobId } = await app.submitted();
  // The job's own call is the first that fails.
  const failed = "SELECT id FROM health_checks WHERE integration = 'board' AND ok = 0";
  await pollUntil(async () => (await app.rows(failed))[0]);
  await app.staff.json("/sandbox/sweep", { only: ["alerts"] });
  expect(await mails()).toEqual([]);
  await sweep();
  await sweep();
  expect(await mails()).toEqual([TITLE]);
  expect(await page("/staff/incidents")).toContain(
    `${TITLE} Task board (monday.com) has failed two checks in a row.`,
  );
  expect(await page("/staff/connections")).toContain("500");
  expect(await health()).toMatchObject({ status: "degraded" });
  expect(await page("/analytics")).toContain(TITLE);

  expect((await press("silence")).headers.get("Location")).toBe("/staff/incidents?silenced");
  expect(await page("/staff/incidents")).toContain("Silenced by");
  expect((await press("hear")).headers.get("Location")).toBe("/staff/incidents?heard");
  expect((await press("hear")).status).toBe(409);
  expect((await press("shout")).status).toBe(400);

  await app.tell("fail", { mode: "none" });
  await sweep();
  expect(await page("/staff/incidents")).toContain("Everything is working.");
  expect(await health()).toMatchObject({ status: "healthy", issues: [] });
  expect(await mails()).toEqual([TITLE]);
  // Half an hour passes.
  await app.rows("UPDATE incidents SET closed_at = '2026-01-01T00:00:00.000Z' RETURNING id");
  await sweep();
  await sweep();
  expect(await mails()).toEqual([TITLE, `Over: ${TITLE}`]);
  // The artist's release still reaches the board.
  await app.jobIs(jobId, "done");
  await app.theOne(id);
});

test("time-based events are logged one by one: warnings, reminders, overdue replies, held mails", async () => {
  const { id, jobId } = await app.submitted();
  await app.jobIs(jobId, "done");
  const itemId = await app.theOne(id);
  const soon = new Date(Date.now() + 86_400_000).toISOString();
  const past = new Date(Date.now() - 10 * 86_400_000).toISOString();
  await createDraftAt("music", {}, new Visitor(app.staff.base));
  await app.rows("UPDATE drafts SET expires_at = ? WHERE submitted_at IS NULL RETURNING id", soon);
  await app.rows("UPDATE submissions SET reply_due_at = ? WHERE id = ? RETURNING id", past, id);
  await app.staff.json("/sandbox/sweep", { only: ["warnings", "overdue"] });
  expect((await app.staff.json("/api/file-links/end", { submissionId: id })).status).toBe(200);
  // A rejection on the board without the reason that goes with it.
  await app.staff.json("/sandbox/monday/change", {
    itemId,
    values: { status: { label: "Rejected" } },
  });
  await app.staff.json("/sandbox/sweep", { only: ["board"] });
  // A songwriter has not answered for ten days.
  const inProgress = "UPDATE submissions SET status = 'in progress' WHERE id = ? RETURNING id";
  await app.rows(inProgress, id);
  await app.rows(
    `INSERT INTO split_confirmations (id, submission_id, track_id, songwriter_id, name, email, share,
      split, split_hash, letter_id, token_hash, state, created_at, updated_at)
     VALUES ('S1', ?, 'track-1', 'writer-1', 'Ada', 'ada@example.com', 100, '["Night Ferry"]', 'h', 'L1', 't', 'waiting', ?, ?)`,
    ...[id, past, past],
  );
  // The first sweep cannot read its table, and the next one does.
  await app.rows("ALTER TABLE split_confirmations RENAME TO taken_away");
  await app.staff.json("/sandbox/sweep", { only: ["splits"] });
  await app.rows("ALTER TABLE taken_away RENAME TO split_confirmations");
  await app.staff.json("/sandbox/sweep", { only: ["splits"] });
  const events = [
    "draft.warned",
    "reply.overdue",
    "links.ended",
    "status.held",
    "sweep.failed",
    "split.reminded",
  ];
  await waitForOutput(app.output, ...events.map((event) => `"event":"${event}"`));
});

test("a worker that is overtaken says that its job is lost", async () => {
  // As if its lease had run out and another worker had the job by now.
  await app.rows(
    `CREATE TRIGGER overtaken AFTER UPDATE ON jobs
     WHEN NEW.type = 'sync-board' AND NEW.state = 'running'
       AND NOT EXISTS (SELECT 1 FROM jobs WHERE lease_token = 'another')
     BEGIN UPDATE jobs SET lease_token = 'another' WHERE id = NEW.id; END`,
  );
  const { id, jobId } = await app.submitted();
  const jobLost = async () => (app.output().includes('"event":"job.lost"') ? true : undefined);
  await pollUntil(jobLost, 60);
  await app.rows("DROP TRIGGER overtaken");
  await app.rows(
    "UPDATE jobs SET state = 'waiting', lease_token = NULL, lease_until = NULL WHERE id = ? RETURNING id",
    jobId,
  );
  await app.staff.json("/sandbox/window/messages", { bodies: [{ version: 1, jobId }] });
  await app.jobIs(jobId, "done");
  await app.theOne(id);
});

const call = async (body: unknown, visitor = app.staff) => {
  const reply = await visitor.json("/api/monday/create-item", body);
  return { status: reply.status, reply, body: (await reply.json()) as Record<string, unknown> };
};
const formData = { artistName: "Ada", email: "ada@example.com", city: "Cork", releaseType: "lp" };
const additionalData = { mainFolderUrl: "https://drive.example/x" };

test("staff make an item by a call, and the same call twice makes one", async () => {
  const request = { itemName: `Ada - ${crypto.randomUUID()}`, formData, additionalData };
  const first = await call(request);
  const itemId = (first.body.data as { itemId: string }).itemId;
  expect(first).toMatchObject({
    status: 200,
    body: {
      success: true,
      data: { itemId, mondayItems: [{ id: itemId, name: request.itemName }] },
    },
  });
  expect((await call(request)).body).toEqual(first.body);
  const items = await app.held<{ id: string; name: string; column_values: object }>("items");
  expect(items.filter(({ name }) => name === request.itemName)).toMatchObject([
    {
      column_values: {
        artist_name: "Ada",
        release_type: { label: "Album" },
        folder_link: { url: "https://drive.example/x", text: "Folder" },
      },
    },
  ]);
});

/** What a call in invitation mode adds to its form data. */
async function invitationFor(mondayItemId: string) {
  const columns = { monday_item_id: mondayItemId };
  const { token: invitationToken } = await createTestLink("invited", { store: app.look, columns });
  return { invitationToken, mondayItemId };
}

test("an invitation's call updates its item and creates none", async () => {
  const name = `Ada - ${crypto.randomUUID()}`;
  const { body } = await call({ itemName: name, formData });
  const { itemId } = body.data as { itemId: string };
  const before = (await app.held("items")).length;
  const invitation = await invitationFor(itemId);
  const request = { itemName: name, formData: { ...formData, ...invitation, city: "Paris" } };
  expect((await call(request)).body).toMatchObject({ success: true, data: { itemId } });
  const items = await app.held<{ id: string; column_values: object }>("items");
  expect(items).toHaveLength(before);
  expect(items.find(({ id }) => id === itemId)?.column_values).toMatchObject({ city: "Paris" });
});

test.each([
  [{}, 400, "These fields are missing or malformed: itemName."],
  [{ itemName: "A" }, 400, "This call needs formData or columnValues."],
  [
    { itemName: "A", formData: { ...formData, invitationToken: "t" } },
    400,
    "An invitation's call needs mondayItemId.",
  ],
  [
    { itemName: "A", columnValues: { shoe: "9" } },
    400,
    "The board has no fields for these keys: shoe.",
  ],
  [
    { itemName: "A", formData: { ...formData, invitationToken: "t", mondayItemId: "9" } },
    404,
    "Invalid invitation token",
  ],
])("%j is refused with %d: %s", async (body, status, error) => {
  expect(await call(body)).toMatchObject({ status, body: { success: false, error } });
});

test("an invitation's call for an item that is gone says what failed", async () => {
  const invitationForm = { ...formData, ...(await invitationFor("999999")) };
  expect(await call({ itemName: "A", formData: invitationForm })).toMatchObject({
    status: 502,
    body: { success: false, error: "Failed to update monday.com entry via invitation" },
  });
});

test("the board's refusals and limits are passed on, with the column or the waiting time", async () => {
  const text = "Failed to create monday.com entry";
  await app.tell("columns", { removed: ["city"] });
  expect(await call({ itemName: "A", formData })).toMatchObject({
    status: 502,
    body: { error: text, details: expect.stringContaining("no column city (city)") },
  });
  await app.tell("columns", { removed: [] });
  await app.tell("fail", { mode: "complexity" });
  const refusal = await call({ itemName: "A", formData: { ...formData, bio: "x" } });
  expect(refusal).toMatchObject({ status: 429, body: { success: false, error: text } });
  expect(refusal.reply.headers.get("Retry-After")).toBe("2");
});

test("staff see the token's owner and the columns that the board lacks", async () => {
  const read = async (path: string) => (await app.staff.send(path)).json();
  expect(await read("/api/monday/test-connection")).toMatchObject({
    success: true,
    data: { user: "Sandbox user", apiVersion: "2026-10" },
  });
  await app.tell("columns", { removed: ["bio"] });
  expect(await read("/api/monday/columns")).toMatchObject({
    data: { missing: [{ id: "bio", type: "long_text" }] },
  });
});

const INVITE = "/staff/links/invitation";
const fillIn = async (boardItemId: string, extraFields: Record<string, string> = {}) => {
  const reply = await app.staff.post(INVITE, { intent: "fill", boardItemId, ...extraFields });
  const html = await reply.text();
  const readField = (name: string) => fieldValue(html, name);
  return { status: reply.status, text: pageText(html), shown: readField };
};

test("an invitation's form is prefilled from a board item, and typed values stay", async () => {
  const artist = {
    artistName: "Marit Sund",
    firstName: "Marit",
    surname: "Sundvold",
    country: "Norway",
    email: "marit@example.com",
    city: "Bergen",
    instagramProfile: "https://instagram.com/marit",
    listenLink: "https://x.example/demo",
  };
  const itemReply = await call({ itemName: "Marit - Demo", formData: { ...formData, ...artist } });
  const { itemId } = itemReply.body.data as { itemId: string };
  const formPage = await fillIn(itemId, { city: "Oslo" });
  expect([formPage.status, formPage.text]).toEqual([
    200,
    expect.stringContaining('Filled in from "Marit - Demo". What you typed yourself'),
  ]);
  for (const [name, text] of Object.entries({ ...artist, city: "Oslo", boardItemId: itemId }))
    expect([name, formPage.shown(name)]).toEqual([name, text]);
  const repeated = await fillIn(itemId, { ...artist, tiktokProfile: "x", spotifyProfile: "y" });
  expect(repeated.text).toContain("has nothing to add to what you typed");
});

test.each([
  ["none", "", 400, "Type the number of an item on the board"],
  ["none", "12a", 400, "Type the number of an item on the board"],
  ["none", "999999", 404, "The board has no item with this number"],
  ["unauthorized", "77", 502, "The board refused the token"],
  ["complexity", "77", 502, "The board takes no more calls just now. Try again in"],
])(
  "filling in with the board at %s from item '%s' says why not (%d)",
  async (mode, id, status, text) => {
    await app.tell("fail", { mode });
    const formPage = await fillIn(id, { artistName: "Marit <Sund>", city: "Bodø" });
    expect([formPage.status, formPage.text]).toEqual([status, expect.stringContaining(text)]);
    expect([formPage.shown("city"), formPage.shown("boardItemId")]).toEqual(["Bodø", id]);
  },
);
