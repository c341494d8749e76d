import { connect } from "node:net";
import { expect, test } from "vitest";
import { wavBytes } from "../fixtures/wav";
import { appUnderTest } from "../support/app-under-test";
import { sha256 } from "../support/drafts";
import { musicDraft } from "../support/music-draft";
import {
  beginDirectUpload,
  finishDirectUpload,
  piecesInBucket,
  readUpload,
  requestUrlsOfPart,
  sendPart,
  sendPiece,
  type UploadPlan,
  waitForParts,
} from "../support/upload-calls";

const KIB = 1024;
const PART = 5 * 1024 * KIB;
const file = wavBytes({ totalBytes: PART + 700 * KIB + 2 });
const tail = file.slice(PART);
const { inside, visitor } = await musicDraft();

const start = () => beginDirectUpload(visitor, file.length);

/** A request that sends part of its announced bytes, and then nothing. */
async function sendSome(
  plan: UploadPlan,
  part: typeof file,
  [offset, end]: [number, number],
  bytes: number,
) {
  const { piecesUrl } = await requestUrlsOfPart(visitor, plan, 2);
  const { host, hostname, port } = new URL(appUnderTest().url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  const head = [
    `PUT ${piecesUrl}&offset=${offset} HTTP/1.1`,
    `Host: ${host}`,
    `Content-Length: ${end - offset}`,
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  socket.write(part.subarray(offset, offset + bytes));
  const answer = new Promise<string>((resolve) => {
    socket.once("data", (bytes) => resolve(bytes.toString("latin1").split("\r\n")[0] ?? ""));
  });
  return {
    answer,
    cut: () => void socket.resetAndDestroy(),
    hangUp: () => void socket.destroy(),
    sendRest: () => void socket.write(part.subarray(offset + bytes, end)),
  };
}

const findPieces = async (plan: UploadPlan) => (await readUpload(visitor, plan)).body.pieces;
const stretch = (offset: number, size: number) => ({ part: 2, offset, size });

/** Waits until the label holds what is named. */
async function waitForPieces(plan: UploadPlan, ...pieces: object[]): Promise<void> {
  await expect.poll(() => findPieces(plan), { timeout: 20_000, interval: 50 }).toEqual(pieces);
}

/**
 * Sends what the server does not hold, as often as a request that was cut has stored more meanwhile.
 * @param storedBytes from the first one on, which must never be lost.
 */
async function sendMissing(plan: UploadPlan, storedBytes: number): Promise<void> {
  for (let end = storedBytes; ; ) {
    const { parts, pieces } = (await readUpload(visitor, plan)).body;
    if ((parts as number[]).includes(2)) return;
    const size = (pieces as { offset: number; size: number }[]).find(
      ({ offset }) => offset === 0,
    )?.size;
    expect(size).toBeGreaterThanOrEqual(end);
    end = Number(size);
    if (end === tail.length) return;
    expect((await sendPiece(visitor, plan, 2, tail, [end, tail.length])).status).toBe(200);
  }
}

async function finishUpload(plan: UploadPlan): Promise<void> {
  await waitForParts(visitor, plan, [2]);
  await sendPart(visitor, plan, 1, file.slice(0, PART));
  expect((await finishDirectUpload(visitor, plan)).body.sha256).toBe(sha256(file));
  // A slice of a request that was cut may be stored, and removed again, at this moment.
  await expect.poll(() => piecesInBucket(inside, plan), { timeout: 5_000 }).toBe(0);
}

test.each(["cut", "hangUp"] as const)(
  "an aborted request (%s) loses nothing that was stored, and the next one continues there",
  async (how) => {
    const plan = await start();
    const request = await sendSome(plan, tail, [0, tail.length], 300 * KIB + 77);
    await waitForPieces(plan, stretch(0, 288 * KIB));
    // How much of this the server still reads is the network's business, not a promise.
    request.sendRest();
    request[how]();
    await sendMissing(plan, 288 * KIB);
    await finishUpload(plan);
  },
);

test("an unfinished request blocks nobody: its bytes are kept, and other requests continue after them", async () => {
  const plan = await start();
  const old = await sendSome(plan, tail, [0, tail.length], 100 * KIB);
  await waitForPieces(plan, stretch(0, 96 * KIB));
  expect((await sendPiece(visitor, plan, 2, tail, [96 * KIB, 400 * KIB])).status).toBe(200);
  await waitForPieces(plan, stretch(0, 400 * KIB));
  // Its bytes come after all: they are the same, and what is there already is not kept twice.
  old.sendRest();
  await finishUpload(plan);
  old.cut();
});

test("a request of which nothing comes is answered as one that was cut, so that nobody counts it as a step", async () => {
  const plan = await start();
  const request = await sendSome(plan, tail, [0, tail.length], 0);
  expect(await request.answer).toContain(" 408 ");
  request.cut();
  expect(await findPieces(plan)).toEqual([]);
});

test("two requests for the same bytes at once leave them once", async () => {
  const plan = await start();
  const first = await sendSome(plan, tail, [0, tail.length], 20 * KIB);
  const second = await sendSome(plan, tail, [0, tail.length], 40 * KIB);
  await waitForPieces(plan, stretch(0, 32 * KIB));
  first.sendRest();
  second.sendRest();
  await finishUpload(plan);
  first.cut();
  second.cut();
});

test("late bytes for a finished upload leave nothing in the bucket", async () => {
  const plan = await start();
  const old = await sendSome(plan, tail, [0, tail.length], 10 * KIB);
  await sendPiece(visitor, plan, 2, tail, [0, tail.length]);
  await finishUpload(plan);
  old.sendRest();
  await expect.poll(() => piecesInBucket(inside, plan), { timeout: 5_000 }).toBe(0);
  old.cut();
});
