import { expect, test } from "vitest";
import { listMails } from "~/domain/mail/read-outbox.server";
import { failedJobs, jobHistory, listDeadLetters, retryJob } from "~/jobs/job-history.server";
import { jobMessage } from "~/jobs/job-message";
import { staffPrincipal } from "../../support/accounts";
import { pollUntil } from "../../support/app-stores";
import { jobId } from "../../support/jobs-fixture";
import { startJobsWorker } from "../../support/jobs-worker";
import { waitForOutput } from "../../support/log-lines";
import { openForFile } from "../../support/open-for-file";

const worker = await openForFile(startJobsWorker);

const attempts = async (id: string) =>
  (await jobHistory(worker.db, "S"))
    .find((job) => job.id === id)
    ?.story.map(({ outcome }) => outcome);

test("what the queue gives up is kept, ends its job, and runs again when staff ask", async () => {
  const id = jobId(1);
  await worker.addJob(id);
  // The claim fails at every delivery; a job that is given up is not claimed.
  await worker.binding
    .prepare(
      `CREATE TRIGGER away BEFORE UPDATE ON jobs WHEN NEW.state = 'running'
       BEGIN SELECT RAISE(ABORT, 'away on purpose'); END`,
    )
    .run();
  await worker.send(jobMessage(id));
  const [letter] = await pollUntil(async () => {
    const letters = await listDeadLetters(worker.db);
    return letters.length > 0 ? letters : undefined;
  });
  expect(letter).toMatchObject({ jobId: id, reason: "given-up" });
  expect(JSON.parse(letter?.body ?? "")).toEqual({ version: 1, jobId: id });
  const [job] = await failedJobs(worker.db);
  expect(job).toMatchObject({ id, lastError: expect.stringContaining("Given up by the queue") });

  const alertMails = await pollUntil(async () => {
    const mails = await listMails(worker.db);
    return mails.length > 0 ? mails : undefined;
  });
  expect(alertMails).toMatchObject([{ kind: "staff-alert", text: expect.stringContaining(id) }]);

  await worker.binding.prepare("DROP TRIGGER away").run();
  const send = async (ids: string[]) => {
    for (const id of ids) await worker.send(jobMessage(id));
  };
  const repeated = await retryJob(worker.db, send, id, { by: staffPrincipal, now: new Date() });
  expect(repeated).toMatchObject({ id, state: "waiting" });
  const finalOutcomes = await pollUntil(async () => {
    const outcomes = await attempts(id);
    return outcomes?.at(-1) === "done" ? outcomes : undefined;
  });
  expect(finalOutcomes).toEqual(["dead", "run-again", "done"]);
});

test("poison does not get as far as the dead letters' queue: it is kept at once", async () => {
  await worker.send({ version: 7 });
  const letter = await pollUntil(async () =>
    (await listDeadLetters(worker.db)).find(({ reason }) => reason === "unknown-version"),
  );
  expect(letter).toMatchObject({ jobId: null, body: '{"version":7}' });
});

test("with settings that cannot be read nothing is run, and nothing is lost", async () => {
  const brokenWorker = await startJobsWorker("too short");
  try {
    const id = jobId(2);
    await brokenWorker.addJob(id);
    await brokenWorker.send(jobMessage(id));
    const [job] = await pollUntil(async () => {
      const jobs = await failedJobs(brokenWorker.db);
      return jobs.length > 0 ? jobs : undefined;
    });
    expect(job).toMatchObject({ id, attempts: 0 });
    expect(await listDeadLetters(brokenWorker.db)).toMatchObject([
      { jobId: id, reason: "given-up" },
    ]);
  } finally {
    await brokenWorker.close();
  }
});

test("a sweep whose watcher outside does not answer ends well, and says so in the log", async () => {
  expect(await worker.runCron()).toMatchObject({ outcome: "ok" });
  await waitForOutput(worker.output, "heartbeat.failed", "sweep.done");
});
