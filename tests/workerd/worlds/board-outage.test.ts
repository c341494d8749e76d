import { afterAll, beforeAll, expect, test } from "vitest";
import { pollUntil } from "../../support/app-stores";
import { type BoardApp, boardApp } from "../../support/board-app";
import { createDraftAt } from "../../support/draft-at";
import { waitForOutput } from "../../support/find-log-lines";
import { pageText } from "../../support/page-text";
import { Visitor } from "../../support/visitor";

let app: BoardApp;
beforeAll(async () => {
  app = await boardApp();
});
afterAll(() => app.close());

const TITLE = "Something does not answer: board";

/** What the sweep finds out about third parties, and what it says of that. */
const sweep = () => app.staff.json("/sandbox/sweep", { only: ["third-parties", "alerts"] });
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

test("an outage of the board is told of once, shown, silenced, over, and said to be over", async () => {
  await app.tell("fail", { mode: "http-500", times: 10_000 });
  const { id, jobId } = await app.submitted();
  await sweep();
  expect(await mails()).toEqual([]);
  await sweep();
  await sweep();
  expect(await mails()).toEqual([TITLE]);
  expect(await page("/staff/incidents")).toMatch(
    /Something does not answer: board board has failed twice/,
  );
  expect(await page("/staff/connections")).toContain("500");
  expect(await health()).toMatchObject({ status: "degraded" });
  expect(await page("/analytics")).toContain("Something does not answer: board");

  expect((await press("silence")).headers.get("Location")).toBe("/staff/incidents?silenced");
  expect(await page("/staff/incidents")).toContain("Silenced by");
  expect((await press("hear")).headers.get("Location")).toBe("/staff/incidents?heard");
  expect((await press("hear")).status).toBe(409);
  expect((await press("shout")).status).toBe(400);

  await app.tell("fail", { mode: "none" });
  await sweep();
  expect(await page("/staff/incidents")).toContain("Nothing is wrong.");
  expect(await health()).toMatchObject({ status: "healthy", issues: [] });
  expect(await mails()).toEqual([TITLE]);
  // Half an hour passes.
  await app.rows("UPDATE incidents SET closed_at = '2026-01-01T00:00:00.000Z' RETURNING id");
  await sweep();
  await sweep();
  expect(await mails()).toEqual([TITLE, `Over: ${TITLE}`]);
  // The artist's release is on the board all the same.
  await app.jobIs(jobId, "done");
  await app.theOne(id);
});

test("what time alone brings about is written down line by line: warnings, reminders, what is late or held", async () => {
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
  // A songwriter has said nothing for ten days.
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
  // As if it had held the job for too long, and another had it by now.
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
