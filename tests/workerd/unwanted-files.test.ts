import { expect, test } from "vitest";
import { jpegBytes } from "../fixtures/jpeg";
import { wavBytes } from "../fixtures/wav";
import { openAppStores } from "../support/app-stores";
import {
  COVER,
  createDraftAt,
  draftFiles,
  findDraftRow,
  SONG,
  sha256,
  songBytes,
} from "../support/drafts";
import { openForFile } from "../support/open-for-file";
import { fieldParts, filePart, postStandard } from "../support/standard-post";
import { beginDirectUpload, finishDirectUpload, sendPart } from "../support/upload-calls";
import type { Visitor } from "../support/visitor";

const second = wavBytes({ seconds: 0.3, seed: 5 });
const fingerprint = "b".repeat(64);

const inside = await openForFile(openAppStores);

const listFiles = async (visitor: Visitor, slot: string) =>
  (await draftFiles(inside, visitor)).filter((file) => file.slot === slot);

/** Cancels the upload to a slot. @param extraFields which part of it is removed. */
async function giveUp(visitor: Visitor, slot: string, extraFields: Record<string, string>) {
  const { id: draft } = await findDraftRow(inside, visitor);
  const query = new URLSearchParams({ draft, slot, ...extraFields });
  const reply = await visitor.send(`/api/cloud-storage/uploads?${query}`, { method: "DELETE" });
  return { status: reply.status, body: await reply.json() };
}

test("cancelling an upload keeps the stored file", async () => {
  const visitor = await createDraftAt("about");
  const plan = await beginDirectUpload(visitor, second.length, { ...SONG, fileName: "second.wav" });
  await sendPart(visitor, plan, 1, second);
  const [file] = await listFiles(visitor, SONG.slot);
  const answer = { status: 200, body: { success: true, stored: file?.id } };
  expect(await giveUp(visitor, SONG.slot, { keep: "stored" })).toEqual(answer);
  expect(await listFiles(visitor, SONG.slot)).toMatchObject([{ sha256: sha256(songBytes) }]);
});

test("an upload that was stored before it was cancelled stays, and is named", async () => {
  const visitor = await createDraftAt("about");
  const plan = await beginDirectUpload(visitor, second.length, { ...SONG, fileName: "second.wav" });
  await sendPart(visitor, plan, 1, second);
  await finishDirectUpload(visitor, plan);
  const answer = { status: 200, body: { success: true, stored: plan.uploadId } };
  expect(await giveUp(visitor, SONG.slot, { keep: "stored" })).toEqual(answer);
  expect(await listFiles(visitor, SONG.slot)).toMatchObject([
    { state: "complete", sha256: sha256(second) },
  ]);
});

test("an unnoticed finished upload is removed by its fingerprint, and no other file", async () => {
  const visitor = await createDraftAt("about");
  const picture = jpegBytes({ width: 96, height: 96 });
  const form = { fileType: COVER.fileType, slot: COVER.slot, fingerprint };
  const file = filePart(picture, COVER.fileName, "image/jpeg");
  expect((await postStandard(visitor, [...fieldParts(form), file])).status).toBe(200);
  expect(await listFiles(visitor, COVER.slot)).toMatchObject([{ sha256: sha256(picture) }]);
  const other = { fingerprint: "c".repeat(64) };
  expect((await giveUp(visitor, COVER.slot, other)).status).toBe(200);
  expect(await listFiles(visitor, COVER.slot)).toHaveLength(1);
  const nothing = { status: 200, body: { success: true, stored: null } };
  expect(await giveUp(visitor, COVER.slot, { fingerprint })).toEqual(nothing);
  expect(await listFiles(visitor, COVER.slot)).toEqual([]);
});

test("nothing is cancelled for a page of another draft, nor after the submit", async () => {
  const visitor = await createDraftAt("about");
  const { id: draft } = await findDraftRow(inside, await createDraftAt("about"));
  const query = new URLSearchParams({ draft, slot: SONG.slot, keep: "stored" });
  const reply = await visitor.send(`/api/cloud-storage/uploads?${query}`, { method: "DELETE" });
  expect(reply.status).toBe(409);
  expect((await visitor.post("/submit/about", { bio: "" })).status).toBe(302);
  await visitor.post("/submit/review", {});
  expect((await giveUp(visitor, SONG.slot, { fingerprint })).status).toBe(409);
  expect(await listFiles(visitor, SONG.slot)).toHaveLength(1);
});
