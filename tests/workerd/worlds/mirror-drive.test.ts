import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { mirrorFolders } from "~/domain/mirror/mirror-tables.server";
import {
  findExternalCopies,
  removeExternalCopies,
} from "~/domain/privacy/remove-external-copies.server";
import { foldersOf } from "~/integrations/drive/folder-store.server";
import { jobsAfterMirror } from "../../../workers/jobs/mirror-drive";
import {
  audioBytes,
  createDriveFixture,
  driveCoverBytes,
  expectMirroredOnce,
  KIB,
  listDriveTree,
  md5,
  seededBytes,
  twoTracks,
} from "../../support/drive-fixture";
import { openForFile } from "../../support/open-for-file";

const fixture = await openForFile(createDriveFixture);
beforeEach(() => fixture.clear());

/** A lease that no other worker takes. */
const renew = async () => {};

test("a submission's files are copied to its own folder, byte for byte", async () => {
  const submission = await twoTracks(fixture);
  expect(await fixture.run(submission.jobId)).toEqual({ kind: "done", reason: "mirrored" });
  await expectMirroredOnce(fixture, submission);
  const files = (await fixture.held()).filter(({ size }) => size !== null);
  expect(files.map(({ description, size }) => [description, size])).toEqual([
    ['Sent as "Mix 1.wav".', audioBytes.length],
    ['Sent as "Mix 2.wav".', 3],
    ['Sent as "Mix 3.jpg".', driveCoverBytes.length],
  ]);
  const folders = await foldersOf(fixture.db, submission.id);
  expect(Object.keys(folders).sort()).toEqual(["artist", "audio", "images"]);
  expect(await fixture.mirror().folderUrl(submission.id)).toMatch(
    /^https:\/\/drive\.google\.com\/drive\/folders\/\w+$/,
  );
  const mirrorLines = fixture.lines.filter(([event]) => event === "drive.file-mirrored");
  expect(mirrorLines).toHaveLength(3);
  expect(JSON.stringify(fixture.lines)).not.toMatch(/Mix|Ada|googleapis/);
});

test("clips are copied to 'Audio Clips' by their own job, and existing files are not sent again", async () => {
  const submission = await twoTracks(fixture);
  await fixture.run(submission.jobId);
  await expectMirroredOnce(fixture, submission);
  const clip = seededBytes(44 + 1764, 9);
  const fileName = "01 Song 1 - Clip 1.wav";
  await fixture.files.put("clips/1.wav", clip);
  const clipId = `${submission.id}-U1:clip-1`;
  fixture.clips = [{ clipId, key: "clips/1.wav", size: clip.length, fileName }];
  fixture.calls.length = 0;
  const topic = { jobId: "later", submissionId: submission.id, subject: "clips", renew };
  expect(await fixture.handler().run(topic)).toEqual({ kind: "done", reason: "mirrored" });
  expect(fixture.calls.filter(({ method }) => method === "PUT")).toHaveLength(1);
  const artist = `/Ada- Lovelace (${submission.reference})`;
  expect(await listDriveTree(fixture)).toMatchObject({
    [`${artist}/audio/Audio Clips`]: "folder",
    [`${artist}/audio/Audio Clips/${fileName}`]: md5(clip),
  });
  expect(await fixture.held()).toHaveLength(8);
  expect(await fixture.handler().run(topic)).toEqual({ kind: "done", reason: "known" });
});

test.each([
  ["has brought something", "done", "mirrored", ["sync-board"]],
  [
    "finds all of it there, since the run that brought it may have died",
    "done",
    "known",
    ["sync-board"],
  ],
  ["misses a file and has brought the others", "failed", "file-missing", ["sync-board"]],
  ["is to go on", "again", "slice-done", []],
  ["is to be tried again", "retry", "NO_REPLY", []],
  ["was refused", "failed", "storageQuotaExceeded", []],
  ["had no drive", "done", "drive-off", []],
  ["had no files", "done", "no-files", []],
] as const)(
  "the board gets the folder's link after a run that %s",
  async (_, kind, reason, jobs) => {
    expect(await jobsAfterMirror({ kind, reason })).toEqual(jobs);
  },
);

test("an empty file and one of exactly a chunk arrive too", async () => {
  const chunk = seededBytes(1024 * KIB, 5);
  const { jobId } = await fixture.submit([
    { kind: "track", bytes: new Uint8Array(0) },
    { kind: "track", bytes: chunk },
  ]);
  expect(await fixture.run(jobId)).toEqual({ kind: "done", reason: "mirrored" });
  const sums = (await fixture.held()).flatMap((file) => (file.md5 ? [file.md5] : []));
  expect(sums).toEqual([md5(new Uint8Array(0)), md5(chunk)]);
});

test("a message delivered twice, or ten at once, leaves one of each", async () => {
  const submission = await twoTracks(fixture);
  const ten = Array.from({ length: 10 }, () => fixture.run(submission.jobId));
  const kinds = (await Promise.all(ten)).map(({ kind }) => kind).sort();
  expect(kinds).toEqual(["done", ...Array.from({ length: 9 }, () => "skipped")]);
  expect(await fixture.run(submission.jobId)).toEqual({ kind: "skipped" });
  await expectMirroredOnce(fixture, submission);
});

test("ten jobs about one submission at once leave one of each, and no upload is begun twice", async () => {
  const submission = await twoTracks(fixture);
  const topic = { jobId: "any", submissionId: submission.id, subject: "", renew };
  const ten = Array.from({ length: 10 }, () => fixture.handler().run(topic));
  const results = await Promise.all(ten);
  for (const result of results)
    expect(["mirrored", "known", "busy", "FOLDER_BUSY"]).toContain(result.reason);
  // Jobs that found others at work run again.
  while ((await fixture.handler().run(topic)).reason !== "known") fixture.later(60);
  await expectMirroredOnce(fixture, submission);
  expect(await fixture.binned()).toEqual([]);
  const starts = fixture.calls.filter(
    ({ method, url }) => method === "POST" && url.includes("/upload/"),
  );
  expect(starts).toHaveLength(3);
});

test("with a slow drive the job runs in slices, each within its lease", async () => {
  const submission = await twoTracks(fixture);
  const client = fixture.client(async (request) => {
    if (request.method === "PUT" && request.body) fixture.later(31);
    return fixture.send(request);
  });
  const topic = { jobId: "slow", submissionId: submission.id, subject: "", renew };
  const reasons: string[] = [];
  for (let slices = 0; slices < 20; slices++) {
    const startedAt = fixture.now.getTime();
    const result = await fixture.handler(fixture.mirror(client)).run(topic);
    expect(fixture.now.getTime() - startedAt).toBeLessThan(90_000);
    reasons.push(`${result.kind} ${result.reason}`);
    if (result.kind !== "again") break;
  }
  expect(reasons.at(-1)).toMatch(/^done/);
  expect(reasons.slice(0, -1)).toEqual(Array.from({ length: 3 }, () => "again slice-done"));
  await expectMirroredOnce(fixture, submission);
});

test("a large file is sent one chunk at a time, of 8 MiB at most and a multiple of 256 KiB", async () => {
  const large = seededBytes(20 * 1024 * KIB + 13, 7);
  const { jobId } = await fixture.submit([{ kind: "track", bytes: large }]);
  const { source } = fixture;
  const steps: string[] = [];
  const lengths: number[] = [];
  fixture.source = {
    ...source,
    read: async (key, offset, length) => {
      steps.push("read");
      lengths.push(length);
      return source.read(key, offset, length);
    },
  };
  const client = fixture.client(async (request) => {
    const reply = await fixture.send(request);
    if (request.method === "PUT") steps.push("answered");
    return reply;
  });
  expect(await fixture.run(jobId, client)).toMatchObject({ kind: "done" });
  expect(steps).toEqual(lengths.flatMap(() => ["read", "answered"]));
  const mib = 1024 * KIB;
  expect(lengths).toEqual([mib, 2 * mib, 4 * mib, 8 * mib, 5 * mib + 13]);
  expect((await fixture.held()).some(({ md5: sum }) => sum === md5(large))).toBe(true);
});

test("without a drive the job is done without any call", async () => {
  const { id } = await twoTracks(fixture);
  const topic = { jobId: "off", submissionId: id, subject: "", renew };
  expect(await fixture.handler(null).run(topic)).toEqual({
    kind: "done",
    reason: "drive-off",
  });
  expect(fixture.calls).toEqual([]);
});

test("a submission without files has nothing to mirror, and one that is not there fails", async () => {
  const { jobId } = await fixture.submit([]);
  expect(await fixture.run(jobId)).toEqual({ kind: "done", reason: "no-files" });
  const topic = { jobId, submissionId: "none", subject: "", renew };
  expect(await fixture.handler().run(topic)).toEqual({
    kind: "failed",
    reason: "no-such-submission",
  });
});

/** Two mirrored submissions: one whose copies are to go, one that stays. */
async function mirrored() {
  const [removed, remaining] = [await twoTracks(fixture), await twoTracks(fixture)];
  for (const { jobId } of [removed, remaining]) await fixture.run(jobId);
  return { going: removed, staying: remaining };
}
async function remove(submissionId: string) {
  const connections = { board: undefined, mirror: fixture.mirror() };
  return removeExternalCopies(connections, await findExternalCopies(fixture.db, [submissionId]));
}

test("copies on the drive are deleted for good, those in the bin of their folder among them", async () => {
  const { going: removed, staying: remaining } = await mirrored();
  const [song] = (await fixture.held()).filter(({ name }) => name.startsWith("01 Song 1"));
  await fixture.sandboxDb
    .prepare("UPDATE drive_sandbox_files SET trashed = 1 WHERE id = ?")
    .bind(song?.id)
    .run();
  expect(await remove(removed.id)).toEqual([]);
  expect(await fixture.binned()).toEqual([]);
  await expectMirroredOnce(fixture, remaining);
  // Once more finds nothing, and that is fine.
  expect(await remove(removed.id)).toEqual([]);
});

test("where the drive lets us only use its bin, people are told what lies in it", async () => {
  const { going: removed } = await mirrored();
  await fixture.fails("no-permission", "delete");
  const [leftover, ...others] = await remove(removed.id);
  expect(others).toEqual([]);
  expect(leftover?.reason).toContain("lies in its bin");
  expect((await fixture.binned()).map(({ id }) => id)).toEqual([leftover?.id]);
  // With the right to delete the next try ends it.
  expect(await remove(removed.id)).toEqual([]);
  expect(await fixture.binned()).toEqual([]);
});

test("a drive that is away keeps the deletion waiting, and nothing is moved to the bin meanwhile", async () => {
  const { going: removed } = await mirrored();
  await fixture.fails("http-500", "delete");
  expect((await remove(removed.id)).map(({ reason }) => reason)).toEqual([
    expect.stringContaining("(internalError)"),
  ]);
  expect(await fixture.binned()).toEqual([]);
});

test("a folder that was made by a run that died before it wrote down which is found and deleted", async () => {
  const { going: removed, staying: remaining } = await mirrored();
  await fixture.db
    .update(mirrorFolders)
    .set({ driveId: null })
    .where(eq(mirrorFolders.submissionId, removed.id));
  expect(await remove(removed.id)).toEqual([]);
  await expectMirroredOnce(fixture, remaining);
});
