import { expect, test } from "vitest";
import { jpegBytes } from "../fixtures/jpeg";
import { mp3Bytes } from "../fixtures/mp3";
import { wavBytes } from "../fixtures/wav";
import { openAppStores } from "../support/app-stores";
import {
  COVER,
  COVER_FIELD,
  createDraftAt,
  draftFiles,
  SONG,
  SONG_FIELD,
  sha256,
  songBytes,
} from "../support/drafts";
import { postForm } from "../support/form-post";
import { openForFile } from "../support/open-for-file";
import { pageText } from "../support/page-parts";
import {
  beginDirectUpload,
  finishDirectUpload,
  readApiReply,
  sendPart,
} from "../support/upload-calls";
import { dateInDays, musicAnswers, type Visitor } from "../support/visitor";

const second = wavBytes({ seconds: 0.3, seed: 5 });

const inside = await openForFile(openAppStores);

const findSong = async (visitor: Visitor) =>
  (await draftFiles(inside, visitor)).filter(({ slot }) => slot === SONG.slot);

/** Posts the step's form with one file, as a browser without script does. */
function postFile(visitor: Visitor, body: Uint8Array, fileName: string, field = SONG_FIELD) {
  return postForm(visitor, "/submit/music", [
    ...Object.entries(musicAnswers(dateInDays(60))).map(([name, value]) => ({ name, body: value })),
    { name: field, fileName, body },
    { name: "intent", body: "next" },
  ]);
}

test("the old file stays until the new one is complete", async () => {
  const visitor = await createDraftAt("about");
  const plan = await beginDirectUpload(visitor, second.length, { ...SONG, fileName: "second.wav" });
  await sendPart(visitor, plan, 1, second);
  expect(await findSong(visitor)).toMatchObject([
    { state: "complete", fileName: "ferry.wav", sha256: sha256(songBytes) },
    { state: "open", fileName: "second.wav" },
  ]);
  const page = await (await visitor.send("/submit/music")).text();
  expect(pageText(page)).toContain("ferry.wav Uploaded and ready");
  await finishDirectUpload(visitor, plan);
  expect(await findSong(visitor)).toMatchObject([
    { state: "complete", fileName: "second.wav", sha256: sha256(second) },
  ]);
});

test("the bytes of a replaced file leave the bucket", async () => {
  const visitor = await createDraftAt("about");
  const [{ id } = { id: "" }] = await findSong(visitor);
  const [row] = await inside.rows("SELECT key FROM uploads WHERE id = ?", id);
  expect(await inside.files.head(String(row?.key))).not.toBeNull();
  await visitor.upload(second, SONG);
  expect(await inside.files.head(String(row?.key))).toBeNull();
});

test("a script-free post replaces the file, and a refused one leaves it", async () => {
  const visitor = await createDraftAt("about");
  expect((await postFile(visitor, second, "second.wav")).location).toBe("/submit/about");
  const expectedFiles = [{ state: "complete", fileName: "second.wav", sha256: sha256(second) }];
  expect(await findSong(visitor)).toMatchObject(expectedFiles);
  const refusal = await postFile(visitor, mp3Bytes({ frames: 50 }), "third.wav");
  expect(refusal.status).toBe(415);
  expect(await findSong(visitor)).toMatchObject(expectedFiles);
});

test("an artwork of over 20MB is refused script-free with 413 and leaves the one before", async () => {
  const visitor = await createDraftAt("about");
  const before = await draftFiles(inside, visitor);
  const head = jpegBytes({ width: 64, height: 64 });
  const largeCover = new Uint8Array(20 * 1024 * 1024 + 1);
  largeCover.set(head);
  const reply = await postFile(visitor, largeCover, "large.jpg", COVER_FIELD);
  expect(reply.status).toBe(413);
  expect(pageText(reply.html)).toContain("File size exceeds 20MB limit");
  expect(await draftFiles(inside, visitor)).toEqual(before);
});

test("an upload that is given up leaves the file before", async () => {
  const visitor = await createDraftAt("about");
  const plan = await beginDirectUpload(visitor, second.length);
  await sendPart(visitor, plan, 1, second);
  const path = `/api/cloud-storage/uploads/${plan.uploadId}`;
  expect((await readApiReply(visitor.send(path, { method: "DELETE" }))).status).toBe(200);
  expect((await readApiReply(visitor.send(path))).status).toBe(404);
  expect(await findSong(visitor)).toMatchObject([{ state: "complete", sha256: sha256(songBytes) }]);
});

test("removing a file empties its field, with the rest of the form as it was typed", async () => {
  const visitor = await createDraftAt("about");
  const fields = { ...musicAnswers(dateInDays(60)), releaseTitle: "Typed meanwhile" };
  const reply = await visitor.post("/submit/music", {
    ...fields,
    intent: `remove-file:${SONG.slot}`,
  });
  expect(reply.status).toBe(200);
  expect(await reply.text()).toContain("Typed meanwhile");
  expect(await draftFiles(inside, visitor)).toMatchObject([
    { slot: COVER.slot, state: "complete" },
  ]);
  const next = await visitor.post("/submit/music", { ...fields, intent: "next" });
  expect(next.status).toBe(400);
  expect(pageText(await next.text())).toContain("Please add at least one track for your release");
});

test("removing a file of another draft by a guessed field changes nothing there", async () => {
  const visitor = await createDraftAt("about");
  const stranger = await createDraftAt("music");
  await stranger.post("/submit/music", { intent: `remove-file:${SONG.slot}` });
  expect(await draftFiles(inside, visitor)).toHaveLength(2);
});

test("a file of two parts and two bytes is stored byte for byte by both routes", async () => {
  const totalBytes = 10 * 1024 * 1024 + 2;
  const file = wavBytes({ totalBytes, seed: totalBytes % 7 });
  const direct = await createDraftAt("music");
  expect((await direct.upload(file, SONG)).status).toBe(200);
  const scriptFree = await createDraftAt("music");
  expect((await postFile(scriptFree, file, "ferry.wav")).location).toBe("/submit/about");
  for (const visitor of [direct, scriptFree])
    expect(await findSong(visitor)).toMatchObject([
      { state: "complete", size: totalBytes, sha256: sha256(file) },
    ]);
});
