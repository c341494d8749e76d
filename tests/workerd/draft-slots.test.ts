import { expect, test } from "vitest";
import { jpegBytes } from "../fixtures/jpeg";
import { wavBytes } from "../fixtures/wav";
import { openAppStores } from "../support/app-stores";
import {
  COVER,
  coverBytes,
  createDraftAt,
  draftFiles,
  findDraftRow,
  SONG,
  sha256,
  songBytes,
} from "../support/drafts";
import { openForFile } from "../support/open-for-file";
import { fieldParts, filePart, postStandard } from "../support/standard-post";
import {
  beginDirectUpload,
  finishDirectUpload,
  readApiReply,
  sendPart,
} from "../support/upload-calls";
import type { Visitor } from "../support/visitor";

const second = wavBytes({ seconds: 0.3, seed: 5 });
const fingerprint = "b".repeat(64);

const inside = await openForFile(openAppStores);

const listFiles = async (visitor: Visitor, slot: string) =>
  (await draftFiles(inside, visitor)).filter((file) => file.slot === slot);

/** Changes what a slot holds, by a page that was shown its version. */
async function change(visitor: Visitor, slot: string, fields: Record<string, unknown>) {
  const { id: draft } = await findDraftRow(inside, visitor);
  const body = { draft, slot, ...fields };
  const reply = await visitor.json("/api/cloud-storage/slots", body, "PUT");
  return { status: reply.status, body: await reply.json() };
}

const SECOND = { ...SONG, fileName: "second.wav" };

test("keeping the stored file takes the one away that is on its way", async () => {
  const visitor = await createDraftAt("about");
  const plan = await beginDirectUpload(visitor, second.length, SECOND);
  await sendPart(visitor, plan, 1, second);
  const file = (await listFiles(visitor, SONG.slot)).find(({ state }) => state === "complete");
  const keep = { uploadId: file?.id, version: 2 };
  const answer = { status: 200, body: { success: true, version: 3, file: { uploadId: file?.id } } };
  expect(await change(visitor, SONG.slot, keep)).toMatchObject(answer);
  // The same again, as its answer may be lost.
  expect(await change(visitor, SONG.slot, keep)).toMatchObject(answer);
  expect(await listFiles(visitor, SONG.slot)).toMatchObject([{ sha256: sha256(songBytes) }]);
});

test("a file that has arrived before the other one was kept stays, and is named", async () => {
  const visitor = await createDraftAt("about");
  const [before] = await listFiles(visitor, SONG.slot);
  const plan = await beginDirectUpload(visitor, second.length, SECOND);
  await sendPart(visitor, plan, 1, second);
  await finishDirectUpload(visitor, plan);
  const keep = { uploadId: before?.id, version: 2 };
  expect(await change(visitor, SONG.slot, keep)).toMatchObject({
    status: 409,
    body: { conflict: { version: 2, file: { uploadId: plan.uploadId, fileName: "second.wav" } } },
  });
  expect(await listFiles(visitor, SONG.slot)).toMatchObject([
    { state: "complete", sha256: sha256(second) },
  ]);
});

test("a file is removed by its choice where its answer was not heard, and no other file", async () => {
  const visitor = await createDraftAt("about");
  const picture = jpegBytes({ width: 96, height: 96 });
  const choice = "choice-of-picture";
  const form = { fileType: COVER.fileType, slot: COVER.slot, fingerprint, choice, version: "1" };
  const file = filePart(picture, COVER.fileName, "image/jpeg");
  expect((await postStandard(visitor, [...fieldParts(form), file])).status).toBe(200);
  const removal = { uploadId: null, version: 1 };
  expect((await change(visitor, COVER.slot, removal)).status).toBe(409);
  expect(await listFiles(visitor, COVER.slot)).toMatchObject([{ sha256: sha256(picture) }]);
  // An earlier choice of this browser, and one of another.
  for (const name of ["choice-of-nothing", "stranger-of-picture"])
    expect((await change(visitor, COVER.slot, { ...removal, choice: name })).status).toBe(409);
  const own = { ...removal, choice: "choice-of-removal" };
  expect(await change(visitor, COVER.slot, own)).toMatchObject({
    status: 200,
    body: { version: 3 },
  });
  expect(await listFiles(visitor, COVER.slot)).toEqual([]);
  // What was on its way meanwhile is too late.
  expect((await postStandard(visitor, [...fieldParts(form), file])).status).toBe(409);
  expect(await listFiles(visitor, COVER.slot)).toEqual([]);
});

test("who chooses again before the answer to its choice has come replaces its own file, and no other", async () => {
  const pictures = [96, 100, 104].map((side) => jpegBytes({ width: side, height: side }));
  const [first = coverBytes, second = coverBytes, third = coverBytes] = pictures;
  for (const refused of [false, true]) {
    const visitor = await createDraftAt("about");
    const send = (body: Uint8Array, fields: Record<string, string>) => {
      const form = { fileType: COVER.fileType, slot: COVER.slot, version: "1", ...fields };
      const file = filePart(body, COVER.fileName, "image/jpeg");
      return postStandard(visitor, [...fieldParts(form), file]);
    };
    // Its answer is not heard: what follows was chosen upon version 1, too.
    const wrong = { sha256: "0".repeat(64) };
    const earlier = await send(first, { choice: "choice-a", ...(refused && wrong) });
    expect(earlier.status === 200).toBe(!refused);
    const stranger = await send(third, { choice: "stranger-x" });
    expect(stranger.status).toBe(409);
    expect(stranger.body).toMatchObject({ conflict: { by: "another" } });
    const own = { choice: "choice-c" };
    expect((await send(second, own)).status).toBe(200);
    expect(await listFiles(visitor, COVER.slot)).toMatchObject([
      { state: "complete", sha256: sha256(second) },
    ]);
    // What was announced before it comes too late.
    const late = await send(third, { choice: "choice-b" });
    expect(late.status).toBe(409);
    expect(late.body).toMatchObject({ conflict: { by: "this-browser" } });
  }
});

test("a large file is chosen again before the answer to its first choice has come", async () => {
  const visitor = await createDraftAt("about");
  const begin = (fields: object) =>
    readApiReply(
      visitor.json("/api/cloud-storage/upload-url", {
        ...{ fileName: "tide.wav", fileSize: 30_000_000, fileType: SONG.fileType, slot: SONG.slot },
        ...{ version: 1, ...fields },
      }),
    );
  expect((await begin({ choice: "choice-a" })).status).toBe(200);
  expect((await begin({ choice: "stranger-b" })).status).toBe(409);
  const own = await begin({ choice: "choice-b" });
  expect(own).toMatchObject({ status: 200, body: { version: 3 } });
});

test("nothing is changed for a page of another draft, nor after the submit", async () => {
  const visitor = await createDraftAt("about");
  const { id: draft } = await findDraftRow(inside, await createDraftAt("about"));
  const removal = { uploadId: null, version: 1 };
  expect((await change(visitor, SONG.slot, { ...removal, draft })).status).toBe(409);
  expect((await visitor.post("/submit/about", { bio: "" })).status).toBe(302);
  await visitor.post("/submit/review", {});
  expect((await change(visitor, SONG.slot, removal)).status).toBe(409);
  expect(await listFiles(visitor, SONG.slot)).toHaveLength(1);
});

test("files that are chosen together are announced in one call, each with its own answer", async () => {
  const visitor = await createDraftAt("about");
  const track = { fileName: "tide.wav", fileSize: 30_000_000, fileType: SONG.fileType, version: 1 };
  const cover = { fileName: "c.jpg", fileSize: 1_000, fileType: COVER.fileType, slot: COVER.slot };
  const reply = await readApiReply(
    visitor.json("/api/cloud-storage/upload-urls", {
      uploads: [
        { ...track, slot: SONG.slot, choice: "choice-a" },
        { ...cover, version: 0, choice: "choice-b" },
        { ...track, slot: SONG.slot, fileName: "tide.mp3", choice: "choice-c" },
      ],
    }),
  );
  expect(reply).toMatchObject({
    status: 200,
    body: {
      results: [
        { status: 200, body: { uploadId: expect.any(String), version: 2, carrier: "own" } },
        // The draft has a cover of version 1.
        { status: 409, body: { conflict: { slot: COVER.slot, by: "another" } } },
        { status: 415, body: { error: expect.stringContaining("Invalid file type") } },
      ],
    },
  });
  const tooMany = { uploads: Array.from({ length: 51 }, () => track) };
  const refusal = await readApiReply(visitor.json("/api/cloud-storage/upload-urls", tooMany));
  expect(refusal.status).toBe(400);
});
