import { afterAll, beforeAll, expect, test } from "vitest";
import { type ApiReply, finish, opened, put, sendPart } from "../support/direct-upload";
import { COVER, cover, draftAt, SONG, song } from "../support/draft-at";
import { type Inside, openInside } from "../support/inside";
import { filesOf, sha256, uploadRows } from "../support/stored";
import { Visitor } from "../support/visitor";

let inside: Inside;

beforeAll(async () => {
  inside = await openInside();
});
afterAll(() => inside.close());

/** The specified call: no slot, no fingerprint, the artist by name. */
function announce(visitor: Visitor, more: object): Promise<ApiReply> {
  const body = { fileName: "ferry.wav", fileSize: song.length, fileType: "track", ...more };
  return opened(visitor.json("/api/cloud-storage/upload-url", body));
}
const slotsOf = async (visitor: Visitor) =>
  (await uploadRows(inside, visitor)).map(({ slot, state }) => [slot, state]);

test("the specified client works to the letter: announce, one PUT, process by name", async () => {
  const visitor = await draftAt("music");
  const said = { artistName: "Sent Along", sessionId: "s-1" };
  const begun = await announce(visitor, { ...said, contentType: "audio/wav" });
  expect(begun.status).toBe(200);
  const { uploadUrl, fileName, bucketName, uploadId } = begun.body;
  const sent = await visitor.send(String(uploadUrl), {
    method: "PUT",
    headers: { "Content-Type": "audio/wav" },
    body: song,
  });
  expect(sent.status).toBe(200);
  const call = { fileName, bucketName, ...said, trackTitle: "Night Ferry", fileType: "track" };
  const done = () => opened(visitor.json("/api/cloud-storage/process-upload", call));
  const result = await done();
  const folder = expect.stringMatching(/^artists\/sigrid-vale-[a-z0-9]{8}\/audio$/);
  expect(result).toEqual({
    status: 200,
    body: {
      success: true,
      fileId: uploadId,
      url: `/files/${uploadId}/ferry.wav`,
      downloadUrl: `/files/${uploadId}/ferry.wav`,
      fileName: "ferry.wav",
      artistName: "Sigrid Vale",
      fileType: "track",
      folderType: "audio",
      folderStructure: {
        artist: { url: "/submit" },
        audio: { id: folder, url: "/submit/music" },
        images: { url: "/submit/music" },
      },
      uploadMethod: "direct-r2",
      sha256: sha256(song),
    },
  });
  expect(await done()).toEqual(result);
  const [stored] = await filesOf(inside, visitor);
  expect(stored).toMatchObject({ slot: SONG.slot, state: "complete", sha256: sha256(song) });
});

test("every address of a result opens for its artist", async () => {
  const visitor = await draftAt("music");
  const plan = { uploadId: String((await announce(visitor, {})).body.uploadId) };
  await sendPart(visitor, plan, 1, song);
  const { body } = await finish(visitor, plan);
  const folders = body.folderStructure as Record<string, { url: string }>;
  const urls = [body.url, body.downloadUrl, ...Object.values(folders).map(({ url }) => url)];
  for (const url of urls) expect((await visitor.send(String(url))).status).toBe(200);
});

test("the artist's name is the draft's, and the one sent along while it has none", async () => {
  const visitor = await draftAt("artist");
  const begun = await announce(visitor, { artistName: "Brand New" });
  const plan = { uploadId: String(begun.body.uploadId) };
  await sendPart(visitor, plan, 1, song);
  const done = await finish(visitor, plan, { artistName: "Brand New" });
  expect(done.body.artistName).toBe("Brand New");
  const [row] = await uploadRows(inside, visitor);
  expect(row?.key).toMatch(/^artists\/brand-new-/);
});

test("files without a slot fill the tracks one after the other, and the artwork", async () => {
  const visitor = await draftAt("music");
  const music = {
    uploadType: "new-music",
    releaseType: "ep",
    "tracks[0].id": "aaa",
    "tracks[0].title": "One",
    "tracks[1].id": "bbb",
    "tracks[1].title": "Two",
    "tracks[2].id": "ccc",
    "tracks[2].title": "Three",
    intent: "back",
  };
  await visitor.post("/submit/music", music);
  const send = async (more: object, bytes: Uint8Array<ArrayBuffer>) => {
    const { body } = await announce(visitor, { ...more, fileSize: bytes.length });
    await put(visitor, String(body.uploadUrl), bytes);
    expect((await finish(visitor, { uploadId: String(body.uploadId) })).status).toBe(200);
  };
  await send({ fileName: "one.wav" }, song);
  await send({ fileName: "two.wav" }, song);
  await send({ fileName: "cover.jpg", fileType: "artwork" }, cover);
  expect(await slotsOf(visitor)).toEqual([
    [COVER.slot, "complete"],
    ["audio:aaa", "complete"],
    ["audio:bbb", "complete"],
  ]);
});

test("a file that was cut off half way keeps its track when it is announced again", async () => {
  const visitor = await draftAt("music");
  await announce(visitor, {});
  await announce(visitor, {});
  expect(await slotsOf(visitor)).toEqual([
    [SONG.slot, "open"],
    [SONG.slot, "open"],
  ]);
});

test.each([
  ["a name that no upload has", { fileName: "other.wav", bucketName: "b" }, 404],
  ["neither name nor id", { bucketName: "b" }, 400],
])("processing by %s is refused with %i", async (_, call, status) => {
  const visitor = await draftAt("music");
  await announce(visitor, {});
  const reply = await opened(visitor.json("/api/cloud-storage/process-upload", call));
  expect(reply.status).toBe(status);
});

test("processing by a name finds no file of another draft", async () => {
  await announce(await draftAt("music"), { fileName: "mine alone.wav" });
  const call = { fileName: "mine alone.wav", bucketName: "b" };
  const path = "/api/cloud-storage/process-upload";
  expect((await opened((await draftAt("music")).json(path, call))).status).toBe(404);
  expect((await opened(new Visitor().json(path, call))).status).toBe(403);
});
