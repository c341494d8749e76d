import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { mailboxKey } from "~/domain/mail/mailbox";
import { mailStatements } from "~/domain/mail/outbox.server";
import { predictOutcomes } from "~/domain/mail/predict-mail.server";
import { boardChangeMail } from "~/domain/mail/status-mail";
import { assignItem, unassignItem, writeNote } from "~/domain/review/assign-item.server";
import { type DecideDeps, decide } from "~/domain/review/decide.server";
import { findReviewItem } from "~/domain/review/queue.server";
import { loadStatusHistory } from "~/domain/review/status-history.server";
import type { ApplyDeps, BoardStatus } from "~/domain/submission/record/board-status.server";
import {
  findSubmission,
  knownBoardStatuses,
} from "~/domain/submission/record/submission-store.server";
import { jobHistory } from "~/jobs/job-history.server";
import { randomIds } from "~/platform/ids";
import type { Staff } from "~/platform/principal";
import { setBoardStatus } from "../../../workers/jobs/set-board-status";
import { pullBoardStatuses } from "../../../workers/jobs/sweep/board-part";
import type { SweepDeps } from "../../../workers/jobs/sweep/sweep-deps";
import { changeItem } from "../../../workers/sandbox/monday-store";
import { staffPrincipal } from "../../support/accounts";
import { type BoardJobFixture, createBoardJobFixture } from "../../support/board-job-fixture";
import { newsOf } from "../../support/jobs-fixture";

const bo: Staff = { kind: "staff", id: "01KBO", name: "Bo Lind" };
const brand = { name: "Mahogany", supportEmail: "help@label.example", deliveryWeeks: 4 };
const rules = { site: "https://submit.example.com", secret: "s".repeat(32), dailyLimit: 50 };

let board: BoardJobFixture;
let deps: DecideDeps;
let time = new Date("2026-11-23T12:00:00Z");
const clock = () => {
  time = new Date(time.getTime() + 1_000);
  return time;
};
beforeAll(async () => {
  board = await createBoardJobFixture();
  const { db } = board.fixture;
  deps = {
    db,
    clock,
    ids: randomIds,
    brand,
    site: rules.site,
    hasBoard: true,
    mailRules: rules,
    accountPart: async () => ({ jobIds: [], statements: [] }),
  };
});
afterAll(() => board.close());
beforeEach(() => board.reset());

/** A submission that is on the board. */
async function onBoard() {
  const { submission, sync } = await board.recorded();
  await board.fixture.db.run(
    sql`UPDATE submissions SET status_history = '[{"status":"pending","at":"2026-11-21T12:00:00.000Z"}]' WHERE id = ${submission}`,
  );
  await board.run(sync);
  return submission;
}

async function item(id: string) {
  const reviewItem = await findReviewItem(deps.db, id);
  if (!reviewItem) throw new Error("It is not in the queue.");
  return reviewItem;
}

/** A decision based on the state that a person has seen. */
async function setStatus(
  id: string,
  status: "approved" | "rejected" | "processing",
  reason = "",
  actor = staffPrincipal,
) {
  const seenItem = await item(id);
  return () =>
    decide(
      deps,
      seenItem,
      { decision: { status, reason }, seen: seenItem },
      { by: actor, requestId: "R" },
    );
}

const mails = (id: string) =>
  deps.db.all<{ subject: string; text: string }>(
    sql`SELECT subject, text_body AS text FROM mail_outbox WHERE submission_id = ${id}`,
  );
const auditEntries = (id: string) =>
  deps.db.all(
    sql`SELECT action, staff_name AS name, detail FROM audit WHERE subject = ${id} ORDER BY rowid`,
  );

test("a decision writes status, history, mail, the board's job and the trail, all at once", async () => {
  const id = await onBoard();
  const result = await (await setStatus(id, "rejected", "Too <b>loud</b>"))();
  expect(result).toMatchObject({
    kind: "decided",
    jobIds: [expect.any(String)],
    heldJobIds: [expect.any(String)],
  });
  expect((await loadStatusHistory(deps.db, await item(id))).at(-1)).toMatchObject({
    status: "rejected",
    reason: "Too <b>loud</b>",
    by: "Ada Berg",
  });
  expect(await mails(id)).toEqual([
    {
      subject: expect.stringContaining("not approved"),
      text: expect.stringContaining("Too <b>loud</b>"),
    },
  ]);
  expect(await auditEntries(id)).toEqual([
    { action: "status-set", name: "Ada Berg", detail: "Rejected: Too <b>loud</b>" },
  ]);
});

test("of two simultaneous decisions one counts; the other person is told who decided, and nothing is written", async () => {
  const id = await onBoard();
  const both = [await setStatus(id, "approved"), await setStatus(id, "rejected", "No", bo)];
  const results = await Promise.all(both.map((decide) => decide()));
  const kinds = results.map(({ kind }) => kind).sort();
  expect(kinds).toEqual(["changed", "decided"]);
  const winner =
    results[0]?.kind === "decided"
      ? { status: "approved", by: "Ada Berg" }
      : { status: "rejected", by: "Bo Lind" };
  expect(results.find(({ kind }) => kind === "changed")).toMatchObject({ last: winner });
  expect(await item(id)).toMatchObject({ status: winner.status, revision: 2 });
  expect([(await mails(id)).length, (await auditEntries(id)).length]).toEqual([1, 1]);
  const jobs = await deps.db.all(
    sql`SELECT type FROM jobs WHERE submission_id = ${id} AND type IN ('set-board-status', 'send-mail')`,
  );
  expect(jobs).toHaveLength(2);
});

test("a decision that one person posts twice counts once, and both posts get one answer", async () => {
  const id = await onBoard();
  const twice = await setStatus(id, "rejected", "No");
  const results = await Promise.all([twice(), twice()]);
  expect(results.map(({ kind }) => kind).sort()).toEqual(["decided", "repeated"]);
  // Also where the second post read the entry after the first.
  const seen = { id, revision: 1 };
  const repeat = async (reason: string, by: Staff) =>
    decide(
      deps,
      await item(id),
      { decision: { status: "rejected", reason }, seen },
      { by, requestId: "R" },
    );
  results.push(await repeat("No", staffPrincipal));
  expect(results.map((result) => "mail" in result && result.mail)).toEqual(
    Array(3).fill("waiting"),
  );
  expect([(await mails(id)).length, (await auditEntries(id)).length]).toEqual([1, 1]);
  // Another reason is another decision, which its own author is told of; so is a colleague's.
  expect(await repeat("Never", staffPrincipal)).toMatchObject({
    kind: "changed",
    last: { isOwn: true },
  });
  const namesake = { ...bo, name: staffPrincipal.name };
  expect(await repeat("No", namesake)).toMatchObject({ kind: "changed", last: { isOwn: false } });
});

test("the result says what the batch did with the mail, with a job only if there is a mail", async () => {
  const id = await onBoard();
  const { email } = await item(id);
  const choose = (statuses: boolean) =>
    deps.db.run(sql`INSERT OR REPLACE INTO artists (id, artist_id, code_mark, email, profile,
      mail_choices, created_at, updated_at) VALUES ('01A', 'A-1', 'x', ${email}, '{}',
      json_object('statuses', json(${String(statuses)})), '', '')`);
  const stop = (stoppedAt: string | null) =>
    deps.db.run(sql`INSERT OR REPLACE INTO mail_addresses (address, stopped_at, created_at)
      VALUES (${mailboxKey(email)}, ${stoppedAt}, '')`);
  const rules = { dailyLimit: 50 };
  const letter = { recipient: email, submissionId: id };
  const foretold = async () =>
    (await predictOutcomes(deps.db, "status-change", [letter], rules, time))[0];
  const decideOn = async (status: "approved" | "processing" | "rejected") => {
    const fate = await foretold();
    const result = await (await setStatus(id, status, "Why"))();
    if (result.kind !== "decided") throw new Error(result.kind);
    const jobIds = [...result.jobIds, ...result.heldJobIds];
    const [jobs] = await deps.db.all<{ n: number }>(
      sql`SELECT count(*) AS n FROM jobs WHERE id IN (SELECT value FROM json_each(${JSON.stringify(jobIds)}))`,
    );
    return [fate, result.mail, jobIds.length, jobs?.n];
  };
  await choose(false);
  expect(await decideOn("approved")).toEqual(["unwanted", "unwanted", 1, 1]);
  await choose(true);
  expect(await decideOn("processing")).toEqual(["waiting", "waiting", 2, 2]);
  await stop("2026-11-22T12:00:00.000Z");
  expect(await decideOn("rejected")).toEqual(["stopped", "stopped", 2, 2]);
  await stop(null);
  expect(await mails(id)).toHaveLength(2);
});

test("the current status is not set again", async () => {
  const id = await onBoard();
  await (await setStatus(id, "processing"))();
  expect(await (await setStatus(id, "processing"))()).toEqual({ kind: "same" });
  expect(await mails(id)).toHaveLength(1);
});

/** Runs the job that tells the board. */
async function runBoardJob(id: string) {
  const itemBoard = board.fixture.board({ now: clock });
  const job = setBoardStatus({ db: deps.db, board: itemBoard, now: clock });
  return job.run({ submissionId: id, subject: "x", jobId: "J", renew: async () => {} });
}

/** The sweep, when the board says this. @returns the statuses whose mail it wrote. */
async function sweep(boardStatuses: BoardStatus[]) {
  const mailedStatuses: string[] = [];
  const calls = {
    boardNews: async () => newsOf(boardStatuses),
    statusMail: ((change, condition, now) => {
      mailedStatuses.push(change.status);
      return mailStatements(deps.db, boardChangeMail(change, brand, rules.site), rules, {
        now,
        ids: randomIds,
        when: condition,
      });
    }) satisfies ApplyDeps["statusMail"],
    accountPart: async () => ({ jobIds: [], statements: [] }),
    sendJobs: async () => {},
  };
  await pullBoardStatuses({
    db: deps.db,
    log: () => {},
    now: clock,
    calls,
  } as unknown as SweepDeps);
  return mailedStatuses;
}

const findItemId = async (id: string) => (await findSubmission(deps.db, id))?.boardItemId ?? "";

test("the board shows what was decided, with its reason, and loses that of an earlier decision", async () => {
  const id = await onBoard();
  await (await setStatus(id, "rejected", "Too loud"))();
  expect(await runBoardJob(id)).toEqual({ kind: "done" });
  const readBoardValues = async () =>
    (await board.items()).find(({ id: itemId }) => itemId === boardItemId)?.column_values;
  const boardItemId = await findItemId(id);
  expect(await readBoardValues()).toMatchObject({
    status: { label: "Rejected" },
    status_reason: { text: "Too loud" },
  });
  await (await setStatus(id, "approved"))();
  await runBoardJob(id);
  expect(await readBoardValues()).toMatchObject({ status: { label: "Approved" } });
  expect((await readBoardValues())?.status_reason ?? null).toBeNull();
});

test("the sweep never takes back what was decided here, before and after the board knows it", async () => {
  const id = await onBoard();
  const itemId = await findItemId(id);
  const readAt = clock();
  await (await setStatus(id, "approved"))();
  // The board was asked before, or has not heard of it yet.
  for (const readTime of [readAt, clock()])
    expect(await sweep([{ itemId, status: "pending", readAt: readTime }])).toEqual([]);
  await runBoardJob(id);
  // An answer from before that is late.
  expect(await sweep([{ itemId, status: "pending", readAt, changedAt: readAt }])).toEqual([]);
  expect(await sweep([{ itemId, status: "approved", readAt: clock() }])).toEqual([]);
  expect(await item(id)).toMatchObject({ status: "approved", revision: 2 });
  expect((await knownBoardStatuses(deps.db, [itemId])).get(itemId)?.status).toBe("approved");
});

test("what staff change on the board afterwards is taken over, and told once", async () => {
  const id = await onBoard();
  const itemId = await findItemId(id);
  await (await setStatus(id, "approved"))();
  await runBoardJob(id);
  await changeItem(board.fixture.sandboxDb, itemId, { status: { label: "Processing" } }, clock());
  const boardStatuses = [{ itemId, status: "Processing", changedAt: clock(), readAt: clock() }];
  expect(await sweep(boardStatuses)).toEqual(["processing"]);
  expect(await sweep(boardStatuses)).toEqual([]);
  expect(await item(id)).toMatchObject({ status: "processing", revision: 3 });
});

test("the same status set here and on the board is one change with one mail", async () => {
  const id = await onBoard();
  const itemId = await findItemId(id);
  await (await setStatus(id, "approved"))();
  expect(await sweep([{ itemId, status: "approved", readAt: clock() }])).toEqual([]);
  expect(await sweep([{ itemId, status: "approved" }])).toEqual([]);
  expect(await item(id)).toMatchObject({ revision: 2 });
  expect(await mails(id)).toHaveLength(1);
});

test("a status waits for an item that is still to be created, and is not sent without one", async () => {
  const { submission: id } = await board.recorded();
  expect(await runBoardJob(id)).toMatchObject({ kind: "retry", reason: "no-item-yet" });
  await deps.db.run(sql`UPDATE jobs SET state = 'failed' WHERE submission_id = ${id}`);
  expect(await runBoardJob(id)).toEqual({ kind: "done", reason: "no-item" });
});

test("an entry of the waiting list waits for its item, too, and its page tells of its jobs", async () => {
  const id = "01WAITSFORITEM";
  const timestamp = clock().toISOString();
  await deps.db.run(
    sql`INSERT INTO waiting_list (id, reference, artist_name, email, listen_link, artist_data,
      status_history, reply_due_at, created_at, updated_at)
      VALUES (${id}, 'W-1', 'Ada', 'ada@x.example', 'https://x.example', '{}', '[]', ${timestamp}, ${timestamp}, ${timestamp})`,
  );
  await deps.db.run(
    sql`INSERT INTO jobs (id, submission_id, type, subject, request_id, created_at, updated_at)
      VALUES ('01WAITJOB', NULL, 'sync-waiting-list', ${id}, 'R', ${timestamp}, ${timestamp})`,
  );
  expect(await runBoardJob(id)).toMatchObject({ kind: "retry", reason: "no-item-yet" });
  expect((await jobHistory(deps.db, id)).map((job) => job.id)).toEqual(["01WAITJOB"]);
  await deps.db.run(sql`UPDATE jobs SET state = 'done' WHERE id = '01WAITJOB'`);
  expect(await runBoardJob(id)).toEqual({ kind: "done", reason: "no-item" });
});

test("an entry is taken by one of two at once, given back by who has it, and noted on by all", async () => {
  const id = await onBoard();
  const desk = { db: deps.db, clock, ids: randomIds };
  const both = await Promise.all(
    [staffPrincipal, bo].map((actor) =>
      assignItem(desk, id, undefined, { requestId: "r1", by: actor }),
    ),
  );
  expect(both.filter(Boolean)).toHaveLength(1);
  const [holder, other] = both[0] ? [staffPrincipal, bo] : [bo, staffPrincipal];
  expect(await unassignItem(desk, id, { requestId: "r1", by: other })).toBe(false);
  expect(await assignItem(desk, id, holder.id, { requestId: "r1", by: other })).toBe(true);
  expect(await unassignItem(desk, id, { requestId: "r1", by: other })).toBe(true);
  await writeNote(desk, id, "<script>alert(1)</script>", { requestId: "r1", by: staffPrincipal });
  expect(
    (await auditEntries(id)).map((auditEntry) => (auditEntry as { action: string }).action),
  ).toEqual([...["item-taken", "item-taken", "item-given-back", "note-written"]]);
});
