import { expect, test } from "vitest";
import { readJpegHeader } from "~/domain/media/jpeg-header";
import { bytesReader } from "~/domain/media/range-reader";
import { PREVIEW_MAX_BYTES } from "~/domain/uploads/preview";
import { jpegBytes, withSegments } from "../fixtures/jpeg";
import { pictures } from "../fixtures/pictures";
import { pollUntil } from "../support/app-stores";
import {
  COVER,
  COVER_FIELD,
  coverBytes,
  createDraftAt,
  findDraftRow,
  SONG,
  sha256,
  songBytes,
} from "../support/drafts";
import { postForm } from "../support/form-post";
import { musicDraft } from "../support/music-draft";
import { beginDirectUpload, readApiReply } from "../support/upload-calls";
import { dateInDays, musicAnswers, Visitor } from "../support/visitor";

const { inside } = await musicDraft();

const small = jpegBytes({ width: 650, height: 650, seed: 3 });
const callFor = (id: string) => `/api/cloud-storage/uploads/${id}/preview`;
const toPath = (id: string) => `/files/previews/${id}`;

/** Sends a stored picture to a draft's artwork. @returns its id. */
async function sendCover(visitor: Visitor, picture = coverBytes): Promise<string> {
  const { body } = await readApiReply(visitor.upload(picture, COVER));
  return String(body.fileId);
}
const keep = (visitor: Visitor, id: string, body: Uint8Array<ArrayBuffer> | string = small) =>
  readApiReply(visitor.send(callFor(id), { method: "PUT", body }));
const readBytes = async (reply: Response) => new Uint8Array(await reply.arrayBuffer());
async function findPreviewKey(id: string): Promise<string | null> {
  const [row] = await inside.rows("SELECT preview FROM uploads WHERE id = ?", id);
  return row?.preview === null ? null : String(row?.preview);
}

test("the preview that the browser made is the one that is shown", async () => {
  const visitor = await createDraftAt("music");
  const id = await sendCover(visitor);
  expect(await keep(visitor, id)).toMatchObject({ status: 200, body: { success: true } });
  const reply = await visitor.send(toPath(id));
  expect(reply.status).toBe(200);
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    "content-type": "image/jpeg",
    "content-length": String(small.length),
    "cache-control": "private, max-age=3600",
    "x-content-type-options": "nosniff",
  });
  expect(sha256(await readBytes(reply))).toBe(sha256(small));
  const condition = { headers: { "If-None-Match": reply.headers.get("ETag") ?? "" } };
  expect((await visitor.send(toPath(id), condition)).status).toBe(304);
});

test("the first preview of a picture stays", async () => {
  const visitor = await createDraftAt("music");
  const id = await sendCover(visitor);
  await keep(visitor, id);
  const other = jpegBytes({ width: 64, height: 64, seed: 2 });
  expect((await keep(visitor, id, other)).status).toBe(200);
  expect(sha256(await readBytes(await visitor.send(toPath(id))))).toBe(sha256(small));
});

const long = new Uint8Array(60_000);
const heavy = withSegments(
  small,
  [1, 2, 3].map(() => ({ marker: 0xe2, body: long })),
);

test.each([
  ["a PNG", pictures.png, 415],
  ["a text", "a picture of a ferry", 415],
  ["nothing", "", 415],
  ["a JPEG that is cut short", small.slice(0, 2_000), 415],
  ["a JPEG wider than 650 pixels", jpegBytes({ width: 651, height: 64 }), 415],
  ["a JPEG higher than 650 pixels", jpegBytes({ width: 64, height: 651 }), 415],
  ["a small JPEG of many bytes", heavy, 413],
])("%s is refused as a preview, and the upload stays intact", async (_, body, status) => {
  const visitor = await createDraftAt("music");
  const id = await sendCover(visitor);
  expect(heavy.length).toBeGreaterThan(PREVIEW_MAX_BYTES);
  expect(await keep(visitor, id, body as Uint8Array<ArrayBuffer>)).toMatchObject({
    status,
    body: { success: false },
  });
  expect(await findPreviewKey(id)).toBeNull();
  expect((await keep(visitor, id)).status).toBe(200);
});

test("a preview for another draft's picture, for a track, or for nothing is refused", async () => {
  const visitor = await createDraftAt("music");
  const id = await sendCover(visitor);
  expect((await keep(await createDraftAt("artist"), id)).status).toBe(403);
  expect((await keep(new Visitor(), id)).status).toBe(403);
  const track = await readApiReply(visitor.upload(songBytes, SONG));
  expect((await keep(visitor, String(track.body.fileId))).status).toBe(409);
  expect((await keep(visitor, "01JZZZZZZZZZZZZZZZZZZZZZZZ")).status).toBe(404);
  const open = await beginDirectUpload(visitor, coverBytes.length, COVER);
  expect((await keep(visitor, open.uploadId)).status).toBe(409);
  expect([await findPreviewKey(id), await findPreviewKey(open.uploadId)]).toEqual([null, null]);
  expect((await visitor.send(toPath(String(track.body.fileId)))).status).toBe(404);
});

test("a preview after the submission is refused, and the server makes one", async () => {
  const visitor = await createDraftAt("review");
  const [row] = await inside.rows(
    "SELECT id FROM uploads WHERE draft_id = ? AND kind = 'artwork'",
    (await findDraftRow(inside, visitor)).id,
  );
  const id = String(row?.id);
  const body = new URLSearchParams({ intent: "confirm" });
  await visitor.send("/api/submission/record", { method: "POST", body });
  expect((await keep(visitor, id)).status).toBe(409);
  expect((await visitor.send(toPath(id))).status).toBe(200);
  const page = await (await visitor.send("/submit/success")).text();
  expect(page).toContain(`src="${toPath(id)}"`);
});

test("a picture without a preview gets one on its first request", async () => {
  const visitor = await createDraftAt("music");
  const id = await sendCover(visitor, jpegBytes({ width: 1300, height: 1000 }));
  expect(await findPreviewKey(id)).toBeNull();
  const first = await readBytes(await visitor.send(toPath(id)));
  expect(await readJpegHeader(bytesReader(first), first.length)).toMatchObject({
    ok: true,
    width: 650,
    height: 500,
  });
  expect(await inside.object((await findPreviewKey(id)) ?? "")).toEqual(first);
  expect(await readBytes(await visitor.send(toPath(id)))).toEqual(first);
});

test("another visitor cannot find out whether a preview exists", async () => {
  const id = await sendCover(await createDraftAt("music"));
  for (const visitor of [await createDraftAt("artist"), new Visitor()]) {
    const hiddenReply = await visitor.send(toPath(id));
    const absent = await visitor.send(toPath("01JZZZZZZZZZZZZZZZZZZZZZZZ"));
    expect([hiddenReply.status, absent.status]).toEqual([404, 404]);
    expect(await hiddenReply.text()).toBe(await absent.text());
  }
  expect(await findPreviewKey(id)).toBeNull();
});

test("a picture in a form without script has its preview before the first request", async () => {
  const visitor = await createDraftAt("music");
  await postForm(visitor, "/submit/music", [
    ...Object.entries(musicAnswers(dateInDays(60))).map(([name, body]) => ({ name, body })),
    { name: COVER_FIELD, fileName: "cover.jpg", type: "image/jpeg", body: coverBytes },
    { name: "intent", body: "next" },
  ]);
  const draft = (await findDraftRow(inside, visitor)).id;
  const upload = await pollUntil(async () => {
    const [row] = await inside.rows(
      "SELECT id, preview FROM uploads WHERE draft_id = ? AND preview IS NOT NULL",
      draft,
    );
    return row;
  });
  expect(await inside.object(String(upload.preview))).toBeDefined();
  const page = await (await visitor.send("/submit/music")).text();
  expect(page).toContain(`src="${toPath(String(upload.id))}"`);
  expect(page).not.toContain(`src="/files/${upload.id}/`);
});

test("a preview is removed from the bucket together with its picture", async () => {
  const visitor = await createDraftAt("music");
  const id = await sendCover(visitor);
  await keep(visitor, id);
  const key = (await findPreviewKey(id)) ?? "";
  expect(await inside.object(key)).toBeDefined();
  await visitor.send(`/api/cloud-storage/uploads/${id}`, { method: "DELETE" });
  expect(await inside.object(key)).toBeUndefined();
  expect(await inside.rows("SELECT key FROM stray_objects WHERE key = ?", key)).toEqual([]);
  expect((await visitor.send(toPath(id))).status).toBe(404);
});
