import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PcmFormat } from "~/domain/media/flac/flac-stream";
import { wavBytes } from "../../fixtures/wav";
import { type AppServer, startApp } from "../../support/app-server";
import { type AppStores, openAppStores } from "../../support/app-stores";
import { deepRuns } from "../../support/deep-runs";
import { sha256 } from "../../support/drafts";
import { compressForTest, smoothSamples } from "../../support/flac";
import {
  beginDirectUpload,
  finishDirectUpload,
  piecesInBucket,
  putBytes,
  readUpload,
  requestUrlsOfPart,
  sendPiece,
  type UploadPlan,
} from "../../support/upload-calls";
import { Visitor } from "../../support/visitor";

/* Pieces that come as FLAC and are stored as the file's own bytes, in the real runtime. */

const KIB = 1024;
const PART = 5 * 1024 * KIB;
const BLOCK = 2048 * KIB;
const FORMAT: PcmFormat = { sampleRate: 48_000, channels: 2, bits: 24 };
/** Of its frames of 6 bytes, no step of a piece begins with one. */
const file = wavBytes({ totalBytes: PART + 700 * KIB + 2, ...FORMAT });
const HEADER = Buffer.from(file).indexOf("data") + 8;
file.set(smoothSamples(FORMAT, file.length - HEADER - 6), HEADER);

let app: AppServer;
let inside: AppStores;
let visitor: Visitor;

beforeAll(async () => {
  app = await startApp({ build: false });
  inside = await openAppStores(app);
  visitor = new Visitor(app.url);
  await visitor.openDraft();
});
afterAll(async () => {
  await inside?.close();
  await app?.stop();
});

const start = () => beginDirectUpload(visitor, file.length);
const stretch = (part: number, offset: number, size: number) => ({ part, offset, size });
const piecesOf = async (plan: UploadPlan) => (await readUpload(visitor, plan)).body.pieces;

/** A stretch of a part as FLAC. */
const compress = (part: number, offset: number, length: number) =>
  compressForTest(file, FORMAT, HEADER, { offset: (part - 1) * PART + offset, length });

async function sendCompressed(
  plan: UploadPlan,
  part: number,
  offset: number,
  { body, query }: { body: Uint8Array<ArrayBuffer>; query: string },
) {
  const { piecesUrl } = await requestUrlsOfPart(visitor, plan, part);
  return putBytes(visitor, `${piecesUrl}&offset=${offset}&${query}`, body);
}

/** A request of which only some bytes come. @returns what cuts its connection. */
async function sendSome(
  plan: UploadPlan,
  offset: number,
  { body, query }: { body: Uint8Array<ArrayBuffer>; query: string },
  bytes: number,
) {
  const { piecesUrl } = await requestUrlsOfPart(visitor, plan, 2);
  const { host, hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  const head = `PUT ${piecesUrl}&offset=${offset}&${query} HTTP/1.1`;
  socket.write(`${head}\r\nHost: ${host}\r\nContent-Length: ${body.length}\r\n\r\n`);
  socket.write(body.subarray(0, bytes));
  return () => void socket.resetAndDestroy();
}

test("a file that comes as FLAC is stored as the WAV that it was, pieces raw and compressed in any order", async () => {
  const plan = await start();
  expect(plan.compression).toBe(true);
  const tail = file.length - PART;
  const reply = await sendCompressed(
    plan,
    2,
    64 * KIB,
    await compress(2, 64 * KIB, tail - 64 * KIB),
  );
  expect(reply).toMatchObject({ status: 200, body: stretch(2, 64 * KIB, tail - 64 * KIB) });
  await sendPiece(visitor, plan, 2, file.slice(PART), [0, 64 * KIB]);
  for (let offset = 0; offset < PART; offset += BLOCK) {
    const length = Math.min(BLOCK, PART - offset);
    const block = await compress(1, offset, length);
    expect(block.body.length).toBeLessThan(length * 0.8);
    const { status, body } = await sendCompressed(plan, 1, offset, block);
    expect({ status, body }).toMatchObject({ status: 200, body: stretch(1, offset, length) });
  }
  expect((await finishDirectUpload(visitor, plan)).body.sha256).toBe(sha256(file));
  expect(await piecesInBucket(inside, plan)).toBe(0);
});

test("what came of a compressed piece that was cut stays, and the next one begins within a frame", async () => {
  const plan = await start();
  const length = 512 * KIB;
  const block = await compress(2, 0, length);
  const cut = await sendSome(plan, 0, block, Math.floor(block.body.length / 2));
  const storedSize = async () => {
    const [piece] = (await piecesOf(plan)) as { size: number }[];
    return piece?.size ?? 0;
  };
  // What has come is stored while its sender is silent, so that the cut itself takes nothing.
  await expect.poll(storedSize, { timeout: 20_000, interval: 50 }).toBeGreaterThan(length / 4);
  cut();
  const size = await storedSize();
  expect(size % (16 * KIB)).toBe(0);
  expect(size).toBeLessThan(length);
  const tail = file.length - PART;
  const next = size + 16 * KIB;
  // A step is no multiple of a frame, so that one of the two begins within one.
  const rest = [await compress(2, size, 16 * KIB), await compress(2, next, tail - next)] as const;
  expect(rest[0].facts.prefix + rest[1].facts.prefix).toBeGreaterThan(0);
  expect((await sendCompressed(plan, 2, size, rest[0])).status).toBe(200);
  expect((await sendCompressed(plan, 2, next, rest[1])).status).toBe(200);
  for (let offset = 0; offset < PART; offset += BLOCK)
    await sendCompressed(
      plan,
      1,
      offset,
      await compress(1, offset, Math.min(BLOCK, PART - offset)),
    );
  expect((await finishDirectUpload(visitor, plan)).body.sha256).toBe(sha256(file));
});

test("bytes that the site has already are not taken again", async () => {
  const plan = await start();
  await sendPiece(visitor, plan, 2, file.slice(PART), [0, 64 * KIB]);
  const reply = await sendCompressed(plan, 2, 0, await compress(2, 0, 512 * KIB));
  expect(reply).toMatchObject({ status: 200, body: stretch(2, 0, 64 * KIB) });
});

test("a damaged, lying or hostile block is refused, and nothing of it stays", async () => {
  const plan = await start();
  const length = 1024 * KIB;
  const block = await compress(1, 0, length);
  const { body, query } = block;
  const more = await compress(1, 0, length + 16 * KIB);
  const less = await compress(1, 0, length - 16 * KIB);
  const late = body.slice();
  late[body.length - 4] = (late[body.length - 4] ?? 0) ^ 1;
  const bad: [string, { body: Uint8Array<ArrayBuffer>; query: string }][] = [
    ["unpacks to more", { body: more.body, query }],
    ["unpacks to less", { body: less.body, query }],
    ["is wrong in its last frame", { body: late, query }],
    ["has no last frame", { body: body.slice(0, -3_000), query }],
    ["is of another width", { body, query: query.replace("bits=24", "bits=16") }],
    ["is of another rate", { body, query: query.replace("48000", "44100") }],
    ["has another prefix", { body, query: query.replace(/prefix=\d/, "prefix=7") }],
    ["is the file itself", { body: file.slice(0, length), query }],
    ["is longer than what it stands for", { body: file.slice(0, length + 5_000), query }],
    ["is too large", { body, query: query.replace(String(length), String(3 * 1024 * KIB)) }],
    ["is of an unknown kind", { body, query: query.replace("flac", "zip") }],
    ["ends within a step", { body, query: query.replace(String(length), String(length - 4)) }],
  ];
  for (const [what, forged] of bad) {
    const reply = await sendCompressed(plan, 1, 0, forged);
    expect([what, reply.status]).toEqual([what, 400]);
    expect(reply.body.error).toMatch(/\.$/);
    expect([what, await piecesOf(plan)]).toEqual([what, []]);
  }
  expect(await piecesInBucket(inside, plan)).toBe(0);
  expect((await sendCompressed(plan, 1, 0, block)).status).toBe(200);
});

test("a block with random changes is stored as it was or not at all", async () => {
  const plan = await start();
  const length = 256 * KIB;
  const { body, query } = await compress(1, 0, length);
  // Asked for once, as calls have a limit.
  const { piecesUrl } = await requestUrlsOfPart(visitor, plan, 1);
  let random = 7;
  const next = (below: number) => {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((random / 2 ** 32) * below);
  };
  for (let run = 0; run < deepRuns(25, 1_000); run++) {
    const forged = body.slice(0, next(4) === 0 ? next(body.length) + 1 : body.length);
    for (let changes = next(5); changes >= 0; changes--) forged[next(forged.length)] = next(256);
    const { status } = await putBytes(visitor, `${piecesUrl}&offset=0&${query}`, forged);
    expect([200, 400]).toContain(status);
    if (status === 400) expect([run, await piecesInBucket(inside, plan)]).toEqual([run, 0]);
    if (status === 200) break;
  }
  const pieces = await piecesInBucket(inside, plan);
  expect(pieces === 0).toBe(((await piecesOf(plan)) as object[]).length === 0);
});

test("with UPLOAD_COMPRESSION=0 the page is told so, and a compressed piece is refused", async () => {
  const plainApp = await startApp({ build: false, env: { UPLOAD_COMPRESSION: "0" } });
  try {
    const other = new Visitor(plainApp.url);
    await other.openDraft();
    const plan = await beginDirectUpload(other, file.length);
    expect(plan.compression).toBe(false);
    const { piecesUrl } = await requestUrlsOfPart(other, plan, 1);
    const { body, query } = await compress(1, 0, 512 * KIB);
    const reply = await putBytes(other, `${piecesUrl}&offset=0&${query}`, body);
    expect(reply).toMatchObject({ status: 415, body: { success: false } });
    expect((await readUpload(other, plan)).body.pieces).toEqual([]);
    expect((await sendPiece(other, plan, 1, file.slice(0, PART), [0, 64 * KIB])).status).toBe(200);
  } finally {
    await plainApp.stop();
  }
});
