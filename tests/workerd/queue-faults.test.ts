import { afterAll, beforeAll, expect, test } from "vitest";
import { randomIds } from "~/platform/ids";
import { type AppStores, openAppStores, pollUntil } from "../support/app-stores";
import { createDraftAt, findDraftRow } from "../support/drafts";
import { findLogLines } from "../support/log-lines";
import type { Visitor } from "../support/visitor";

let inside: AppStores;
let visitor: Visitor;
let submissionId: string;
beforeAll(async () => {
  inside = await openAppStores();
  ({ visitor, submissionId } = await submitRelease());
});
afterAll(() => inside.close());

const newId = () => randomIds.next(new Date());
const message = (jobId: string) => ({ version: 1, jobId });
async function send(bodies: unknown[]): Promise<void> {
  const reply = await visitor.json("/sandbox/window/messages", { bodies });
  expect(await reply.json()).toEqual({ sent: bodies.length });
}
const findState = async (id: string) =>
  (await inside.rows("SELECT state FROM jobs WHERE id = ?", id))[0]?.state;
const findAttempts = (id: string) =>
  inside.rows("SELECT outcome, reason FROM job_events WHERE job_id = ? ORDER BY id", id);
const waitForJob = (id: string) =>
  pollUntil(async () => ((await findState(id)) === "done" ? true : undefined), 50);

/** A visitor whose submission has finished all its jobs. */
async function submitRelease(): Promise<{ visitor: Visitor; submissionId: string }> {
  // Its own address: more than three mails a day would be held.
  const visitor = await createDraftAt("review", { email: `${newId()}@example.com` });
  const { id } = await findDraftRow(inside, visitor);
  expect((await visitor.post("/submit/review", { intent: "submit" })).status).toBe(302);
  const [row] = await inside.rows("SELECT id FROM submissions WHERE draft_id = ?", id);
  const submissionId = String(row?.id);
  await pollUntil(async () => findLogLines({ event: "submission.settled", submissionId })[0]);
  return { visitor, submissionId };
}

/** One more job for a submission, of which the queue knows nothing. */
async function addJob(): Promise<string> {
  const id = newId();
  await inside.rows(
    `INSERT INTO jobs (id, type, submission_id, subject, created_at, updated_at)
     VALUES (?, 'sync-board', ?, ?, '2099-01-01', '2099-01-01')`,
    ...[id, submissionId, id],
  );
  return id;
}

test("while the database fails, the message is delivered again until it works", async () => {
  const id = await addJob();
  await inside.rows(
    `CREATE TRIGGER away_${id} BEFORE UPDATE ON jobs WHEN NEW.id = '${id}'
     BEGIN SELECT RAISE(ABORT, 'away on purpose'); END`,
  );
  await send([message(id)]);
  await pollUntil(async () => findLogLines({ event: "message.returned", jobId: id })[0]);
  expect(await findState(id)).toBe("waiting");
  await inside.rows(`DROP TRIGGER away_${id}`);
  await waitForJob(id);
  expect((await findAttempts(id)).map(({ outcome }) => outcome)).toEqual(["done"]);
});

test("the delay that the board demands is kept with a new message, and the log shows all of it", async () => {
  await inside.rows("UPDATE submissions SET monday_item_id = NULL WHERE id = ?", submissionId);
  const id = await addJob();
  await visitor.json("/sandbox/monday/fail", { mode: "rate-limit" });
  await send([message(id)]);
  await waitForJob(id);
  expect((await findAttempts(id)).map(({ outcome }) => outcome)).toEqual(["retry", "done"]);
  const lines = await pollUntil(async () => {
    const all = findLogLines({ jobId: id }).filter(({ event }) => event.startsWith("job."));
    return all.some(({ event }) => event === "job.done") ? all : undefined;
  });
  expect(lines.map(({ event }) => event)).toEqual([
    ...["job.started", "job.retry", "job.started", "job.done"],
  ]);
  for (const line of lines)
    expect(line).toMatchObject({
      submissionId,
      jobType: "sync-board",
      attempt: expect.any(Number),
    });
});

test("the log alone shows where a submission is, back to its request", async () => {
  // A new submission to which nothing unusual has happened.
  const { submissionId } = await submitRelease();
  const [recordedLine] = findLogLines({ event: "submission.recorded", submissionId });
  // A board sync runs again if the folder was created while it wrote.
  const untold = ["submission.recorded", "job.again"];
  const lines = findLogLines({ submissionId }).filter(({ event }) => !untold.includes(event));
  expect(new Set(lines.map(({ event }) => event))).toEqual(
    new Set([
      ...["job.started", "job.done", "board.item-created", "drive.file-mirrored", "mail.queued"],
      "submission.settled",
    ]),
  );
  for (const line of lines) expect(line.requestId).toBe(recordedLine?.requestId);
  for (const line of lines.filter(({ event }) => event !== "submission.settled"))
    expect(line).toMatchObject({
      jobId: expect.any(String),
      jobType: expect.any(String),
      attempt: 1,
    });
});
