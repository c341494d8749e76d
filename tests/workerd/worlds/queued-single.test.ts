import { beforeEach, expect, test } from "vitest";
import { sendMailAgain } from "~/domain/mail/send-mail-again.server";
import { retryJob } from "~/jobs/job-history.server";
import { jobMessage } from "~/jobs/job-message";
import { staffPrincipal } from "../../support/accounts";
import { pollUntil } from "../../support/app-stores";
import { openForFile } from "../../support/open-for-file";
import {
  advanceJobTime,
  boardAttempts,
  expectAllDoneOnce,
  expectDelayOnly,
  jobAttempts,
  recordSingle,
  retryDelay,
  sendSingle,
  storeTrack,
  TRACK_KEY,
  undisturbedRun,
  waitForJobState,
} from "../../support/queued-single";
import type { SmtpBehavior } from "../../support/smtp-server";

/*
 * One release passes through the whole jobs worker with its real queue: whatever queue, board, drive or
 * mail server do, everything exists once in the end.
 */

const run = await openForFile(() => undisturbedRun("starttls"));
const { office, fixture, hashes } = run;
beforeEach(() => fixture.reset());

const times = (count: number, ids: readonly string[]) => Array.from({ length: count }, () => ids);

test.each<[string, (ids: string[]) => string[]]>([
  ["twice, one after the other", (ids) => times(2, ids).flat()],
  ["ten times at once", (ids) => ids.flatMap((id) => times(10, [id]).flat())],
  ["in the wrong order, some again", (ids) => [...ids.toReversed(), ...ids]],
])("delivered %s, everything exists once", async (_, order) => {
  const { ids } = await recordSingle(fixture);
  const messages = order(ids);
  await fixture.send(messages);
  expect(await expectAllDoneOnce(fixture, office)).toEqual(hashes);
  for (const id of ids) expect((await jobAttempts(fixture, id)).at(-1)).toMatch(/^done/);
  // Each message was handled: those without effect are logged.
  const extra = messages.length - ids.length;
  await pollUntil(async () => {
    const skippedLines = fixture.lines().filter(({ event }) => event === "job.skipped");
    return skippedLines.length >= extra ? true : undefined;
  });
});

test("malformed messages, and one of a later version, are kept and hold nothing up", async () => {
  const { ids } = await recordSingle(fixture);
  const [knownId = ""] = ids;
  const poison = [
    "text",
    null,
    [],
    42,
    { jobId: knownId },
    { version: 1, jobId: "no-ulid" },
    { version: 1, jobId: knownId, more: true },
    { version: "1", jobId: knownId },
    { version: 2, jobId: knownId },
  ];
  await fixture.sendBodies([...poison, ...ids.map(jobMessage), ...poison]);
  expect(await expectAllDoneOnce(fixture, office)).toEqual(hashes);
  const deadLetters = await pollUntil(async () => {
    const rows = await fixture.rows("SELECT body, reason FROM dead_letters ORDER BY id");
    return rows.length === 2 * poison.length ? rows : undefined;
  });
  const reasons = new Map(deadLetters.map(({ body, reason }) => [body, reason]));
  expect(reasons.get(JSON.stringify(poison.at(-1)))).toBe("unknown-version");
  expect([...reasons.keys()].toSorted()).toEqual(
    poison.map((body) => (typeof body === "string" ? body : JSON.stringify(body))).toSorted(),
  );
});

test("jobs whose messages were never sent are found by the cron, and told by the log", async () => {
  await recordSingle(fixture);
  await fixture.rows("UPDATE jobs SET updated_at = '2026-01-01T00:00:00.000Z'");
  await Promise.all([fixture.cron(), fixture.cron()]);
  expect(await expectAllDoneOnce(fixture, office)).toEqual(hashes);
  const swept = () => fixture.lines().filter(({ event }) => event === "sweep.part");
  await expect.poll(swept).toContainEqual(expect.objectContaining({ part: "jobs", count: 6 }));
});

test("a result that cannot be stored makes the message come again, and the log has both", async () => {
  const { ids, id } = await recordSingle(fixture);
  const sync = id("sync-board");
  await fixture.rows(
    `CREATE TRIGGER away BEFORE UPDATE ON jobs WHEN NEW.id = '${sync}' AND NEW.state = 'done'
     BEGIN SELECT RAISE(ABORT, 'away on purpose'); END`,
  );
  await fixture.send(ids);
  const returnLine = await pollUntil(async () =>
    fixture.lines().find(({ event }) => event === "message.returned"),
  );
  expect(returnLine).toMatchObject({ jobId: sync, submissionId: "S1", requestId: "R1" });
  await fixture.rows("DROP TRIGGER away");
  // A dead worker still holds its lease.
  await waitForJobState(fixture, sync, "running");
  await fixture.rows("UPDATE jobs SET lease_until = '2026-01-01' WHERE id = ?", sync);
  await fixture.send([sync]);
  expect(await expectAllDoneOnce(fixture, office)).toEqual(hashes);
  expect(await boardAttempts(fixture, sync)).toEqual(["worker-gone", "done known"]);
});

const fail = (mode: string, call: string) => fixture.call("monday/fail", { mode, call });

// One case of each kind of delay; every mode at every call, with a test clock, is in
// board-faults.test.ts.
test.each([
  ["complexity", "FindItems", "COMPLEXITY_BUDGET_EXHAUSTED", 2],
  ["lost-reply", "CreateItem", "NO_REPLY", 16],
])("%s at %s: the job is delayed, then everything exists once", (mode, at, reason, least) =>
  expectDelayOnly(run, { mode, at, reason, least }),
);

test("a daily limit is waited out to its end, however often the message comes before", async () => {
  await fail("daily-limit", "CreateItem");
  const sync = (await sendSingle(fixture)).id("sync-board");
  const wait = await retryDelay(fixture, sync);
  const midnight = 86_400 - ((Date.now() / 1000) % 86_400);
  expect(wait).toBeGreaterThanOrEqual(Math.floor(midnight));
  expect(wait).toBeLessThanOrEqual(midnight + 620);
  await fixture.send([sync, sync]);
  await pollUntil(async () => {
    const lines = fixture.lines().filter(({ jobId }) => jobId === sync);
    return lines.filter(({ event }) => event === "job.skipped").length === 2 ? true : undefined;
  });
  expect(await jobAttempts(fixture, sync)).toEqual(["retry DAILY_LIMIT_EXCEEDED"]);
  await advanceJobTime(fixture, sync);
  expect(await expectAllDoneOnce(fixture, office)).toEqual(hashes);
});

test("a worker killed after the item was made and before it was stored: one item", async () => {
  await fail("silent", "CreateItem");
  const sync = (await sendSingle(fixture)).id("sync-board");
  await pollUntil(async () => {
    const items = (await fixture.call("monday/items")) as unknown[];
    return items.length > 0 ? true : undefined;
  });
  await fixture.kill();
  const [before] = await fixture.rows("SELECT monday_item_id FROM submissions");
  expect(before?.monday_item_id).toBeNull();
  // The queue went with it, and its lease runs out: the cron finds what is left.
  const longAgo = "2026-01-01T00:00:00.000Z";
  await fixture.rows("UPDATE jobs SET updated_at = ?", longAgo);
  await fixture.rows("UPDATE jobs SET lease_until = ? WHERE state = 'running'", longAgo);
  await fixture.cron();
  expect(await expectAllDoneOnce(fixture, office)).toEqual(hashes);
  expect(await boardAttempts(fixture, sync)).toEqual([
    "worker-gone",
    expect.stringMatching(/^done/),
  ]);
  const reportQuery =
    "SELECT source, message FROM error_reports WHERE submission_id = 'S1' AND stage = 'sync-board'";
  expect(await fixture.rows(reportQuery)).toEqual([
    { source: "jobs", message: expect.stringContaining("stopped in the middle of this job") },
  ]);
});

test("a column that was deleted fails the job at once and staff hear of it; mended, it runs again", async () => {
  const [reason, text] = ["InvalidColumnIdException", "no column city (city)"];
  // Each job of the board runs into it.
  await fixture.call("monday/columns", { removed: ["city"] });
  const sync = (await sendSingle(fixture)).id("sync-board");
  const failedJob = await waitForJobState(fixture, sync, "failed");
  expect(failedJob.last_error).toContain(text);
  await pollUntil(async () => office.mailbox.find(({ parsed: read }) => read.text?.includes(text)));
  await expect
    .poll(() => fixture.lines())
    .toContainEqual(
      expect.objectContaining({ event: "job.failed", jobId: sync, submissionId: "S1", reason }),
    );
  // Those that follow once clips and files are through fail as well.
  await pollUntil(async () => {
    const open = await fixture.rows("SELECT id FROM jobs WHERE state IN ('waiting', 'running')");
    return open.length === 0 ? true : undefined;
  });
  expect(await fixture.call("monday/items")).toEqual([]);
  await fixture.call("monday/columns", { removed: [] });
  const stuck = await fixture.rows("SELECT id FROM jobs WHERE state = 'failed'");
  for (const { id } of stuck)
    await retryJob(fixture.db(), fixture.send, String(id), { by: staffPrincipal, now: new Date() });
  expect(await expectAllDoneOnce(fixture, office)).toEqual(hashes);
  expect(await boardAttempts(fixture, sync)).toEqual([
    `failed ${reason}`,
    "run-again",
    expect.stringMatching(/^done/),
  ]);
});

/** Does what the button 'Run again' does. */
async function staffRunAgain(id: string): Promise<void> {
  const now = new Date();
  const mail = await sendMailAgain(fixture.db(), id, {
    allowDuplicate: true,
    by: staffPrincipal,
    now,
  });
  if (mail === "again") return fixture.send([id]);
  expect(await retryJob(fixture.db(), fixture.send, id, { by: staffPrincipal, now })).toMatchObject(
    {
      id,
    },
  );
}

// Every mode, on a clock of the test's own, is in mirror-drive-faults.test.ts.
test.each(["session-gone"])(
  "%s of the drive's upload costs no attempt: everything exists once",
  async (mode) => {
    await fixture.call("drive/fail", { mode, call: "chunk" });
    const { id } = await sendSingle(fixture);
    expect(await expectAllDoneOnce(fixture, office)).toEqual(hashes);
    expect(await jobAttempts(fixture, id("mirror-drive"))).toEqual(["done mirrored"]);
  },
);

test.each([["session-gone", "SESSION_GONE"]])(
  "%s twice in a row delays the job but does not fail it: everything exists once",
  async (mode, reason) => {
    await fixture.call("drive/fail", { mode, call: "chunk", times: 2 });
    const { id } = await sendSingle(fixture);
    const mirror = id("mirror-drive");
    await pollUntil(async () =>
      (await jobAttempts(fixture, mirror)).length > 0 ? true : undefined,
    );
    await waitForJobState(fixture, mirror, "waiting");
    await advanceJobTime(fixture, mirror);
    expect(await expectAllDoneOnce(fixture, office)).toEqual(hashes);
    expect(await jobAttempts(fixture, mirror)).toEqual([
      `retry ${reason}`,
      expect.stringMatching(/^done/),
    ]);
  },
);

test("a track that is gone from the bucket stops neither item nor mail; put back, all is there", async () => {
  const single = await recordSingle(fixture);
  await fixture.files().delete(TRACK_KEY);
  await fixture.send(single.ids);
  const failedJobs = await pollUntil(async () => {
    const rows = await fixture.rows("SELECT id, type, state, last_error FROM jobs ORDER BY type");
    if (rows.some(({ state }) => state === "waiting" || state === "running")) return undefined;
    return rows.filter(({ state }) => state === "failed");
  });
  expect(
    failedJobs.map(({ type, last_error }) => [type, String(last_error).split(":")[0]]),
  ).toEqual([
    ["measure-track", "source-gone"],
    ["mirror-drive", "file-missing"],
    ["process-clip", "source-gone"],
    ["process-clip", "source-gone"],
  ]);
  expect(await fixture.call("monday/items")).toHaveLength(1);
  const confirmation = ({ recipients }: { recipients: string[] }) =>
    recipients.includes("ada@example.com");
  expect(office.mailbox.filter(confirmation)).toHaveLength(1);
  await storeTrack(fixture);
  for (const { id } of failedJobs) await staffRunAgain(String(id));
  expect(await expectAllDoneOnce(fixture, office)).toEqual(hashes);
  expect(await jobAttempts(fixture, single.id("process-clip"))).toEqual([
    "failed source-gone",
    "run-again",
    expect.stringMatching(/^done cut/),
  ]);
});

/** The job that sends the confirmation, once its first attempt is over. */
async function mailJob(state: string): Promise<string> {
  const id = await pollUntil(async () => {
    const [row] = await fixture.rows(
      `SELECT jobs.id FROM jobs JOIN mail_outbox ON mail_outbox.id = jobs.subject
       WHERE kind = 'confirmation'`,
    );
    const job = row ? String(row.id) : undefined;
    return job && (await jobAttempts(fixture, job)).length > 0 ? job : undefined;
  });
  await waitForJobState(fixture, id, state);
  return id;
}

test.each<[string, SmtpBehavior, string]>([
  [
    "greylists",
    { refuse: { code: 451, text: "4.7.1 Greylisted, come back later", times: 1 } },
    "retry smtp-451",
  ],
  ["cuts the line at the sender", { cutAtSender: 1 }, "retry smtp-line"],
])("a mail server that %s gets the mail later, once", async (_, manners, outcome) => {
  office.behave(manners);
  await sendSingle(fixture);
  const id = await mailJob("waiting");
  expect(await jobAttempts(fixture, id)).toEqual([outcome]);
  expect(office.mailbox).toEqual([]);
  // Too early it is not sent, however often the message comes.
  await fixture.send([id, id]);
  await pollUntil(async () => {
    const lines = fixture.lines().filter(({ jobId }) => jobId === id);
    return lines.filter(({ event }) => event === "job.skipped").length === 2 ? true : undefined;
  });
  expect(office.mailbox).toEqual([]);
  await advanceJobTime(fixture, id);
  expect(await expectAllDoneOnce(fixture, office)).toEqual(hashes);
  expect(await jobAttempts(fixture, id)).toEqual([outcome, "done"]);
});

test("a mail server that refuses for good: nothing is sent until staff run it again", async () => {
  office.behave({ refuse: { code: 550, text: "5.1.1 No such user here", times: 1 } });
  await sendSingle(fixture);
  const id = await mailJob("failed");
  await fixture.send([id]);
  expect(office.mailbox).toEqual([]);
  await staffRunAgain(id);
  expect(await expectAllDoneOnce(fixture, office)).toEqual(hashes);
  expect(await jobAttempts(fixture, id)).toEqual(["failed smtp-550", "run-again", "done"]);
});

test("a line cut behind the whole mail: it is not sent again, unless staff say so", async () => {
  office.behave({ cutText: "after-end" });
  const { ids } = await sendSingle(fixture);
  const id = await mailJob("failed");
  const confirmations = () =>
    office.mailbox.filter(({ recipients }) => recipients.includes("ada@example.com"));
  await fixture.send([id, ...ids]);
  await pollUntil(async () => {
    const lines = fixture.lines().filter(({ jobId }) => jobId === id);
    return lines.some(({ event }) => event === "job.skipped") ? true : undefined;
  });
  expect(confirmations()).toHaveLength(1);
  expect(await jobAttempts(fixture, id)).toEqual(["failed smtp-no-answer"]);
  const first = confirmations()[0]?.parsed.messageId;
  office.behave();
  await staffRunAgain(id);
  expect(await expectAllDoneOnce(fixture, office)).toEqual(hashes);
  expect(confirmations().map(({ parsed: read }) => read.messageId)).toEqual([first]);
});
