import { expect, test } from "vitest";
import { wavBytes } from "../fixtures/wav";
import { songBytes } from "../support/drafts";
import { musicDraft } from "../support/music-draft";
import {
  beginDirectUpload,
  finishDirectUpload,
  piecesInBucket,
  putBytes,
  readApiReply,
  readUpload,
  requestUrlsOfPart,
  sendPiece,
} from "../support/upload-calls";

const KIB = 1024;
const MIB = 1024 * KIB;
const file = wavBytes({ totalBytes: 5 * MIB + 700 * KIB });
const head = file.slice(0, 5 * MIB);
const tail = file.slice(5 * MIB);
const { inside, visitor } = await musicDraft();

const start = () => beginDirectUpload(visitor, file.length);

test.each([
  ["begins between two steps", "100", 256 * KIB, /begins at a multiple/],
  ["begins behind its part", String(5 * MIB), 256 * KIB, /has \d+ bytes only/],
  ["says no offset", "", 256 * KIB, /begins at a multiple/],
  ["says half an offset", "1.5", 256 * KIB, /begins at a multiple/],
  ["is no multiple of a step", "0", 256 * KIB + 2, /has a multiple of/],
  ["goes on behind its part", String(5 * MIB - 256 * KIB), 512 * KIB, /has a multiple of/],
])("a piece that %s is refused with 400 and not kept", async (_, offset, length, error) => {
  const plan = await start();
  const { piecesUrl } = await requestUrlsOfPart(visitor, plan, 1);
  const reply = await putBytes(visitor, `${piecesUrl}&offset=${offset}`, new Uint8Array(length));
  expect(reply).toEqual({
    status: 400,
    body: { success: false, error: expect.stringMatching(error) },
  });
  expect((await readUpload(visitor, plan)).body.pieces).toEqual([]);
  expect(await piecesInBucket(inside, plan)).toBe(0);
});

test("removing an upload removes its pieces, and no more are taken", async () => {
  const plan = await start();
  await sendPiece(visitor, plan, 2, tail, [0, 256 * KIB]);
  const { piecesUrl } = await requestUrlsOfPart(visitor, plan, 1);
  const path = `/api/cloud-storage/uploads/${plan.uploadId}`;
  expect((await readApiReply(visitor.send(path, { method: "DELETE" }))).status).toBe(200);
  const late = await putBytes(visitor, `${piecesUrl}&offset=0`, head.slice(0, MIB));
  expect(late.status).toBe(404);
  expect(await piecesInBucket(inside, plan)).toBe(0);
});

test("a finished upload takes no more pieces", async () => {
  const plan = await beginDirectUpload(visitor, songBytes.length);
  const { piecesUrl } = await requestUrlsOfPart(visitor, plan, 1);
  await putBytes(visitor, `${piecesUrl}&offset=0`, songBytes);
  expect((await finishDirectUpload(visitor, plan)).status).toBe(200);
  const late = await putBytes(visitor, `${piecesUrl}&offset=0`, songBytes);
  expect(late).toMatchObject({ status: 409, body: { error: "This upload is already finished." } });
  expect(await piecesInBucket(inside, plan)).toBe(0);
});

test("pieces sent from the end backwards, each over the last, cost no more than their part", async () => {
  const plan = await start();
  const step = 256 * KIB;
  for (let offset = 5 * MIB - 512 * KIB; offset >= 3 * MIB; offset -= step / 4) {
    const reply = await sendPiece(visitor, plan, 1, head, [offset, offset + 512 * KIB]);
    expect(reply.status).toBe(200);
  }
  const pieceList = await inside.files.list({ prefix: `pieces/${plan.uploadId}/` });
  const storedBytes = pieceList.objects.reduce((sum, { size }) => sum + size, 0);
  expect(storedBytes).toBe(2 * MIB);
  await sendPiece(visitor, plan, 1, head, [0, 3 * MIB]);
  await sendPiece(visitor, plan, 2, tail, [0, tail.length]);
  expect((await finishDirectUpload(visitor, plan)).status).toBe(200);
});
