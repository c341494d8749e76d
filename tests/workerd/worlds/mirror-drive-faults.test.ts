import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { jobs } from "~/jobs/job-tables.server";
import {
  createDriveFixture,
  expectMirroredOnce,
  secondAudioBytes,
  twoTracks,
} from "../../support/drive-fixture";
import { openForFile } from "../../support/open-for-file";

const fixture = await openForFile(createDriveFixture);
beforeEach(() => fixture.clear());

async function jobRow(id: string) {
  const [row] = await fixture.db.select().from(jobs).where(eq(jobs.id, id));
  return row;
}

test.each([
  ["session-gone", "chunk"],
  ["session-410", "chunk"],
  ["short-308", "chunk"],
  ["keeps-nothing", "chunk"],
] as const)("%s is handled in the same run", async (mode, call) => {
  const submission = await twoTracks(fixture);
  await fixture.fails(mode, call);
  expect(await fixture.run(submission.jobId)).toEqual({ kind: "done", reason: "mirrored" });
  await expectMirroredOnce(fixture, submission);
});

test.each(["session-gone", "keeps-nothing"] as const)(
  "%s of every session for a while is waited for and never fails the job",
  async (mode) => {
    const submission = await twoTracks(fixture);
    await fixture.fails(mode, "chunk", 3);
    expect(await fixture.run(submission.jobId)).toMatchObject({ kind: "retry" });
    expect(await jobRow(submission.jobId)).toMatchObject({ state: "waiting" });
    fixture.later(60);
    expect(await fixture.run(submission.jobId)).toMatchObject({ kind: "done" });
    await expectMirroredOnce(fixture, submission);
  },
);

test("a drive that keeps only 256 KiB of each chunk still gets the whole file", async () => {
  const submission = await twoTracks(fixture);
  await fixture.fails("short-308", "chunk", 1_000);
  expect(await fixture.run(submission.jobId)).toEqual({ kind: "done", reason: "mirrored" });
  await expectMirroredOnce(fixture, submission);
});

test.each([
  ["too-many", "api", 10],
  ["http-500", "chunk", 20],
  ["http-500", "token", 20],
  ["unauthorized", "start", 20],
  ["lost-reply", "chunk", 20],
  ["lost-reply", "start", 20],
] as const)("after %s of a %s call the job waits %d seconds and then succeeds", async (...row) => {
  const [mode, call, delaySeconds] = row;
  const submission = await twoTracks(fixture);
  await fixture.fails(mode, call);
  expect(await fixture.run(submission.jobId)).toMatchObject({ kind: "retry", delaySeconds });
  expect(await jobRow(submission.jobId)).toMatchObject({ state: "waiting", attempts: 1 });
  fixture.later(delaySeconds);
  expect(await fixture.run(submission.jobId)).toMatchObject({ kind: "done" });
  await expectMirroredOnce(fixture, submission);
});

test.each([
  ["invalid-grant", "token", "invalid_grant: Invalid JWT Signature."],
  ["no-permission", "start", "insufficientFilePermissions: The user may not write here."],
  ["storage-quota", "start", "storageQuotaExceeded: Service Accounts have no storage quota."],
] as const)("%s of a %s call fails the job at once, in the drive's words", async (...row) => {
  const [mode, call, lastError] = row;
  const submission = await twoTracks(fixture);
  await fixture.fails(mode, call);
  expect(await fixture.run(submission.jobId)).toMatchObject({ kind: "failed" });
  expect(await jobRow(submission.jobId)).toMatchObject({ state: "failed", lastError });
  await fixture.db.update(jobs).set({ state: "waiting" });
  expect(await fixture.run(submission.jobId)).toMatchObject({ kind: "done" });
  await expectMirroredOnce(fixture, submission);
});

test("a file that arrived wrong is deleted and sent again", async () => {
  const submission = await twoTracks(fixture);
  await fixture.fails("wrong-md5", "chunk", 2);
  expect(await fixture.run(submission.jobId)).toMatchObject({
    kind: "retry",
    reason: "MD5_MISMATCH",
  });
  const names = [...(await fixture.held()), ...(await fixture.binned())].map(({ name }) => name);
  expect(names).not.toContain("01 Song 1.wav");
  fixture.later(20);
  expect(await fixture.run(submission.jobId)).toMatchObject({ kind: "done" });
  await expectMirroredOnce(fixture, submission);
});

test("a missing object is reported to staff, and every other file arrives", async () => {
  const submission = await twoTracks(fixture);
  await fixture.files.delete(submission.keys[1] ?? "");
  expect(await fixture.run(submission.jobId)).toEqual({ kind: "failed", reason: "file-missing" });
  expect((await jobRow(submission.jobId))?.lastError).toBe(
    `file-missing: The audio of track 2 (${submission.id}-U2) is no longer in storage. ` +
      "Every other file is on the drive. Restore it, then run this job again.",
  );
  expect(await fixture.held()).toHaveLength(5);
  await fixture.files.put(submission.keys[1] ?? "", secondAudioBytes);
  await fixture.db.update(jobs).set({ state: "waiting" });
  expect(await fixture.run(submission.jobId)).toEqual({ kind: "done", reason: "mirrored" });
  await expectMirroredOnce(fixture, submission);
});

test("folders that people have removed are made again", async () => {
  const submission = await twoTracks(fixture);
  await fixture.fails("no-permission", "start");
  await fixture.run(submission.jobId);
  await fixture.sandboxDb.exec("DELETE FROM drive_sandbox_files");
  await fixture.db.update(jobs).set({ state: "waiting" });
  expect(await fixture.run(submission.jobId)).toMatchObject({ reason: "FOLDER_GONE" });
  fixture.later(60);
  expect(await fixture.run(submission.jobId)).toMatchObject({ kind: "done" });
  await expectMirroredOnce(fixture, submission);
});

test("an artist's folder that was removed before the others were in it is made again", async () => {
  const submission = await twoTracks(fixture);
  let creates = 0;
  const client = fixture.client(async (request) => {
    const { pathname } = new URL(request.url);
    if (request.method === "POST" && pathname === "/drive/v3/files") creates += 1;
    if (creates === 2) await fixture.sandboxDb.exec("DELETE FROM drive_sandbox_files");
    return fixture.send(request);
  });
  expect(await fixture.run(submission.jobId, client)).toMatchObject({ reason: "FOLDER_GONE" });
  fixture.later(20);
  expect(await fixture.run(submission.jobId)).toMatchObject({ kind: "done" });
  await expectMirroredOnce(fixture, submission);
});

test("a drive that is missing, or not accessible to the account, is explained to staff", async () => {
  const { jobId } = await twoTracks(fixture);
  const client = { ...fixture.client(), rootId: "nowhere" };
  expect(await fixture.run(jobId, client)).toEqual({ kind: "failed", reason: "DRIVE_NOT_FOUND" });
  expect((await jobRow(jobId))?.lastError).toMatch(
    /GOOGLE_DRIVE_ID .* is a member of the drive\.$/,
  );
  await fixture.db.update(jobs).set({ state: "waiting" });
  expect(await fixture.run(jobId, { ...fixture.client(), driveId: "unknown" })).toMatchObject({
    reason: "DRIVE_NOT_FOUND",
  });
});
