import { expect, test } from "vitest";
import { wavBytes } from "../fixtures/wav";
import { pollUntil } from "../support/app-stores";
import { draftFiles, sha256, songBytes } from "../support/drafts";
import { findLogLines } from "../support/log-lines";
import { musicDraft } from "../support/music-draft";
import {
  beginDirectUpload,
  finishDirectUpload,
  putBytes,
  readUpload,
  requestUrlsOfPart,
  sendPart,
  type UploadPlan,
} from "../support/upload-calls";

const PART = 5 * 1024 * 1024;
const file = wavBytes({ totalBytes: 3 * PART + 1_000 });
const parts = [0, 1, 2, 3].map((index) => file.slice(index * PART, (index + 1) * PART));
const hashes = { sha256: sha256(file), partSha256: parts.map(sha256) };
const MISMATCH = "What arrived isn't what you sent. Only the parts that are wrong are sent again.";
const { inside, visitor } = await musicDraft();

/** The part with one bit of it changed on the way. */
function corruptPart(number: number): Uint8Array<ArrayBuffer> {
  const bytes = part(number).slice();
  bytes[500] = (bytes[500] ?? 0) ^ 1;
  return bytes;
}
const part = (number: number) => parts[number - 1] ?? new Uint8Array(0);

/** Sends every part, those of `bad` corrupted. */
async function sendAll(plan: UploadPlan, bad: number[]): Promise<void> {
  for (const number of [1, 2, 3, 4])
    await sendPart(
      visitor,
      plan,
      number,
      bad.includes(number) ? corruptPart(number) : part(number),
    );
}

const findRow = async ({ uploadId }: UploadPlan) =>
  (await inside.rows("SELECT * FROM uploads WHERE id = ?", uploadId))[0] ?? {};

test("parts that were changed on the way are sent again alone, the first and the last", async () => {
  const bad = [1, 4];
  const plan = await beginDirectUpload(visitor, file.length);
  await sendAll(plan, bad);
  const before = await findRow(plan);
  const wrong = await finishDirectUpload(visitor, plan, hashes);
  expect(wrong).toEqual({
    status: 409,
    body: {
      success: false,
      error: MISMATCH,
      details: `Parts to send: ${bad.join(", ")}`,
      missing: bad,
    },
  });
  const goodNumbers = [1, 2, 3, 4].filter((number) => !bad.includes(number));
  expect((await readUpload(visitor, plan)).body).toMatchObject({
    state: "open",
    parts: goodNumbers,
  });
  // Nothing that is wrong can be opened, and the upload goes on under its id.
  expect(await inside.files.head(String(before.key))).toBeNull();
  expect((await visitor.send(`/files/${plan.uploadId}/ferry.wav`)).status).toBe(404);
  for (const number of bad) await sendPart(visitor, plan, number, part(number));
  const result = await finishDirectUpload(visitor, plan, hashes);
  expect(result).toMatchObject({
    status: 200,
    body: { fileId: plan.uploadId, sha256: hashes.sha256 },
  });
  const [storedFile] = (await draftFiles(inside, visitor)).filter(({ id }) => id === plan.uploadId);
  expect(storedFile).toMatchObject({ state: "complete", sha256: hashes.sha256, size: file.length });
  const lines = await pollUntil(async () => {
    const mismatches = findLogLines({ event: "upload.mismatched", uploadId: plan.uploadId });
    return mismatches.length > 0 ? mismatches : undefined;
  });
  expect(lines).toMatchObject([{ level: "warn", count: bad.length }]);
});

test.each([
  ["too few hashes", { ...hashes, partSha256: hashes.partSha256.slice(1) }],
  [
    "hashes that all fit",
    {
      ...hashes,
      partSha256: [sha256(part(1)), sha256(corruptPart(2)), sha256(part(3)), sha256(part(4))],
    },
  ],
])("with %s, all parts are sent again", async (_, browserHashes) => {
  const plan = await beginDirectUpload(visitor, file.length);
  await sendAll(plan, [2]);
  const wrong = await finishDirectUpload(visitor, plan, browserHashes);
  expect(wrong).toMatchObject({ status: 409, body: { missing: [1, 2, 3, 4] } });
  expect((await readUpload(visitor, plan)).body.parts).toEqual([]);
  await sendAll(plan, []);
  expect((await finishDirectUpload(visitor, plan, hashes)).status).toBe(200);
});

test("a link from before goes on working for the part that is sent again", async () => {
  const plan = await beginDirectUpload(visitor, songBytes.length);
  const { url } = await requestUrlsOfPart(visitor, plan, 1);
  const wrong = songBytes.slice();
  wrong[wrong.length - 1] = (wrong.at(-1) ?? 0) ^ 1;
  await putBytes(visitor, url, wrong);
  expect((await finishDirectUpload(visitor, plan, { sha256: sha256(songBytes) })).status).toBe(409);
  expect((await putBytes(visitor, url, songBytes)).status).toBe(200);
  const result = await finishDirectUpload(visitor, plan, { sha256: sha256(songBytes) });
  expect(result.body).toMatchObject({ success: true, sha256: sha256(songBytes) });
});

test.each([
  ["a hash that is none", { sha256: "beef" }, "sha256"],
  ["hashes of parts that are none", { partSha256: ["x".repeat(64)] }, "partSha256.0"],
  ["a list that is none", { partSha256: "all" }, "partSha256"],
  ["an etag with a line break", { stored: [{ number: 1, etag: "a\nb" }] }, "stored.0.etag"],
])("%s is refused with 400", async (_, fields, field) => {
  const reply = await finishDirectUpload(visitor, { uploadId: "01JZ" }, fields);
  expect(reply.status).toBe(400);
  expect(reply.body.error).toBe(`These fields are missing or malformed: ${field}.`);
});

test("finishing a corrupted file three times at once asks for the bad part, each time", async () => {
  const plan = await beginDirectUpload(visitor, file.length);
  await sendAll(plan, [3]);
  const replies = await Promise.all([1, 2, 3].map(() => finishDirectUpload(visitor, plan, hashes)));
  for (const { status, body } of replies) {
    expect(status).toBe(409);
    expect(body.missing).toEqual([3]);
  }
  await sendPart(visitor, plan, 3, part(3));
  expect((await finishDirectUpload(visitor, plan, hashes)).body.sha256).toBe(hashes.sha256);
});

test("parts that a browser reports do not count where they come by our own origin", async () => {
  const plan = await beginDirectUpload(visitor, songBytes.length);
  const reportedParts = [{ number: 1, etag: '"d41d8cd98f00b204e9800998ecf8427e"' }];
  const reply = await finishDirectUpload(visitor, plan, { stored: reportedParts });
  expect(reply).toMatchObject({ status: 409, body: { missing: [1] } });
});
