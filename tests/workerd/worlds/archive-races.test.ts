import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { archiveSubmission } from "~/domain/submission/record/archive/archive-submission.server";
import { restoreArchived } from "~/domain/submission/record/archive/restore-submission.server";
import { drafts, submissions } from "~/domain/submission/submission-tables.server";
import { strayObjects } from "~/domain/uploads/receiving/upload-tables.server";
import { jobs } from "~/jobs/job-tables.server";
import { createJobsFixture, jobId } from "../../support/jobs-fixture";
import { openForFile } from "../../support/open-for-file";

/* What happens when others do something between the steps of archiving and restoring. */

const LONG_BIO = "We play at night. ".repeat(30);
const ID = "S";
const fixture = await openForFile(createJobsFixture);
const { db, now } = fixture;

let files = new Map<string, string>();
/** @param beforeWrite what happens between reading the rows and writing the file. */
const archiveStore = (beforeWrite = async () => {}) => ({
  read: async (key: string) => files.get(key),
  write: async (key: string, text: string) => {
    await beforeWrite();
    if (files.has(key)) return false;
    files.set(key, text);
    return true;
  },
});
const archive = (at: Date, beforeWrite?: () => Promise<void>) =>
  archiveSubmission({ db, archive: archiveStore(beforeWrite), now: at }, ID);
const restore = () => restoreArchived({ db, archive: archiveStore(), clock: now }, ID);
const later = (ms: number) => new Date(now().getTime() + ms);

async function readState() {
  const [row] = await db.select().from(submissions).where(eq(submissions.id, ID));
  const [draft] = await db.select().from(drafts);
  return { form: row?.formData, answers: draft?.answers, jobs: await db.select().from(jobs) };
}

beforeEach(async () => {
  await fixture.reset();
  files = new Map();
  await db.delete(strayObjects);
  await fixture.addJob(jobId(1));
  await db.update(jobs).set({ state: "done" });
  const [row] = await db.select().from(submissions);
  const form = { ...JSON.parse(row?.formData ?? "{}"), bio: LONG_BIO };
  await db.update(submissions).set({ status: "rejected", formData: JSON.stringify(form) });
  await db
    .insert(drafts)
    .values({
      ...{ id: row?.draftId ?? "", keyHash: "h", answers: '{"artist":{}}', completedSteps: "[]" },
      ...{ expiresAt: now().toISOString(), createdAt: now().toISOString() },
      updatedAt: now().toISOString(),
    })
    .onConflictDoUpdate({ target: drafts.id, set: { answers: '{"artist":{}}' } });
});

test("two sweeps at once archive a submission once, and everything comes back", async () => {
  const before = await readState();
  // The second begins while the first is about to write, and ends before it.
  let second = false;
  const first = await archive(now(), async () => {
    second = await archive(later(1));
  });
  expect([first, second]).toEqual([false, true]);
  expect((await readState()).jobs).toEqual([]);
  // The file of the first is left over; the sweep knows it.
  const leftovers = await db.select().from(strayObjects);
  expect(leftovers.map(({ key }) => files.has(key))).toEqual([true]);
  files.delete(leftovers[0]?.key ?? "");
  await Promise.all([restore(), restore()]);
  expect(await readState()).toEqual(before);
});

test("two sweeps in the same millisecond do not overwrite each other's file", async () => {
  const before = await readState();
  const outcomes = await Promise.all([archive(now()), archive(now())]);
  expect(outcomes.toSorted()).toEqual([false, true]);
  expect(await db.select().from(strayObjects)).toEqual([]);
  await restore();
  expect(await readState()).toEqual(before);
});

test("what is changed while it is archived stays, and its file is left to the sweep", async () => {
  const changed = { status: "approved" };
  expect(await archive(now(), async () => void (await db.update(submissions).set(changed)))).toBe(
    false,
  );
  expect((await readState()).form).toContain(LONG_BIO);
  expect(await db.$count(strayObjects)).toBe(1);
});

test("a worker that ends between file and rows leaves everything as it was", async () => {
  const before = await readState();
  await expect(archive(now(), () => Promise.reject(new Error("killed")))).rejects.toThrow("killed");
  expect(await readState()).toEqual(before);
  expect(await archive(later(1))).toBe(true);
  await restore();
  expect(await readState()).toEqual(before);
});

test("a submission whose file is missing is an error, and loses nothing more", async () => {
  await archive(now());
  const savedFiles = new Map(files);
  files.clear();
  await expect(restore()).rejects.toThrow(/The archive has no archive\/S\//);
  files = savedFiles;
  await restore();
  expect((await readState()).form).toContain(LONG_BIO);
});
