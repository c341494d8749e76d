import { beforeAll, expect, test } from "vitest";
import { wavBytes } from "../fixtures/wav";
import { COVER, createDraftAt, SONG, songBytes } from "../support/drafts";
import {
  beginDirectUpload,
  finishDirectUpload,
  readApiReply,
  readUpload,
  requestPartUrls,
  requestUrlsOfPart,
  sendPart,
} from "../support/upload-calls";
import { Visitor } from "../support/visitor";

const twoParts = wavBytes({ totalBytes: 6 * 1024 * 1024 });
let visitor: Visitor;
let stranger: Visitor;

beforeAll(async () => {
  visitor = await createDraftAt("music");
  stranger = await createDraftAt("music");
});

test.each([
  ["a track over 200MB", SONG, 200 * 1024 * 1024 + 1, "File size exceeds 200MB limit"],
  ["an artwork over 20MB", COVER, 20 * 1024 * 1024 + 1, "File size exceeds 20MB limit"],
])("%s is refused by its announced size with 413", async (_, file, fileSize, text) => {
  const body = { ...file, fileSize };
  const reply = await readApiReply(visitor.json("/api/cloud-storage/upload-url", body));
  expect(reply).toEqual({ status: 413, body: { success: false, error: text } });
});

test("files at their limits are taken", async () => {
  expect((await beginDirectUpload(visitor, 200 * 1024 * 1024)).parts).toBe(40);
  expect((await beginDirectUpload(visitor, 20 * 1024 * 1024, COVER)).parts).toBe(4);
});

test.each([
  ["the name of its field", { ...SONG, slot: "tracks[0].file" }],
  ["no track at all", { ...SONG, slot: "audio:" }],
  ["an artwork in the place of a track", { ...COVER, slot: SONG.slot }],
  ["a place with a path in it", { ...SONG, slot: "audio:../track-1" }],
])("a file for %s is refused with 400", async (_, file) => {
  const body = { ...file, fileSize: 100 };
  const reply = await readApiReply(visitor.json("/api/cloud-storage/upload-url", body));
  expect(reply.status).toBe(400);
  expect(reply.body.error).toBe("This file doesn't belong to any field of the form.");
});

test.each([[[0]], [[-1]], [[3]], [[1, 999]], [[1.5]], [["1"]], [[]], ["1"], [Array(21).fill(1)]])(
  "there are no links to the parts %j of a file of two parts: 400",
  async (numbers) => {
    const plan = await beginDirectUpload(visitor, twoParts.length);
    const reply = await requestPartUrls(visitor, plan, numbers);
    expect(reply.status).toBe(400);
    expect(reply.body.error).toMatch(/^This upload has no such part\.|malformed: numbers/);
  },
);

test.each([
  ["one byte short", -1],
  ["one byte long", 1],
])("a part that is %s is refused with 400 and not counted", async (_, off) => {
  const plan = await beginDirectUpload(visitor, songBytes.length);
  const bytes = new Uint8Array(songBytes.length + off);
  const reply = await sendPart(visitor, plan, 1, bytes);
  expect(reply.status).toBe(400);
  expect(reply.body.error).toBe(
    `Part 1 must have ${songBytes.length} bytes, not ${songBytes.length + off}.`,
  );
  expect((await finishDirectUpload(visitor, plan)).body.missing).toEqual([1]);
});

test("a part without Content-Length is refused with 400", async () => {
  const plan = await beginDirectUpload(visitor, songBytes.length);
  const { url } = await requestUrlsOfPart(visitor, plan, 1);
  const reply = await visitor.send(url, {
    method: "PUT",
    body: new Blob([songBytes]).stream(),
    duplex: "half",
  } as RequestInit);
  expect(reply.status).toBe(400);
  expect(await reply.json()).toMatchObject({
    error: "A part needs its Content-Length and its bytes.",
  });
});

test("a stored part is told by its number and etag, in the body and as a header", async () => {
  const plan = await beginDirectUpload(visitor, songBytes.length);
  const { url } = await requestUrlsOfPart(visitor, plan, 1);
  const reply = await visitor.send(url, { method: "PUT", body: songBytes });
  const body = (await reply.json()) as { etag: string };
  expect(body).toEqual({ success: true, number: 1, etag: expect.stringMatching(/^[\w-]+$/) });
  expect(reply.headers.get("ETag")).toBe(`"${body.etag}"`);
});

test("nobody can get links to, finish, see or remove an upload of another draft", async () => {
  const plan = await beginDirectUpload(visitor, songBytes.length);
  const path = `/api/cloud-storage/uploads/${plan.uploadId}`;
  const error = "This upload belongs to another draft.";
  for (const reply of [
    await requestPartUrls(stranger, plan, [1]),
    await finishDirectUpload(stranger, plan),
    await readUpload(stranger, plan),
    await readApiReply(stranger.send(path, { method: "DELETE" })),
  ])
    expect(reply).toEqual({ status: 403, body: { success: false, error } });
  expect((await sendPart(visitor, plan, 1, songBytes)).status).toBe(200);
  expect((await finishDirectUpload(visitor, plan)).status).toBe(200);
});

test("without a draft there are no links, and the refusal tells a way on", async () => {
  const plan = await beginDirectUpload(visitor, twoParts.length);
  const reply = await requestPartUrls(new Visitor(), plan, [1]);
  expect(reply.status).toBe(403);
  expect(reply.body.error).toContain("If you have a link to it, open that.");
});

test("an upload that does not exist is answered with 404", async () => {
  const plan = { uploadId: "01JZZZZZZZZZZZZZZZZZZZZZZZ" };
  for (const reply of [
    await requestPartUrls(visitor, plan, [1]),
    await finishDirectUpload(visitor, plan),
  ])
    expect(reply).toMatchObject({
      status: 404,
      body: { error: "We can't find this upload. Choose the file again." },
    });
});
