import { expect, test } from "vitest";
import { wavBytes } from "../fixtures/wav";
import { openAppStores } from "../support/app-stores";
import {
  COVER,
  coverBytes,
  createDraftAt,
  draftFiles,
  SONG,
  sha256,
  songBytes,
  uploadRows,
} from "../support/drafts";
import { openForFile } from "../support/open-for-file";
import { fieldParts, filePart, postStandard, specifiedForm } from "../support/standard-post";
import {
  type ApiReply,
  finishDirectUpload,
  putBytes,
  readApiReply,
  readUpload,
  sendPart,
} from "../support/upload-calls";
import { Visitor } from "../support/visitor";

const inside = await openForFile(openAppStores);

/** The specified call: no slot, no fingerprint, the artist by name. */
function announce(visitor: Visitor, extraFields: object): Promise<ApiReply> {
  const body = {
    fileName: "ferry.wav",
    fileSize: songBytes.length,
    fileType: "track",
    ...extraFields,
  };
  return readApiReply(visitor.json("/api/cloud-storage/upload-url", body));
}
const findSlots = async (visitor: Visitor) =>
  (await uploadRows(inside, visitor)).map(({ slot, state }) => [slot, state]);

test("the specified client works to the letter: announce, one PUT, process by name", async () => {
  const visitor = await createDraftAt("music");
  const artistFields = { artistName: "Sent Along", sessionId: "s-1" };
  const announcement = await announce(visitor, { ...artistFields, contentType: "audio/wav" });
  expect(announcement.status).toBe(200);
  const { uploadUrl, fileName, bucketName, uploadId } = announcement.body;
  const partReply = await visitor.send(String(uploadUrl), {
    method: "PUT",
    headers: { "Content-Type": "audio/wav" },
    body: songBytes,
  });
  expect(partReply.status).toBe(200);
  const call = {
    fileName,
    bucketName,
    ...artistFields,
    trackTitle: "Night Ferry",
    fileType: "track",
  };
  const processUpload = () => readApiReply(visitor.json("/api/cloud-storage/process-upload", call));
  const result = await processUpload();
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
      sha256: sha256(songBytes),
    },
  });
  expect(await processUpload()).toEqual(result);
  const [file] = await draftFiles(inside, visitor);
  expect(file).toMatchObject({ slot: SONG.slot, state: "complete", sha256: sha256(songBytes) });
});

test("every address of a result opens for its artist", async () => {
  const visitor = await createDraftAt("music");
  const plan = { uploadId: String((await announce(visitor, {})).body.uploadId) };
  await sendPart(visitor, plan, 1, songBytes);
  const { body } = await finishDirectUpload(visitor, plan);
  const folders = body.folderStructure as Record<string, { url: string }>;
  const urls = [body.url, body.downloadUrl, ...Object.values(folders).map(({ url }) => url)];
  for (const url of urls) expect((await visitor.send(String(url))).status).toBe(200);
});

test("the artist's name is the draft's, and the one sent along while it has none", async () => {
  const visitor = await createDraftAt("artist");
  const announcement = await announce(visitor, { artistName: "Brand New" });
  const plan = { uploadId: String(announcement.body.uploadId) };
  await sendPart(visitor, plan, 1, songBytes);
  const result = await finishDirectUpload(visitor, plan, { artistName: "Brand New" });
  expect(result.body.artistName).toBe("Brand New");
  const [row] = await uploadRows(inside, visitor);
  expect(row?.key).toMatch(/^artists\/brand-new-/);
});

test("files without a slot fill the tracks one after the other, and the artwork", async () => {
  const visitor = await createDraftAt("music");
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
  const send = async (extraFields: object, bytes: Uint8Array<ArrayBuffer>) => {
    const { body } = await announce(visitor, { ...extraFields, fileSize: bytes.length });
    await putBytes(visitor, String(body.uploadUrl), bytes);
    expect((await finishDirectUpload(visitor, { uploadId: String(body.uploadId) })).status).toBe(
      200,
    );
  };
  await send({ fileName: "one.wav" }, songBytes);
  await send({ fileName: "two.wav" }, songBytes);
  await send({ fileName: "cover.jpg", fileType: "artwork" }, coverBytes);
  expect(await findSlots(visitor)).toEqual([
    [COVER.slot, "complete"],
    ["audio:aaa", "complete"],
    ["audio:bbb", "complete"],
  ]);
});

/** A draft whose EP has three tracks. */
async function createDraftWithTracks(): Promise<Visitor> {
  const visitor = await createDraftAt("music");
  const titles = ["One", "Two", "Three"].flatMap((title, index) => [
    [`tracks[${index}].id`, `t${index}`],
    [`tracks[${index}].title`, title],
  ]);
  const ep = { uploadType: "new-music", releaseType: "ep", intent: "back" };
  await visitor.post("/submit/music", { ...ep, ...Object.fromEntries(titles) });
  return visitor;
}
const songs = [1, 2, 3].map((seed) => wavBytes({ seconds: 0.2, bits: 16, seed }));
const storedHashes = async (visitor: Visitor) => {
  const files = await draftFiles(inside, visitor);
  expect(files.every(({ state }) => state === "complete")).toBe(true);
  expect(new Set(files.map(({ slot }) => slot)).size).toBe(files.length);
  return new Set(files.map((file) => file.sha256));
};

for (const order of ["one after the other", "at the same moment"])
  test(`files without a slot that are begun ${order} are all there in the end`, async () => {
    const visitor = await createDraftWithTracks();
    const announcements: ApiReply[] = [];
    const start = async (index: number) => {
      announcements[index] = await announce(visitor, { fileName: `${index}.wav` });
    };
    if (order === "at the same moment") await Promise.all(songs.map((_, index) => start(index)));
    else for (const index of songs.keys()) await start(index);
    const results = await Promise.all(
      songs.map(async (bytes, index) => {
        const uploadId = String(announcements[index]?.body.uploadId);
        expect((await sendPart(visitor, { uploadId }, 1, bytes)).status).toBe(200);
        return finishDirectUpload(visitor, { uploadId });
      }),
    );
    expect(results.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await storedHashes(visitor)).toEqual(new Set(songs.map(sha256)));
    for (const { body } of announcements)
      expect((await readUpload(visitor, { uploadId: String(body.uploadId) })).status).toBe(200);
  });

test("so are those that come by the standard call at the same moment", async () => {
  const visitor = await createDraftWithTracks();
  const replies = await Promise.all(
    songs.map((bytes, index) =>
      postStandard(visitor, [...fieldParts(specifiedForm), filePart(bytes, `${index}.wav`)]),
    ),
  );
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await storedHashes(visitor)).toEqual(new Set(songs.map(sha256)));
});

test("a file that was cut off half way keeps its track when it is announced again", async () => {
  const visitor = await createDraftAt("music");
  await announce(visitor, {});
  await announce(visitor, {});
  expect(await findSlots(visitor)).toEqual([
    [SONG.slot, "open"],
    [SONG.slot, "open"],
  ]);
});

test.each([
  ["a name that no upload has", { fileName: "other.wav", bucketName: "b" }, 404],
  ["neither name nor id", { bucketName: "b" }, 400],
])("processing by %s is refused", async (_, call, status) => {
  const visitor = await createDraftAt("music");
  await announce(visitor, {});
  const reply = await readApiReply(visitor.json("/api/cloud-storage/process-upload", call));
  expect(reply.status).toBe(status);
});

test("processing by a name finds no file of another draft", async () => {
  await announce(await createDraftAt("music"), { fileName: "mine alone.wav" });
  const call = { fileName: "mine alone.wav", bucketName: "b" };
  const path = "/api/cloud-storage/process-upload";
  expect((await readApiReply((await createDraftAt("music")).json(path, call))).status).toBe(404);
  expect((await readApiReply(new Visitor().json(path, call))).status).toBe(403);
});
