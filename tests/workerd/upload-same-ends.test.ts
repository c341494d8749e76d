import { afterAll, beforeAll, expect, test } from "vitest";
import { PART_BYTES } from "~/domain/uploads/upload-plan";
import { type AppStores, openAppStores, pollUntil } from "../support/app-stores";
import { createDraftAt, draftFiles, SONG, sha256, uploadRows } from "../support/drafts";
import { fingerprintOfBytes, renderMaster } from "../support/test-files";
import {
  beginDirectUpload,
  finishDirectUpload,
  readUpload,
  sendPart,
  type UploadPlan,
} from "../support/upload-calls";
import type { Visitor } from "../support/visitor";

/* Two masters of one length with silent ends: one fingerprint, and two files. */

const AUDIO_BYTES = 6_000_000;
const first = renderMaster(AUDIO_BYTES, 1);
const second = renderMaster(AUDIO_BYTES, 2);
let inside: AppStores;
let fingerprint: string;

beforeAll(async () => {
  inside = await openAppStores();
  fingerprint = await fingerprintOfBytes(first);
  expect(await fingerprintOfBytes(second)).toBe(fingerprint);
});
afterAll(() => inside.close());

type Bytes = Uint8Array<ArrayBuffer>;
const slicePart = (file: Bytes, number: number) =>
  file.slice((number - 1) * PART_BYTES, number * PART_BYTES);
const toHashes = (file: Bytes) => ({
  sha256: sha256(file),
  partSha256: [1, 2].map((number) => sha256(slicePart(file, number))),
});

const announce = (visitor: Visitor, file?: Bytes | null, fileName = "ferry.wav") =>
  beginDirectUpload(visitor, first.length, {
    ...SONG,
    fileName,
    fingerprint,
    sha256: file ? sha256(file) : file,
  });
async function send(visitor: Visitor, plan: UploadPlan, file: Bytes, numbers = [1, 2]) {
  for (const number of numbers) await sendPart(visitor, plan, number, slicePart(file, number));
}
async function storeFile(visitor: Visitor, file: Bytes): Promise<UploadPlan> {
  const plan = await announce(visitor, file);
  await send(visitor, plan, file);
  expect((await finishDirectUpload(visitor, plan, toHashes(file))).status).toBe(200);
  return plan;
}
const findSong = async (visitor: Visitor) =>
  (await draftFiles(inside, visitor)).filter(({ slot }) => slot === SONG.slot);

test("a corrected master of the same length and ends replaces the previous one", async () => {
  const visitor = await createDraftAt("music");
  const before = await storeFile(visitor, first);
  const plan = await announce(visitor, second);
  expect(plan).toMatchObject({ state: "open", held: [], goesOn: false });
  expect(plan.uploadId).not.toBe(before.uploadId);
  await send(visitor, plan, second);
  const result = await finishDirectUpload(visitor, plan, toHashes(second));
  expect(result).toMatchObject({ status: 200, body: { sha256: sha256(second) } });
  expect(await findSong(visitor)).toMatchObject([{ state: "complete", sha256: sha256(second) }]);
});

test("who doesn't know its hash is told of no stored file, and asked for it where it says so", async () => {
  const visitor = await createDraftAt("music");
  await storeFile(visitor, first);
  expect(await announce(visitor, null)).toEqual({ success: true, needsHash: true });
  expect(await uploadRows(inside, visitor)).toHaveLength(1);
  // As a page that was opened before this was asked: it would take the answer for its own file's.
  expect(await announce(visitor)).toMatchObject({ state: "open", held: [], goesOn: false });
});

test("bytes of the other file are detected at the end, and only they are sent again", async () => {
  const visitor = await createDraftAt("music");
  const half = await announce(visitor, undefined, "first.wav");
  await send(visitor, half, first, [1]);
  expect(await announce(visitor, null)).toMatchObject({ needsHash: true });
  const plan = await announce(visitor, second, "second.wav");
  expect(plan).toMatchObject({ uploadId: half.uploadId, fileName: "second.wav", held: [1] });
  await send(visitor, plan, second, [2]);
  // Another device of the artist's finishes it, which has none of its bytes.
  const blind = await finishDirectUpload(visitor, plan);
  expect(blind).toMatchObject({ status: 409, body: { missing: [1, 2] } });
  await send(visitor, plan, first, [1]);
  await send(visitor, plan, second, [2]);
  const wrong = await finishDirectUpload(visitor, plan, toHashes(second));
  expect(wrong).toMatchObject({ status: 409, body: { missing: [1] } });
  await send(visitor, plan, second, [1]);
  expect((await finishDirectUpload(visitor, plan, toHashes(second))).status).toBe(200);
  expect(await findSong(visitor)).toMatchObject([
    { fileName: "second.wav", state: "complete", sha256: sha256(second) },
  ]);
});

test("an upload that was claimed for one is not gone on with for the other", async () => {
  const visitor = await createDraftAt("music");
  const firstPlan = await announce(visitor, first);
  await send(visitor, firstPlan, first, [1]);
  const other = await announce(visitor, second);
  expect(other.uploadId).not.toBe(firstPlan.uploadId);
  expect(other.held).toEqual([]);
});

test("an upload that became the other file doesn't answer for this one", async () => {
  const visitor = await createDraftAt("music");
  const plan = await storeFile(visitor, first);
  const late = await finishDirectUpload(visitor, plan, toHashes(second));
  expect(late).toMatchObject({ status: 409, body: { error: expect.stringContaining("finished") } });
  expect(late.body.missing).toBeUndefined();
  expect((await finishDirectUpload(visitor, plan, toHashes(first))).status).toBe(200);
  expect((await finishDirectUpload(visitor, plan)).status).toBe(200);
});

test("choosing the first file again removes the later upload with its bytes", async () => {
  const visitor = await createDraftAt("music");
  const before = await storeFile(visitor, first);
  const replacement = await announce(visitor, second);
  await send(visitor, replacement, second, [1]);
  const repeated = await announce(visitor, first);
  expect(repeated).toMatchObject({ uploadId: before.uploadId, state: "complete" });
  expect((await readUpload(visitor, replacement)).status).toBe(404);
  await pollUntil(async () => (await uploadRows(inside, visitor)).length === 1 || undefined);
  expect(await findSong(visitor)).toMatchObject([{ state: "complete", sha256: sha256(first) }]);
});
