import { afterAll, beforeAll, expect, test } from "vitest";
import { mp3Bytes } from "../fixtures/mp3";
import { wavBytes } from "../fixtures/wav";
import { begin, finish, opened, sendPart } from "../support/direct-upload";
import { COVER, draftAt, SONG, song } from "../support/draft-at";
import { type Inside, openInside } from "../support/inside";
import { filesOf, sha256 } from "../support/stored";
import type { Visitor } from "../support/visitor";

const twoParts = wavBytes({ totalBytes: 6 * 1024 * 1024 });
let inside: Inside;
let visitor: Visitor;
let stranger: Visitor;

beforeAll(async () => {
  inside = await openInside();
  visitor = await draftAt("music");
  stranger = await draftAt("music");
});
afterAll(() => inside.close());

test.each([
  ["a track over 200MB", SONG, 200 * 1024 * 1024 + 1, "File size exceeds 200MB limit"],
  ["an artwork over 20MB", COVER, 20 * 1024 * 1024 + 1, "File size exceeds 20MB limit"],
])("%s is refused by its announced size with 413", async (_, file, fileSize, text) => {
  const body = { ...file, fileSize };
  const reply = await opened(visitor.json("/api/cloud-storage/upload-url", body));
  expect(reply).toEqual({ status: 413, body: { success: false, error: text } });
});

test("files at their limits are taken", async () => {
  expect((await begin(visitor, 200 * 1024 * 1024)).parts).toBe(40);
  expect((await begin(visitor, 20 * 1024 * 1024, COVER)).parts).toBe(4);
});

test.each([
  ["the name of its field", { ...SONG, slot: "tracks[0].file" }],
  ["no track at all", { ...SONG, slot: "audio:" }],
  ["an artwork in the place of a track", { ...COVER, slot: SONG.slot }],
  ["a place with a path in it", { ...SONG, slot: "audio:../track-1" }],
])("a file for %s is refused with 400", async (_, file) => {
  const body = { ...file, fileSize: 100 };
  const reply = await opened(visitor.json("/api/cloud-storage/upload-url", body));
  expect(reply.status).toBe(400);
  expect(reply.body.error).toBe("This file does not belong to any field of the form.");
});

test.each(["0", "-1", "3", "999", "abc", "1.5", "1e0", "%31%00", "00000000001"])(
  "part number %s of a file of two parts is refused with 400",
  async (number) => {
    const plan = await begin(visitor, twoParts.length);
    const reply = await sendPart(visitor, plan, number, twoParts.slice(0, 100));
    expect(reply.status).toBe(400);
    expect(reply.body.error).toBe("This upload has no such part.");
  },
);

test.each([
  ["one byte short", -1],
  ["one byte long", 1],
])("a part that is %s is refused with 400 and not counted", async (_, off) => {
  const plan = await begin(visitor, song.length);
  const bytes = new Uint8Array(song.length + off);
  const reply = await sendPart(visitor, plan, 1, bytes);
  expect(reply.status).toBe(400);
  expect(reply.body.error).toBe(`Part 1 must have ${song.length} bytes, not ${song.length + off}.`);
  expect((await finish(visitor, plan)).body.missing).toEqual([1]);
});

test("a part without Content-Length is refused with 400", async () => {
  const plan = await begin(visitor, song.length);
  const reply = await visitor.send(`${plan.uploadUrl}1`, {
    method: "PUT",
    body: new Blob([song]).stream(),
    duplex: "half",
  } as RequestInit);
  expect(reply.status).toBe(400);
  expect(await reply.json()).toMatchObject({
    error: "A part needs its Content-Length and its bytes.",
  });
});

test("a part without a body is refused with 400", async () => {
  const plan = await begin(visitor, song.length);
  const reply = await opened(visitor.send(`${plan.uploadUrl}1`, { method: "PUT" }));
  expect(reply.status).toBe(400);
});

test("nobody can send to, finish, see or remove an upload of another draft", async () => {
  const plan = await begin(visitor, song.length);
  const path = `/api/cloud-storage/uploads/${plan.uploadId}`;
  const error = "This upload belongs to another draft.";
  for (const reply of [
    await sendPart(stranger, plan, 1, song),
    await finish(stranger, plan),
    await opened(stranger.send(path)),
    await opened(stranger.send(path, { method: "DELETE" })),
  ])
    expect(reply).toEqual({ status: 403, body: { success: false, error } });
  expect((await sendPart(visitor, plan, 1, song)).status).toBe(200);
  expect((await finish(visitor, plan)).status).toBe(200);
});

test("without a draft, a part of 5 MiB is refused with 403 and a way on", async () => {
  const plan = await begin(visitor, twoParts.length);
  const { cookie } = visitor;
  visitor.cookie = "";
  const reply = await sendPart(visitor, plan, 1, twoParts.slice(0, plan.partSize));
  visitor.cookie = cookie;
  expect(reply.status).toBe(403);
  expect(reply.body.error).toContain("Reload the page; what you saved is kept.");
});

test("an upload that does not exist is answered with 404", async () => {
  const uploadId = "01JZZZZZZZZZZZZZZZZZZZZZZZ";
  const uploadUrl = `/api/cloud-storage/uploads/${uploadId}/parts/`;
  const plan = { uploadId, uploadUrl, partSize: 1, parts: 1 };
  for (const reply of [await sendPart(visitor, plan, 1, song), await finish(visitor, plan)])
    expect(reply).toMatchObject({
      status: 404,
      body: { error: "This upload was not found. Choose the file again." },
    });
});

test("finishing names the parts that are missing with 409, and goes on once they are there", async () => {
  const plan = await begin(visitor, twoParts.length);
  await sendPart(visitor, plan, 2, twoParts.slice(plan.partSize));
  const early = await finish(visitor, plan);
  expect(early.status).toBe(409);
  expect(early.body).toMatchObject({ success: false, missing: [1] });
  await sendPart(visitor, plan, 1, twoParts.slice(0, plan.partSize));
  expect((await finish(visitor, plan)).status).toBe(200);
  const [file] = (await filesOf(inside, visitor)).filter(({ id }) => id === plan.uploadId);
  expect(file?.sha256).toBe(sha256(twoParts));
});

test("a finished upload answers as it did, and takes no more parts", async () => {
  const plan = await begin(visitor, song.length);
  await sendPart(visitor, plan, 1, song);
  const first = await finish(visitor, plan);
  expect(await finish(visitor, plan)).toEqual(first);
  const late = await sendPart(visitor, plan, 1, song);
  expect(late).toMatchObject({
    status: 409,
    body: { error: "This upload is already finished." },
  });
});

test("a part that was sent twice at once and got mixed up is asked for again", async () => {
  const plan = await begin(visitor, twoParts.length);
  const parts = [twoParts.slice(0, plan.partSize), twoParts.slice(plan.partSize)];
  const send = () => Promise.all(parts.map((part, at) => sendPart(visitor, plan, at + 1, part)));
  await send();
  // What a slow duplicate leaves behind: the bucket holds one copy, the record names the other.
  await inside.rows("UPDATE upload_parts SET etag = 'old' WHERE upload_id = ?", plan.uploadId);
  const mixed = await finish(visitor, plan);
  expect(mixed).toMatchObject({ status: 409, body: { success: false, missing: [1, 2] } });
  await send();
  expect((await finish(visitor, plan)).status).toBe(200);
});

test("an upload that the bucket has given up says to choose the file again", async () => {
  const plan = await begin(visitor, song.length);
  await sendPart(visitor, plan, 1, song);
  const [row] = await inside.rows("SELECT * FROM uploads WHERE id = ?", plan.uploadId);
  const { key, multipart_id } = row ?? {};
  await inside.files.resumeMultipartUpload(String(key), String(multipart_id)).abort();
  const error = "This upload is no longer open. Choose the file again.";
  for (const reply of [await sendPart(visitor, plan, 1, song), await finish(visitor, plan)])
    expect(reply).toEqual({ status: 409, body: { success: false, error } });
});

test("finishing five times at once gives one answer", async () => {
  const plan = await begin(visitor, song.length);
  await sendPart(visitor, plan, 1, song);
  const replies = await Promise.all([1, 2, 3, 4, 5].map(() => finish(visitor, plan)));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
});

test("finishing a bad file five times at once is refused five times", async () => {
  const mp3 = mp3Bytes({ frames: 400 });
  const plan = await begin(visitor, mp3.length);
  await sendPart(visitor, plan, 1, mp3);
  const replies = await Promise.all([1, 2, 3, 4, 5].map(() => finish(visitor, plan)));
  for (const { status, body } of replies) {
    expect([409, 415]).toContain(status);
    expect(body.error).toMatch(/Invalid file type|This file was refused/);
  }
});
