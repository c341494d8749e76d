import { expect, test } from "vitest";
import { wavBytes } from "../fixtures/wav";
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
import type { FormPart } from "../support/form-post";
import { musicDraft } from "../support/music-draft";
import {
  fieldParts,
  filePart,
  postStandard as send,
  specifiedForm,
} from "../support/standard-post";
import { beginDirectUpload } from "../support/upload-calls";

const LIMIT = 15 * 1024 * 1024;
const TOO_LARGE = {
  status: 413,
  body: {
    success: false,
    error: "This file is larger than 15MB, the most this call takes.",
    details: "Send it in parts: POST /api/cloud-storage/upload-url.",
  },
};
const { inside, visitor } = await musicDraft();

const result = (id: unknown, kind: "track" | "artwork", fileName: string, bytes: Uint8Array) => ({
  success: true,
  fileId: id,
  url: `/files/${id}/${fileName}`,
  downloadUrl: `/files/${id}/${fileName}`,
  fileName,
  artistName: "Sigrid Vale",
  fileType: kind,
  folderType: kind === "track" ? "audio" : "images",
  folderStructure: {
    artist: { url: "/submit" },
    audio: { id: expect.stringMatching(/^artists\/.+\/audio$/), url: "/submit/music" },
    images: { url: "/submit/music" },
  },
  uploadMethod: "standard",
  sha256: sha256(bytes),
  version: expect.any(Number),
});

test.each([
  ["the file first", (file: FormPart, fields: FormPart[]) => [file, ...fields]],
  ["the fields first", (file: FormPart, fields: FormPart[]) => [...fields, file]],
  [
    "the file between the fields",
    (file: FormPart, [first, ...rest]: FormPart[]) => [...(first ? [first] : []), file, ...rest],
  ],
])("a track is stored byte for byte with %s", async (_, order) => {
  const owner = await createDraftAt("music");
  for (const fields of [
    specifiedForm,
    { ...specifiedForm, slot: SONG.slot, sha256: sha256(songBytes) },
  ]) {
    const reply = await send(owner, order(filePart(songBytes), fieldParts(fields)));
    const [storedFile, ...others] = await draftFiles(inside, owner);
    expect(storedFile).toMatchObject({
      slot: SONG.slot,
      state: "complete",
      sha256: sha256(songBytes),
    });
    expect(others).toEqual([]);
    expect(reply).toEqual({
      status: 200,
      body: result(storedFile?.id, "track", "ferry.wav", songBytes),
    });
    const opens = await owner.send(String(reply.body.url));
    expect(sha256(new Uint8Array(await opens.arrayBuffer()))).toBe(sha256(songBytes));
  }
});

test("artwork goes to the place of the artwork", async () => {
  const owner = await createDraftAt("music");
  const fields = fieldParts({ ...specifiedForm, fileType: "artwork", releaseTitle: "Night Ferry" });
  const reply = await send(owner, [filePart(coverBytes, "cover.jpg", "image/jpeg"), ...fields]);
  const [storedFile] = await draftFiles(inside, owner);
  expect(storedFile).toMatchObject({ slot: COVER.slot, state: "complete" });
  expect(reply.body).toEqual(result(storedFile?.id, "artwork", "cover.jpg", coverBytes));
});

test("the title identifies the track if only one has it", async () => {
  const owner = await createDraftAt("music");
  await owner.post("/submit/music", {
    uploadType: "new-music",
    releaseType: "ep",
    "tracks[0].id": "aaa",
    "tracks[0].title": "One",
    "tracks[1].id": "bbb",
    "tracks[1].title": "Two",
    intent: "back",
  });
  await send(owner, [filePart(songBytes), ...fieldParts({ ...specifiedForm, trackTitle: "Two" })]);
  await send(owner, [
    filePart(songBytes),
    ...fieldParts({ ...specifiedForm, trackTitle: "Nobody" }),
  ]);
  const slots = (await uploadRows(inside, owner)).map(({ slot }) => slot);
  expect(slots).toEqual(["audio:aaa", "audio:bbb"]);
});

test.each([false, true])(
  "a file of exactly 15MB is taken, one byte more is not (length untold: %s)",
  async (isChunked) => {
    const owner = await createDraftAt("music");
    const most = wavBytes({ totalBytes: LIMIT });
    const more = new Uint8Array([...most.slice(0, 44), ...new Uint8Array(LIMIT - 43)]);
    const fields = fieldParts({ ...specifiedForm, ...(isChunked && { slot: SONG.slot }) });
    const reply = await send(owner, [...fields, filePart(most)], isChunked);
    expect(reply.body).toMatchObject({ success: true, sha256: sha256(most) });
    expect(await send(owner, [...fields, filePart(more)], isChunked)).toEqual(TOO_LARGE);
    // The stored file is still there, and nothing of the other one.
    expect(await draftFiles(inside, owner)).toMatchObject([{ state: "complete", size: LIMIT }]);
  },
);

test("a far larger body is refused by its length", async () => {
  const body = new Uint8Array(LIMIT + 100_000);
  expect(await send(visitor, [filePart(body), ...fieldParts(specifiedForm)])).toEqual(TOO_LARGE);
});

test("a file that was sent whole is found again by its fingerprint, and by its hash", async () => {
  const owner = await createDraftAt("music");
  const fingerprint = "f".repeat(64);
  const reply = await send(owner, [
    filePart(songBytes),
    ...fieldParts({ ...specifiedForm, fingerprint }),
  ]);
  const announceAgain = (hash: string | null) =>
    beginDirectUpload(owner, songBytes.length, { ...SONG, fingerprint, sha256: hash });
  // Another file may have the same fingerprint: only its hash tells.
  expect(await announceAgain(null)).toEqual({ success: true, needsHash: true });
  const repeated = await announceAgain(sha256(songBytes));
  expect(repeated).toMatchObject({ uploadId: reply.body.fileId, state: "complete" });
});
