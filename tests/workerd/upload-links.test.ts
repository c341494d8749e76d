import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { partPath, piecesPath } from "~/domain/uploads/part-path";
import { signPath } from "~/platform/signed-link";
import { wavBytes } from "../fixtures/wav";
import { appUnderTest } from "../support/app-under-test";
import { createDraftAt, songBytes } from "../support/drafts";
import {
  beginDirectUpload,
  finishDirectUpload,
  putBytes,
  readUpload,
  requestPartUrls,
  requestUrlsOfPart,
} from "../support/upload-calls";
import { Visitor } from "../support/visitor";

const twoParts = wavBytes({ totalBytes: 6 * 1024 * 1024 });
const EXPIRED = "This link has expired. Ask for a new one and send the same bytes again.";
let visitor: Visitor;

beforeAll(async () => {
  visitor = await createDraftAt("music");
});

/** Signs a path as the app does. */
function signAppPath(path: string, expires: Date): Promise<string> {
  const secret = readFileSync(join(appUnderTest().stateDir, "signing-secret"), "utf8").trim();
  return signPath(secret, path, expires);
}
const minutes = (n: number) => new Date(Date.now() + n * 60_000);

test("a link opens its part for whoever holds it, without a cookie", async () => {
  const plan = await beginDirectUpload(visitor, songBytes.length);
  const { url } = await requestUrlsOfPart(visitor, plan, 1);
  expect((await putBytes(new Visitor(), url, songBytes)).status).toBe(200);
  expect((await finishDirectUpload(visitor, plan)).status).toBe(200);
});

test("the address in the reply to the announcement opens the first part", async () => {
  const plan = await beginDirectUpload(visitor, songBytes.length);
  expect((await putBytes(new Visitor(), `${plan.piecesUrl}&offset=0`, songBytes)).status).toBe(200);
  expect((await putBytes(new Visitor(), plan.uploadUrl, songBytes)).status).toBe(200);
});

test("twenty parts are signed at once, for 15 minutes, and again before they expire", async () => {
  const plan = await beginDirectUpload(visitor, 200 * 1024 * 1024);
  const numbers = Array.from({ length: 20 }, (_, index) => index + 21);
  const { status, body } = await requestPartUrls(visitor, plan, numbers);
  expect(status).toBe(200);
  const urls = body.urls as { number: number; url: string }[];
  expect(urls.map(({ number }) => number)).toEqual(numbers);
  const lifetime = Date.parse(String(body.expires)) - Date.now();
  expect(lifetime).toBeGreaterThan(14 * 60_000);
  expect(lifetime).toBeLessThanOrEqual(15 * 60_000);
  for (const { number, url } of urls)
    expect(url.startsWith(`${partPath(plan.uploadId, number)}?`)).toBe(true);
  expect((await requestPartUrls(visitor, plan, numbers)).status).toBe(200);
});

test("the draft's cookie alone opens no part", async () => {
  const plan = await beginDirectUpload(visitor, songBytes.length);
  for (const path of [partPath(plan.uploadId, 1), `${piecesPath(plan.uploadId, 1)}?offset=0`]) {
    const reply = await putBytes(visitor, path, songBytes);
    expect(reply).toEqual({ status: 403, body: { success: false, error: EXPIRED } });
  }
  expect((await readUpload(visitor, plan)).body).toMatchObject({ parts: [], pieces: [] });
});

test("a link that has expired is refused with 403, a body of 5 MiB and all, and renewed", async () => {
  const plan = await beginDirectUpload(visitor, twoParts.length);
  const head = twoParts.slice(0, plan.partSize);
  const stale = await signAppPath(partPath(plan.uploadId, 1), minutes(-1));
  const reply = await putBytes(visitor, stale, head);
  expect(reply).toEqual({ status: 403, body: { success: false, error: EXPIRED } });
  const { url } = await requestUrlsOfPart(visitor, plan, 1);
  expect((await putBytes(visitor, url, head)).status).toBe(200);
});

test("a link opens no other part, no pieces, no other upload, and no later than it says", async () => {
  const plan = await beginDirectUpload(visitor, twoParts.length);
  const other = await beginDirectUpload(visitor, twoParts.length);
  const { url, piecesUrl } = await requestUrlsOfPart(visitor, plan, 2);
  const tail = twoParts.slice(plan.partSize);
  for (const tamperedUrl of [
    url.replace("/parts/2?", "/parts/1?"),
    url.replace("/parts/2?", "/parts/2/pieces?"),
    piecesUrl.replace("/pieces?", "?"),
    url.replace(plan.uploadId, other.uploadId),
    url.replace(/expires=\d/, "expires=9"),
    url.replace(/signature=./, "signature="),
    url.replace(/\?.*/, ""),
  ])
    expect((await putBytes(visitor, tamperedUrl, tail)).status).toBe(403);
  expect((await readUpload(visitor, other)).body.parts).toEqual([]);
  expect((await putBytes(visitor, url, tail)).status).toBe(200);
});

test("a link to a file opens no part of it, and a link to a part no file", async () => {
  const plan = await beginDirectUpload(visitor, songBytes.length);
  const file = `/files/${plan.uploadId}/ferry.wav`;
  const query = (await signAppPath(file, minutes(5))).slice(file.length);
  expect((await putBytes(visitor, partPath(plan.uploadId, 1) + query, songBytes)).status).toBe(403);
  const { url } = await requestUrlsOfPart(visitor, plan, 1);
  await putBytes(visitor, url, songBytes);
  await finishDirectUpload(visitor, plan);
  const stolen = await new Visitor().send(file + url.slice(url.indexOf("?")));
  expect(stolen.status).toBe(403);
});

test("a signed number that the plan does not have is refused with 400", async () => {
  const plan = await beginDirectUpload(visitor, twoParts.length);
  for (const number of [0, 3, 10_001]) {
    const reply = await putBytes(
      visitor,
      await signAppPath(partPath(plan.uploadId, number), minutes(1)),
      songBytes,
    );
    expect(reply).toMatchObject({ status: 400, body: { error: "This upload has no such part." } });
  }
});
