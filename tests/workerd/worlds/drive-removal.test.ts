import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { mirrorFolders } from "~/domain/mirror/mirror-tables.server";
import {
  findExternalCopies,
  removeExternalCopies,
} from "~/domain/privacy/remove-external-copies.server";
import { createDriveFixture, expectMirroredOnce, twoTracks } from "../../support/drive-fixture";
import { openForFile } from "../../support/open-for-file";

const fixture = await openForFile(createDriveFixture);
beforeEach(() => fixture.clear());

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
