import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { retryJob } from "~/jobs/job-history.server";
import { sendMailAgain } from "~/mail/send-mail-again.server";
import { pollUntil } from "../../support/app-stores";
import { staffPrincipal } from "../../support/principals";
import type { QueueFixture } from "../../support/queue-fixture";
import {
  advanceJobTime,
  expectAllDoneOnce,
  jobAttempts,
  recordSingle,
  storeTrack,
  TRACK_KEY,
  undisturbedRun,
  waitForJobState,
} from "../../support/queued-single";
import type { SmtpBehavior, SmtpServer } from "../../support/smtp-server";

let office: SmtpServer;
let world: QueueFixture;
let hashes: string[];
beforeAll(async () => {
  ({ office, world, hashes } = await undisturbedRun("starttls"));
});
afterAll(async () => {
  await world?.close();
  await office?.close();
});
beforeEach(() => world.reset());

/** A single whose messages are in the queue. */
async function sendSingle() {
  const single = await recordSingle(world);
  await world.send(single.ids);
  return single;
}

/** What staff do by 'Run again'. */
async function staffRunAgain(id: string): Promise<void> {
  const now = new Date();
  const mail = await sendMailAgain(world.db(), id, {
    mayArriveTwice: true,
    by: staffPrincipal,
    now,
  });
  if (mail === "again") return world.send([id]);
  expect(await retryJob(world.db(), world.send, id, { by: staffPrincipal, now })).toMatchObject({
    id,
  });
}

test.each(["session-gone", "session-410", "short-308", "keeps-nothing"])(
  "%s of the drive's upload costs no attempt: everything is there once",
  async (mode) => {
    await world.call("drive/fail", { mode, call: "chunk" });
    const { id } = await sendSingle();
    expect(await expectAllDoneOnce(world, office)).toEqual(hashes);
    expect(await jobAttempts(world, id("mirror-drive"))).toEqual(["done mirrored"]);
  },
);

test.each([
  ["session-gone", "SESSION_GONE"],
  ["session-410", "SESSION_GONE"],
  ["keeps-nothing", "NO_PROGRESS"],
])("%s twice in a row is put off, not given up: everything is there once", async (mode, reason) => {
  await world.call("drive/fail", { mode, call: "chunk", times: 2 });
  const { id } = await sendSingle();
  const mirror = id("mirror-drive");
  await pollUntil(async () => ((await jobAttempts(world, mirror)).length > 0 ? true : undefined));
  await waitForJobState(world, mirror, "waiting");
  await advanceJobTime(world, mirror);
  expect(await expectAllDoneOnce(world, office)).toEqual(hashes);
  expect(await jobAttempts(world, mirror)).toEqual([
    `retry ${reason}`,
    expect.stringMatching(/^done/),
  ]);
});

test("a track that is gone from the bucket stops neither item nor mail; put back, all is there", async () => {
  const single = await recordSingle(world);
  await world.files().delete(TRACK_KEY);
  await world.send(single.ids);
  const failedJobs = await pollUntil(async () => {
    const rows = await world.rows("SELECT id, type, state, last_error FROM jobs ORDER BY type");
    if (rows.some(({ state }) => state === "waiting" || state === "running")) return undefined;
    return rows.filter(({ state }) => state === "failed");
  });
  expect(
    failedJobs.map(({ type, last_error }) => [type, String(last_error).split(":")[0]]),
  ).toEqual([
    ["mirror-drive", "file-missing"],
    ["process-clip", "source-gone"],
    ["process-clip", "source-gone"],
  ]);
  expect(await world.call("monday/items")).toHaveLength(1);
  const confirmation = ({ recipients }: { recipients: string[] }) =>
    recipients.includes("ada@example.com");
  expect(office.mailbox.filter(confirmation)).toHaveLength(1);
  await storeTrack(world);
  for (const { id } of failedJobs) await staffRunAgain(String(id));
  expect(await expectAllDoneOnce(world, office)).toEqual(hashes);
  expect(await jobAttempts(world, single.id("process-clip"))).toEqual([
    "failed source-gone",
    "run-again",
    expect.stringMatching(/^done cut/),
  ]);
});

/** The job that sends the confirmation, once its first attempt is over. */
async function mailJob(state: string): Promise<string> {
  const id = await pollUntil(async () => {
    const [row] = await world.rows(
      `SELECT jobs.id FROM jobs JOIN mail_outbox ON mail_outbox.id = jobs.subject
       WHERE kind = 'confirmation'`,
    );
    const job = row ? String(row.id) : undefined;
    return job && (await jobAttempts(world, job)).length > 0 ? job : undefined;
  });
  await waitForJobState(world, id, state);
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
  await sendSingle();
  const id = await mailJob("waiting");
  expect(await jobAttempts(world, id)).toEqual([outcome]);
  expect(office.mailbox).toEqual([]);
  // Too early it is not sent, however often the message comes.
  await world.send([id, id]);
  await pollUntil(async () => {
    const lines = world.lines().filter(({ jobId }) => jobId === id);
    return lines.filter(({ event }) => event === "job.skipped").length === 2 ? true : undefined;
  });
  expect(office.mailbox).toEqual([]);
  await advanceJobTime(world, id);
  expect(await expectAllDoneOnce(world, office)).toEqual(hashes);
  expect(await jobAttempts(world, id)).toEqual([outcome, "done"]);
});

test("a mail server that refuses for good: nothing is sent until staff run it again", async () => {
  office.behave({ refuse: { code: 550, text: "5.1.1 No such user here", times: 1 } });
  await sendSingle();
  const id = await mailJob("failed");
  await world.send([id]);
  expect(office.mailbox).toEqual([]);
  await staffRunAgain(id);
  expect(await expectAllDoneOnce(world, office)).toEqual(hashes);
  expect(await jobAttempts(world, id)).toEqual(["failed smtp-550", "run-again", "done"]);
});

test("a line cut behind the whole mail: it is not sent again, unless staff say so", async () => {
  office.behave({ cutText: "after-end" });
  const { ids } = await sendSingle();
  const id = await mailJob("failed");
  const confirmations = () =>
    office.mailbox.filter(({ recipients }) => recipients.includes("ada@example.com"));
  await world.send([id, ...ids]);
  await pollUntil(async () => {
    const lines = world.lines().filter(({ jobId }) => jobId === id);
    return lines.some(({ event }) => event === "job.skipped") ? true : undefined;
  });
  expect(confirmations()).toHaveLength(1);
  expect(await jobAttempts(world, id)).toEqual(["failed smtp-no-answer"]);
  const first = confirmations()[0]?.read.messageId;
  office.behave();
  await staffRunAgain(id);
  expect(await expectAllDoneOnce(world, office)).toEqual(hashes);
  expect(confirmations().map(({ read }) => read.messageId)).toEqual([first]);
});
