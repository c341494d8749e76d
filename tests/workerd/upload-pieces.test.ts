import { expect, test } from "vitest";
import { wavBytes } from "../fixtures/wav";
import { pollUntil } from "../support/app-stores";
import { sha256 } from "../support/drafts";
import { musicDraft } from "../support/music-draft";
import {
  beginDirectUpload,
  finishDirectUpload,
  piecesInBucket,
  putBytes,
  readUpload,
  requestUrlsOfPart,
  sendPart,
  sendPiece,
  type UploadPlan,
  waitForParts,
} from "../support/upload-calls";

const KIB = 1024;
const STEP = 256 * KIB;
const MIB = 1024 * KIB;
const PART = 5 * MIB;
/** A last part that is no multiple of a step. */
const file = wavBytes({ totalBytes: PART + 700 * KIB + 2 });
const head = file.slice(0, PART);
const tail = file.slice(PART);
const { inside, visitor } = await musicDraft();

const start = () => beginDirectUpload(visitor, file.length);

/** Sends a part in pieces of one size, in the order of `by`. */
async function sendAll(plan: UploadPlan, number: number, part: typeof file, size: number, by = 1) {
  const offsets: number[] = [];
  for (let offset = 0; offset < part.length; offset += size) offsets.push(offset);
  if (by < 0) offsets.reverse();
  for (const offset of offsets) {
    const reply = await sendPiece(visitor, plan, number, part, [offset, offset + size]);
    const piece = { part: number, offset: offset, size: Math.min(size, part.length - offset) };
    expect(reply).toEqual({ status: 200, body: { success: true, ...piece } });
  }
}

test("a part in pieces, last ones first, is joined byte for byte and leaves no pieces", async () => {
  const plan = await start();
  await sendAll(plan, 1, head, MIB, -1);
  await sendAll(plan, 2, tail, STEP);
  await waitForParts(visitor, plan, [1, 2]);
  expect(await piecesInBucket(inside, plan)).toBe(0);
  const result = await finishDirectUpload(visitor, plan);
  expect(result.body).toMatchObject({ success: true, sha256: sha256(file) });
});

test("pieces of different lengths that overlap are joined without doubling a byte", async () => {
  const plan = await start();
  await sendPiece(visitor, plan, 2, tail, [STEP, 2 * STEP]);
  await sendPiece(visitor, plan, 2, tail, [0, tail.length]);
  await sendPiece(visitor, plan, 2, tail, [2 * STEP, tail.length]);
  await waitForParts(visitor, plan, [2]);
  await sendPart(visitor, plan, 1, head);
  expect((await finishDirectUpload(visitor, plan)).body.sha256).toBe(sha256(file));
});

test("a byte range whose beginning is stored is not accepted again, and its sender is told where to continue", async () => {
  const plan = await start();
  await sendPiece(visitor, plan, 1, head, [0, STEP]);
  const repeated = await sendPiece(visitor, plan, 1, head, [0, 2 * STEP]);
  expect(repeated).toEqual({
    status: 200,
    body: { success: true, part: 1, offset: 0, size: STEP },
  });
  expect((await sendPiece(visitor, plan, 1, head, [STEP, PART])).status).toBe(200);
  await waitForParts(visitor, plan, [1]);
  const late = await sendPiece(visitor, plan, 1, head, [0, 2 * STEP]);
  expect(late).toMatchObject({ status: 200, body: { offset: 0, size: 2 * STEP } });
});

test("a part that lacks a piece is not joined, and finishing names the part", async () => {
  const plan = await start();
  await sendPart(visitor, plan, 1, head);
  await sendPiece(visitor, plan, 2, tail, [STEP, 2 * STEP]);
  const reply = await finishDirectUpload(visitor, plan);
  expect(reply).toMatchObject({ status: 409, body: { missing: [2] } });
  expect((await readUpload(visitor, plan)).body).toMatchObject({
    parts: [1],
    pieces: [{ part: 2, offset: STEP, size: STEP }],
  });
});

test("a piece that comes after its part was joined changes nothing", async () => {
  const plan = await start();
  await sendAll(plan, 2, tail, STEP);
  await waitForParts(visitor, plan, [2]);
  const late = new Uint8Array(STEP);
  const { piecesUrl } = await requestUrlsOfPart(visitor, plan, 2);
  expect((await putBytes(visitor, `${piecesUrl}&offset=0`, late)).status).toBe(200);
  expect((await readUpload(visitor, plan)).body).toMatchObject({ parts: [2], pieces: [] });
  await sendPart(visitor, plan, 1, head);
  expect((await finishDirectUpload(visitor, plan)).body.sha256).toBe(sha256(file));
  expect(await piecesInBucket(inside, plan)).toBe(0);
});

test("a piece that the bucket has lost is asked for again", async () => {
  const plan = await start();
  await sendPart(visitor, plan, 1, head);
  await sendPiece(visitor, plan, 2, tail, [STEP, 2 * STEP]);
  await inside.files.delete(`pieces/${plan.uploadId}/2/${STEP}-${STEP}`);
  await sendPiece(visitor, plan, 2, tail, [0, STEP]);
  await sendPiece(visitor, plan, 2, tail, [2 * STEP, tail.length]);
  const reply = await finishDirectUpload(visitor, plan);
  expect(reply).toMatchObject({ status: 409, body: { missing: [2] } });
  const { pieces } = (await readUpload(visitor, plan)).body;
  expect(pieces).not.toContainEqual(expect.objectContaining({ offset: STEP }));
  await sendPiece(visitor, plan, 2, tail, [STEP, 2 * STEP]);
  expect((await finishDirectUpload(visitor, plan)).body.sha256).toBe(sha256(file));
});

test("pieces that are joined twice at once give the part once, and none stays behind", async () => {
  const plan = await start();
  await sendPart(visitor, plan, 1, head);
  await sendPiece(visitor, plan, 2, tail, [0, STEP]);
  const rest: [number, number] = [STEP, tail.length];
  // Both may find the part covered; finishing joins it as well.
  const replies = await Promise.all([
    sendPiece(visitor, plan, 2, tail, rest),
    sendPiece(visitor, plan, 2, tail, rest),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  expect((await finishDirectUpload(visitor, plan)).body.sha256).toBe(sha256(file));
  await pollUntil(async () => (await piecesInBucket(inside, plan)) === 0 || undefined);
});
