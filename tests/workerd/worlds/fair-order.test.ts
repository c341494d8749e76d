import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { jobMessage } from "~/jobs/job-message";
import { ownersOfJobs } from "~/jobs/job-store.server";
import { jobEvents, jobs } from "~/jobs/job-tables.server";
import { takeStalledJobs } from "~/jobs/stalled-jobs.server";
import { wavBytes } from "../../fixtures/wav";
import { endedJobs, recordClips } from "../../support/clip-release";
import { startJobsWorker } from "../../support/jobs-worker";
import { openForFile } from "../../support/open-for-file";

// The whole worker, with the real queue: ten messages a batch, given up after two deliveries.
const worker = await openForFile(startJobsWorker);

const song = wavBytes({ seconds: 3, sampleRate: 48_000, bits: 24 });
const clips = (count: number) =>
  Array.from({ length: count }, () => ({ startTime: "00:00", endTime: "00:02" }));

/** Whose clips were cut, in the order in which they were. */
async function cutInOrder(): Promise<(string | null)[]> {
  const rows = await worker.db
    .select({ submissionId: jobs.submissionId, type: jobs.type, outcome: jobEvents.outcome })
    .from(jobEvents)
    .innerJoin(jobs, eq(jobs.id, jobEvents.jobId))
    .orderBy(asc(jobEvents.id));
  return rows
    .filter(({ type, outcome }) => type === "process-clip" && outcome === "done")
    .map(({ submissionId }) => submissionId);
}

test("forty clips of one release do not hold up the one of another that came after them", async () => {
  const many = await recordClips(worker, song, clips(40));
  const few = await recordClips(worker, song, clips(1));
  await worker.sendAll([...many.ids, ...few.ids].map(jobMessage));
  await endedJobs(worker, few.submissionId);
  await endedJobs(worker, many.submissionId);
  const order = await cutInOrder();
  expect(order).toHaveLength(41);
  // Ten messages a batch, of each submission two: after four full batches it has its turn.
  expect(order.indexOf(few.submissionId)).toBeLessThanOrEqual(10);
  // Delayed messages did not count as failed.
  expect(await worker.db.select().from(jobs).where(eq(jobs.state, "failed"))).toEqual([]);
}, 60_000);

test("many releases of one artist do not hold up another's, however the artist writes the address", async () => {
  const spellings = [
    "flo@example.com",
    "Flo@Example.com",
    "flo+2@example.com",
    "flo+a+b@example.com",
  ];
  const many: Awaited<ReturnType<typeof recordClips>>[] = [];
  for (let n = 0; n < 24; n++)
    many.push(await recordClips(worker, song, clips(1), spellings[n % 4]));
  const few = await recordClips(worker, song, clips(1));
  const before = (await cutInOrder()).length;
  await worker.sendAll([...many.flatMap(({ ids }) => ids), ...few.ids].map(jobMessage));
  for (const { submissionId } of [few, ...many]) await endedJobs(worker, submissionId);
  const order = (await cutInOrder()).slice(before);
  expect(order).toHaveLength(25);
  // Ten messages a batch, of each artist two: after two full batches it has its turn.
  expect(order.indexOf(few.submissionId)).toBeLessThanOrEqual(6);
});

test("the sweep sends the jobs of many artists in turn", async () => {
  await recordClips(worker, song, clips(99));
  await recordClips(worker, song, clips(2));
  const stalledJobs = await takeStalledJobs(worker.db, new Date(), 60);
  const order = stalledJobs.map(({ owner }) => owner);
  expect(new Set(order.slice(0, 2)).size).toBe(2);
  expect(order.slice(0, 2)).toEqual(order.slice(2, 4));
  expect(order).toHaveLength(100);
});

test("a late message for a job that is over waits for no turn", async () => {
  const { ids } = await recordClips(worker, song, clips(3));
  const [done = "", failed = "", waiting = ""] = ids;
  await worker.db.update(jobs).set({ state: "done" }).where(eq(jobs.id, done));
  await worker.db.update(jobs).set({ state: "failed" }).where(eq(jobs.id, failed));
  const owners = await ownersOfJobs(worker.db, ids, ["process-clip"]);
  expect([...owners.keys()]).toEqual([waiting]);
});
