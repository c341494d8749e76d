import { expect, test } from "vitest";
import { mp3Bytes } from "../fixtures/mp3";
import { wavBytes } from "../fixtures/wav";
import { draftFiles, SONG, sha256, songBytes } from "../support/drafts";
import { musicDraft } from "../support/music-draft";
import {
  beginDirectUpload,
  finishDirectUpload,
  putBytes,
  readUpload,
  requestPartUrls,
  requestUrlsOfPart,
  sendPart,
} from "../support/upload-calls";

const twoParts = wavBytes({ totalBytes: 6 * 1024 * 1024 });
const { inside, visitor } = await musicDraft();

test("finishing names the parts that are missing with 409, and goes on once they are there", async () => {
  const plan = await beginDirectUpload(visitor, twoParts.length);
  await sendPart(visitor, plan, 2, twoParts.slice(plan.partSize));
  const early = await finishDirectUpload(visitor, plan);
  expect(early.status).toBe(409);
  expect(early.body).toMatchObject({ success: false, missing: [1] });
  await sendPart(visitor, plan, 1, twoParts.slice(0, plan.partSize));
  expect((await finishDirectUpload(visitor, plan)).status).toBe(200);
  const [file] = (await draftFiles(inside, visitor)).filter(({ id }) => id === plan.uploadId);
  expect(file?.sha256).toBe(sha256(twoParts));
});

test("a finished upload answers as it did, and takes no more parts", async () => {
  const plan = await beginDirectUpload(visitor, songBytes.length);
  await sendPart(visitor, plan, 1, songBytes);
  const { url } = await requestUrlsOfPart(visitor, plan, 1);
  const first = await finishDirectUpload(visitor, plan);
  expect(await finishDirectUpload(visitor, plan)).toEqual(first);
  for (const late of [
    await putBytes(visitor, url, songBytes),
    await requestPartUrls(visitor, plan, [1]),
  ])
    expect(late).toMatchObject({
      status: 409,
      body: { error: "This upload is already finished." },
    });
});

test("a part that was sent twice at once and got mixed up is asked for again", async () => {
  const plan = await beginDirectUpload(visitor, twoParts.length);
  const parts = [twoParts.slice(0, plan.partSize), twoParts.slice(plan.partSize)];
  const send = () =>
    Promise.all(parts.map((part, index) => sendPart(visitor, plan, index + 1, part)));
  await send();
  // What a slow duplicate leaves behind: the bucket holds one copy, the record names the other.
  await inside.rows("UPDATE upload_parts SET etag = 'old' WHERE upload_id = ?", plan.uploadId);
  const reply = await finishDirectUpload(visitor, plan);
  expect(reply).toMatchObject({ status: 409, body: { success: false, missing: [1, 2] } });
  expect((await readUpload(visitor, plan)).body.parts).toEqual([]);
  await send();
  expect((await finishDirectUpload(visitor, plan)).status).toBe(200);
});

test("an upload that the bucket has given up says to choose the file again", async () => {
  const plan = await beginDirectUpload(visitor, songBytes.length, {
    ...SONG,
    fingerprint: "a".repeat(64),
  });
  const { url } = await requestUrlsOfPart(visitor, plan, 1);
  await putBytes(visitor, url, songBytes);
  const [row] = await inside.rows("SELECT * FROM uploads WHERE id = ?", plan.uploadId);
  const { key, multipart_id } = row ?? {};
  await inside.files.abortMultipart(String(key), String(multipart_id));
  const error = "This upload is no longer open. Choose the file again.";
  for (const reply of [
    await putBytes(visitor, url, songBytes),
    await requestPartUrls(visitor, plan, [1]),
    await finishDirectUpload(visitor, plan),
  ])
    expect(reply).toEqual({ status: 409, body: { success: false, error } });
  // And choosing it again begins anew instead of going on with what is gone.
  const repeated = await beginDirectUpload(visitor, songBytes.length, {
    ...SONG,
    fingerprint: "a".repeat(64),
  });
  expect(repeated.uploadId).not.toBe(plan.uploadId);
});

test("finishing five times at once gives one answer", async () => {
  const plan = await beginDirectUpload(visitor, songBytes.length);
  await sendPart(visitor, plan, 1, songBytes);
  const replies = await Promise.all([1, 2, 3, 4, 5].map(() => finishDirectUpload(visitor, plan)));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
});

test("finishing a bad file five times at once is refused five times", async () => {
  const mp3 = mp3Bytes({ frames: 400 });
  const plan = await beginDirectUpload(visitor, mp3.length);
  await sendPart(visitor, plan, 1, mp3);
  const replies = await Promise.all([1, 2, 3, 4, 5].map(() => finishDirectUpload(visitor, plan)));
  for (const { status, body } of replies) {
    expect([409, 415]).toContain(status);
    expect(body.error).toMatch(/Invalid file type|This file was refused/);
  }
});
