import { afterAll, beforeAll, expect, test } from "vitest";
import { s3Backend } from "~/domain/uploads/receiving/s3-backend.server";
import { network } from "~/platform/http-client";
import { wavBytes } from "../../fixtures/wav";
import { type AppServer, startApp } from "../../support/app-server";
import { type AppStores, openAppStores } from "../../support/app-stores";
import { COVER, coverBytes, sha256 } from "../../support/drafts";
import { type S3Server, startS3Server } from "../../support/s3-server";
import { fieldParts, filePart, postStandard } from "../../support/standard-post";
import {
  beginDirectUpload,
  finishDirectUpload,
  putBytes,
  readApiReply,
  readUpload,
  requestPartUrls,
  requestUrlsOfPart,
  sendPiece,
  type UploadPlan,
  waitForParts,
} from "../../support/upload-calls";
import { Visitor } from "../../support/visitor";

/*
 * The whole app with its files on an S3 server, with every signature checked (see
 * tests/support/s3-server.ts). Nothing of a file may be in the binding.
 */

const MIB = 1024 * 1024;
const PART = 5 * MIB;
const file = wavBytes({ totalBytes: 12_000_000 });
const parts = [0, 1, 2].map((index) => file.slice(index * PART, (index + 1) * PART));
const hashes = { sha256: sha256(file), partSha256: parts.map(sha256) };
const part = (number: number) => parts[number - 1] ?? new Uint8Array(0);

let storage: S3Server;
let app: AppServer;
let inside: AppStores;
let visitor: Visitor;

beforeAll(async () => {
  storage = await startS3Server();
  app = await startApp({
    build: false,
    env: storage.settings,
  });
  inside = await openAppStores(app);
  visitor = new Visitor(app.url);
  await visitor.openDraft();
});
afterAll(async () => {
  await inside?.close();
  await app?.stop();
  await storage?.stop();
});

const bucket = () => s3Backend({ ...storage, clock: () => new Date(), fetch: network });

/** PUTs a part to its link like a page: without a cookie, only with the link. */
async function sendToStorage(plan: UploadPlan, number: number, bytes = part(number)) {
  const { url } = await requestUrlsOfPart(visitor, plan, number);
  expect(new URL(url).origin).toBe(storage.endpoint);
  const reply = await fetch(url, { method: "PUT", body: bytes });
  expect(reply.status).toBe(200);
  return { number, etag: reply.headers.get("ETag") ?? "" };
}

async function sendAll(plan: UploadPlan) {
  return [await sendToStorage(plan, 1), await sendToStorage(plan, 2), await sendToStorage(plan, 3)];
}

const readBytes = async (reply: Response) => new Uint8Array(await reply.arrayBuffer());
const remove = ({ uploadId }: UploadPlan) =>
  readApiReply(visitor.send(`/api/cloud-storage/uploads/${uploadId}`, { method: "DELETE" }));
const keysInBinding = async () => (await inside.files.list()).objects.map(({ key }) => key);
const partsSent = () => storage.requests.filter((line) => line.includes("partNumber="));

test("a WAV of 12MB goes straight to storage, is checked there, opened by range and removed", async () => {
  const plan = await beginDirectUpload(visitor, file.length);
  expect(plan).toMatchObject({
    carrier: "s3",
    bucketName: storage.bucket,
    partSize: PART,
    parts: 3,
    held: [],
    state: "open",
    compression: false,
  });
  expect(new URL(plan.uploadUrl).origin).toBe(storage.endpoint);
  const storedParts = await sendAll(plan);
  const reply = await finishDirectUpload(visitor, plan, { ...hashes, stored: storedParts });
  expect(reply).toMatchObject({
    status: 200,
    body: {
      success: true,
      fileId: plan.uploadId,
      uploadMethod: "direct-s3",
      sha256: hashes.sha256,
    },
  });

  const [key = "", ...others] = await bucket().list("artists/");
  expect(others).toEqual([]);
  expect(await bucket().size(key)).toBe(file.length);
  expect(await keysInBinding()).toEqual([]);

  const url = String(reply.body.url);
  expect(sha256(await readBytes(await visitor.send(url)))).toBe(hashes.sha256);
  const range = await visitor.send(url, { headers: { Range: "bytes=5242870-5242889" } });
  expect(range.status).toBe(206);
  expect(range.headers.get("Content-Range")).toBe(`bytes 5242870-5242889/${file.length}`);
  expect(await readBytes(range)).toEqual(file.slice(5_242_870, 5_242_890));
  expect((await new Visitor(app.url).send(url)).status).toBe(404);

  expect((await remove(plan)).status).toBe(200);
  expect(await bucket().list("")).toEqual([]);
  expect((await visitor.send(url)).status).toBe(404);
});

test("storage takes no other length than the plan's, of the short last part and by renewed links too", async () => {
  const plan = await beginDirectUpload(visitor, file.length);
  const last = part(3);
  expect(last.length).toBeLessThan(PART);
  const put = async (url: string, body: Uint8Array<ArrayBuffer>) =>
    (await fetch(url, { method: "PUT", body })).status;
  const once = (await requestUrlsOfPart(visitor, plan, 3)).url;
  const renewedUrl = (await requestUrlsOfPart(visitor, plan, 3)).url;
  for (const url of [plan.uploadUrl, once, renewedUrl]) {
    const own = url === plan.uploadUrl ? part(1) : last;
    expect(await put(url, file)).toBe(403);
    expect(await put(url, own.slice(1))).toBe(403);
    expect(await put(url, own)).toBe(200);
  }
  await remove(plan);
});

test("parts that were reported are not asked for again", async () => {
  const plan = await beginDirectUpload(visitor, file.length);
  const first = await sendToStorage(plan, 1);
  await requestPartUrls(visitor, plan, [2], { stored: [first] });
  expect((await readUpload(visitor, plan)).body).toMatchObject({ parts: [1] });
  const early = await finishDirectUpload(visitor, plan);
  expect(early).toMatchObject({ status: 409, body: { missing: [2, 3] } });
  const rest = [await sendToStorage(plan, 2), await sendToStorage(plan, 3)];
  const reply = await finishDirectUpload(visitor, plan, { ...hashes, stored: rest });
  expect(reply.body.sha256).toBe(hashes.sha256);
  await remove(plan);
});

test("an etag that storage never gave makes no file, and the parts are asked for again", async () => {
  const plan = await beginDirectUpload(visitor, file.length);
  const [, second = { number: 2, etag: "" }, third = { number: 3, etag: "" }] = await sendAll(plan);
  const storedParts = [{ number: 1, etag: '"d41d8cd98f00b204e9800998ecf8427e"' }, second, third];
  const wrong = await finishDirectUpload(visitor, plan, { ...hashes, stored: storedParts });
  expect(wrong.status).toBe(409);
  expect(wrong.body.missing).toContain(1);
  expect(await bucket().list("artists/")).toEqual([]);
  const repeated = await finishDirectUpload(visitor, plan, {
    ...hashes,
    stored: await sendAll(plan),
  });
  expect(repeated.body.sha256).toBe(hashes.sha256);
  await remove(plan);
});

test("a part that was changed on the way is sent again alone, the others are copied in storage", async () => {
  const plan = await beginDirectUpload(visitor, file.length);
  const changedPart = part(2).slice();
  changedPart[500] = (changedPart[500] ?? 0) ^ 1;
  const storedParts = [
    await sendToStorage(plan, 1),
    await sendToStorage(plan, 2, changedPart),
    await sendToStorage(plan, 3),
  ];
  const wrong = await finishDirectUpload(visitor, plan, { ...hashes, stored: storedParts });
  expect(wrong).toMatchObject({ status: 409, body: { missing: [2] } });
  const before = partsSent().length;
  const mendedParts = [await sendToStorage(plan, 2)];
  const reply = await finishDirectUpload(visitor, plan, { ...hashes, stored: mendedParts });
  expect(reply.body).toMatchObject({ success: true, sha256: hashes.sha256 });
  expect(partsSent().length - before).toBe(1);
  await remove(plan);
  expect(storage.openUploads()).toEqual([]);
});

test("a part longer than its plan makes no file, however it came into storage", async () => {
  const plan = await beginDirectUpload(visitor, file.length);
  const [first, second] = await sendAll(plan);
  const long = new Uint8Array(part(3).length + 1);
  long.set(part(3));
  const sql = "SELECT key, multipart_id FROM uploads WHERE id = ?";
  const [row] = await inside.rows(sql, plan.uploadId);
  const etag = await bucket().putPart(
    String(row?.key),
    String(row?.multipart_id),
    3,
    long,
    long.length,
  );
  const storedParts = [first, second, { number: 3, etag: `"${etag}"` }];
  const wrong = await finishDirectUpload(visitor, plan, { ...hashes, stored: storedParts });
  expect(wrong.status).toBe(409);
  expect(await bucket().list("artists/")).toEqual([]);
  await remove(plan);
});

test("pieces come by our own origin and are joined into a part in storage", async () => {
  const plan = await beginDirectUpload(visitor, file.length);
  const { piecesUrl } = await requestUrlsOfPart(visitor, plan, 3);
  expect(piecesUrl).toMatch(/^\/api\/cloud-storage\//);
  const last = part(3);
  const sendRange = async (offset: number, end: number) => {
    const reply = await sendPiece(visitor, plan, 3, last, [offset, end]);
    expect(reply.status).toBe(200);
  };
  for (let offset = MIB; offset < last.length; offset += MIB)
    await sendRange(offset, Math.min(offset + MIB, last.length));
  expect((await bucket().list("pieces/")).length).toBeGreaterThanOrEqual(last.length / MIB - 1);
  const kind = "kind=flac&size=65536&prefix=0&rate=48000&channels=2&bits=24";
  const compressed = putBytes(visitor, `${piecesUrl}&offset=0&${kind}`, file.slice(0, 9_000));
  expect((await compressed).status).toBe(415);
  await sendRange(0, MIB);
  await waitForParts(visitor, plan, [3]);
  expect(await bucket().list("pieces/")).toEqual([]);
  const storedParts = [await sendToStorage(plan, 1), await sendToStorage(plan, 2)];
  const reply = await finishDirectUpload(visitor, plan, { ...hashes, stored: storedParts });
  expect(reply.body.sha256).toBe(hashes.sha256);
  await remove(plan);
});

test("an upload that is given up leaves nothing in storage, and its links are of no use", async () => {
  const plan = await beginDirectUpload(visitor, file.length);
  const { url } = await requestUrlsOfPart(visitor, plan, 1);
  await sendToStorage(plan, 1);
  expect(storage.openUploads()).toHaveLength(1);
  expect((await remove(plan)).status).toBe(200);
  expect(storage.openUploads()).toEqual([]);
  expect((await fetch(url, { method: "PUT", body: part(1) })).status).toBe(404);
});

test("a file that is not what it says is removed from storage", async () => {
  const text = new TextEncoder().encode("no music ".repeat(100));
  const plan = await beginDirectUpload(visitor, text.length);
  const storedParts = [await sendToStorage(plan, 1, text)];
  expect((await finishDirectUpload(visitor, plan, { stored: storedParts })).status).toBe(415);
  expect(await bucket().list("")).toEqual([]);
});

test("a file that comes before its fields waits in the same storage, and only until it is placed", async () => {
  const long = wavBytes({ totalBytes: 6_500_000 });
  const owner = new Visitor(app.url);
  await owner.openDraft();
  const fields = fieldParts({ artistName: "Ada", fileType: "track" });
  const reply = await postStandard(owner, [filePart(long), ...fields]);
  expect(reply).toMatchObject({ status: 200, body: { sha256: sha256(long) } });
  const [key = "", ...others] = await bucket().list("");
  expect(others).toEqual([]);
  expect(sha256(await readBytes(new Response(await bucket().read(key))))).toBe(sha256(long));
  expect(storage.requests.some((line) => /^PUT \/[^?]*\/spool\//.test(line))).toBe(true);
  expect(await keysInBinding()).toEqual([]);
  const wrong = await postStandard(owner, [filePart(long), ...fieldParts({ fileType: "video" })]);
  expect(wrong.status).toBe(400);
  expect(await bucket().list("")).toEqual([key]);
  expect(storage.openUploads()).toEqual([]);
  await owner.send(`/api/cloud-storage/uploads/${reply.body.fileId}`, { method: "DELETE" });
});

test("the one call for small files ends in the same storage", async () => {
  const form = new FormData();
  form.set("fileType", "artwork");
  form.set("slot", COVER.slot);
  form.set("file", new File([coverBytes], COVER.fileName, { type: "image/jpeg" }));
  const reply = await readApiReply(visitor.send("/api/upload", { method: "POST", body: form }));
  expect(reply).toMatchObject({
    status: 200,
    body: { uploadMethod: "standard", sha256: sha256(coverBytes) },
  });
  const [key = ""] = await bucket().list("artists/");
  expect(sha256(await readBytes(new Response(await bucket().read(key))))).toBe(sha256(coverBytes));
  expect(await keysInBinding()).toEqual([]);
});

test("pages may send to this storage, and nowhere else", async () => {
  const policy = (await visitor.send("/")).headers.get("Content-Security-Policy") ?? "";
  const connect = policy.split("; ").find((directive) => directive.startsWith("connect-src"));
  expect(connect).toBe(`connect-src 'self' ${storage.endpoint}`);
});
