import { expect, test } from "vitest";
import { wavBytes } from "../fixtures/wav";
import { openAppStores } from "../support/app-stores";
import { createDraftAt, draftFiles, SONG, sha256, songBytes, uploadRows } from "../support/drafts";
import { openForFile } from "../support/open-for-file";
import {
  beginDirectUpload,
  finishDirectUpload,
  readUpload,
  sendPart,
  sendPiece,
} from "../support/upload-calls";
import { Visitor } from "../support/visitor";

const MIB = 1024 * 1024;
const file = wavBytes({ totalBytes: 6 * MIB });
const fingerprint = sha256(file.slice(0, 100));
const NAMED = { ...SONG, fingerprint };

const inside = await openForFile(openAppStores);

test("a file that is chosen again goes on where it was, whatever its name is by now", async () => {
  const visitor = await createDraftAt("music");
  const plan = await beginDirectUpload(visitor, file.length, NAMED);
  expect(plan).toMatchObject({ held: [], pieces: [], state: "open", carrier: "own", parts: 2 });
  await sendPart(visitor, plan, 2, file.slice(5 * MIB));
  await sendPiece(visitor, plan, 1, file, [0, MIB]);
  const repeated = await beginDirectUpload(visitor, file.length, {
    ...NAMED,
    fileName: "renamed.wav",
  });
  expect(repeated).toMatchObject({
    uploadId: plan.uploadId,
    fileName: "renamed.wav",
    bucketName: "artist-portal-files",
    held: [2],
    pieces: [{ part: 1, offset: 0, size: MIB }],
    state: "open",
  });
  expect(await uploadRows(inside, visitor)).toHaveLength(1);
});

test("a file that is stored already is told with its result, and nothing is sent", async () => {
  const visitor = await createDraftAt("music");
  const plan = await beginDirectUpload(visitor, songBytes.length, NAMED);
  await sendPart(visitor, plan, 1, songBytes);
  const { body: result } = await finishDirectUpload(visitor, plan);
  const expectedPlan = {
    ...result,
    uploadId: plan.uploadId,
    state: "complete",
    held: [1],
    goesOn: true,
  };
  const repeated = await beginDirectUpload(visitor, songBytes.length, {
    ...NAMED,
    sha256: sha256(songBytes),
  });
  expect(repeated).toMatchObject(expectedPlan);
  // Who doesn't know its hash yet is asked for it.
  expect(
    await beginDirectUpload(visitor, songBytes.length, { ...NAMED, sha256: null }),
  ).toMatchObject({ needsHash: true });
  expect(repeated.sha256).toBe(sha256(songBytes));
});

test("a file that came by a form, without a fingerprint, is known again by its hash", async () => {
  const visitor = await createDraftAt("about");
  const hint = await beginDirectUpload(visitor, songBytes.length, { ...NAMED, sha256: null });
  expect(hint).toMatchObject({ needsHash: true });
  const stored = (await draftFiles(inside, visitor)).find(({ slot }) => slot === SONG.slot);
  const repeated = await beginDirectUpload(visitor, songBytes.length, {
    ...NAMED,
    sha256: sha256(songBytes),
  });
  expect(repeated).toMatchObject({ state: "complete", uploadId: stored?.id });
});

test("a stored file is not told to a new master of the same length and ends, which takes its place", async () => {
  const visitor = await createDraftAt("music");
  // Their ends are the same, as silent ones are: only what lies between differs.
  const [first, second] = [1, 2].map((level) =>
    wavBytes({ totalBytes: MIB }).slice().fill(level, 200_000, 800_000),
  );
  if (!first || !second) throw new Error("There are two masters");
  const plan = await beginDirectUpload(visitor, first.length, NAMED);
  await sendPart(visitor, plan, 1, first);
  expect((await finishDirectUpload(visitor, plan)).status).toBe(200);
  expect(await beginDirectUpload(visitor, second.length, { ...NAMED, sha256: null })).toMatchObject(
    {
      needsHash: true,
    },
  );
  const same = { ...NAMED, sha256: sha256(first) };
  expect((await beginDirectUpload(visitor, first.length, same)).uploadId).toBe(plan.uploadId);
  const other = await beginDirectUpload(visitor, second.length, {
    ...NAMED,
    sha256: sha256(second),
  });
  expect([other.state, other.uploadId === plan.uploadId]).toEqual(["open", false]);
  await sendPart(visitor, other, 1, second);
  expect((await finishDirectUpload(visitor, other)).status).toBe(200);
  const complete = (await draftFiles(inside, visitor)).filter(({ state }) => state === "complete");
  expect(complete.map((storedFile) => storedFile.sha256)).toEqual([sha256(second)]);
});

test.each([
  ["another fingerprint", { fingerprint: "0".repeat(64) }, file.length],
  ["no fingerprint", { fingerprint: undefined }, file.length],
  ["another size", {}, file.length - 2],
  ["another track", { slot: "audio:track-2" }, file.length],
])("a file with %s is another file", async (_, differs, size) => {
  const visitor = await createDraftAt("music");
  const plan = await beginDirectUpload(visitor, file.length, NAMED);
  const other = await beginDirectUpload(visitor, size, { ...NAMED, ...differs });
  expect(other.uploadId).not.toBe(plan.uploadId);
});

test("the same file in another draft is another upload", async () => {
  const plan = await beginDirectUpload(await createDraftAt("music"), file.length, NAMED);
  const stranger = await beginDirectUpload(await createDraftAt("music"), file.length, NAMED);
  expect(stranger.uploadId).not.toBe(plan.uploadId);
});

test.each([
  [undefined, 5],
  [1, 5],
  [5 * MIB, 5],
  [8 * MIB + 5, 8],
  [16 * MIB, 16],
  [1_000 * MIB, 16],
])("who wishes for parts of %s bytes gets parts of %i MiB", async (partSize, mib) => {
  const visitor = await createDraftAt("music");
  const plan = await beginDirectUpload(visitor, 200 * MIB, { ...SONG, partSize });
  expect(plan).toMatchObject({ partSize: mib * MIB, parts: Math.ceil(200 / mib) });
});

test("a file in parts of 8 MiB is stored byte for byte", async () => {
  const visitor = await createDraftAt("music");
  const long = wavBytes({ totalBytes: 8 * MIB + 100 });
  const plan = await beginDirectUpload(visitor, long.length, { ...SONG, partSize: 8 * MIB });
  await sendPart(visitor, plan, 1, long.slice(0, 8 * MIB));
  await sendPart(visitor, plan, 2, long.slice(8 * MIB));
  expect((await finishDirectUpload(visitor, plan)).body.sha256).toBe(sha256(long));
});

test("an upload that was finished on another device is told as complete", async () => {
  const visitor = await createDraftAt("music");
  const plan = await beginDirectUpload(visitor, songBytes.length, NAMED);
  await sendPart(visitor, plan, 1, songBytes);
  const other = new Visitor();
  other.cookie = visitor.cookie;
  await finishDirectUpload(other, plan);
  expect((await readUpload(visitor, plan)).body).toMatchObject({ state: "complete", parts: [1] });
});
