import { afterAll, beforeAll, expect, test } from "vitest";
import type { Draft } from "~/domain/submission/draft/draft";
import { audioSlot, customArtworkSlot, MAX_TRACKS_BY_TYPE } from "~/domain/uploads/slots";
import { readPost } from "~/features/wizard/frame/read-post.server";
import { errorTexts } from "~/forms/form-reply";
import { randomIds } from "~/platform/ids";
import { mp3Bytes } from "../fixtures/mp3";
import { pictures } from "../fixtures/pictures";
import { allUploads } from "../support/all-uploads";
import { COVER, COVER_FIELD, coverBytes, SONG_FIELD, songBytes } from "../support/drafts";
import { BOUNDARY, type FormPart, formBody } from "../support/form-post";
import { createUploadFixture, type UploadFixture } from "../support/upload-fixture";

/** What Node asks for with a body that is a stream; Cloudflare's types do not know it. */
const STREAMED_BODY = { duplex: "half" };

let fixture: UploadFixture;
beforeAll(async () => {
  fixture = await createUploadFixture();
});
/** What goes on behind the replies. */
const behind: Promise<unknown>[] = [];
afterAll(async () => {
  await Promise.all(behind);
  await fixture.close();
});

const notes = new TextEncoder().encode("These are only notes about a song.");
const { gif } = pictures;

const id = (index: number, value: string): FormPart => ({
  name: `tracks[${index}].id`,
  body: value,
});
const audio = (index: number, fileName: string, body: Uint8Array = songBytes): FormPart => ({
  name: `tracks[${index}].file`,
  fileName,
  body,
});
const artwork = (index: number, body: Uint8Array, fileName = "own.gif"): FormPart => ({
  name: `tracks[${index}].customArtwork`,
  fileName,
  type: "image/gif",
  body,
});

let now = new Date("2026-11-21T12:00:00Z");
/** Uploads that the visitor may still begin; beyond them, the seconds to wait. */
let turns = Number.POSITIVE_INFINITY;
const limitCall = async () => (turns-- > 0 ? undefined : 40);

const pageOf = (body: BodyInit) =>
  new Request("https://submit.example.com/submit/music", {
    method: "POST",
    headers: { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` },
    body,
    ...STREAMED_BODY,
  });

const createDraftAnswers = (id: string): Draft => ({
  id,
  answers: {},
  completed: [],
  submitted: false,
  version: 1,
  entry: "open",
  createdAt: now,
  updatedAt: now,
  expiresAt: now,
});

const receiver = () => ({
  uploads: fixture.deps,
  clock: () => now,
  ids: randomIds,
  log: () => {},
  pictures: { shrink: async () => undefined },
  scope: { limitCall, waitUntil: (work: Promise<unknown>) => void behind.push(work) },
});

/** Reads a post, a second after the last, as a step's page does: for a draft of its own or one that has had posts before. */
async function read(parts: FormPart[], draftId: string = crypto.randomUUID()) {
  now = new Date(now.getTime() + 1000);
  const post = await readPost(pageOf(formBody(parts)), receiver(), createDraftAnswers(draftId));
  const uploads = (await allUploads(fixture.deps.db, draftId)).filter(
    ({ state }) => state === "complete",
  );
  const files = uploads.map(({ slot, fileName }) => [slot, fileName]).toSorted();
  return { post, files, uploads, draftId };
}

test("a file belongs to the track whose id was sent before it", async () => {
  const { files, post } = await read([
    id(0, "b"),
    audio(0, "second.wav"),
    id(1, "a"),
    audio(1, "first.wav"),
    artwork(1, gif),
    { name: COVER_FIELD, fileName: "cover.jpg", type: "image/jpeg", body: coverBytes },
  ]);
  expect(post.fileErrors).toEqual({});
  expect(files).toEqual([
    [COVER.slot, "cover.jpg"],
    [audioSlot("a"), "first.wav"],
    [audioSlot("b"), "second.wav"],
    [customArtworkSlot("a"), "own.gif"],
  ]);
});

test("a track that was moved up keeps its file and can have it replaced", async () => {
  const { draftId } = await read([
    id(0, "one"),
    audio(0, "one.wav"),
    id(1, "two"),
    audio(1, "two.wav"),
  ]);
  const { files } = await read([id(0, "two"), audio(0, "new two.wav"), id(1, "one")], draftId);
  expect(files).toEqual([
    [audioSlot("one"), "one.wav"],
    [audioSlot("two"), "new two.wav"],
  ]);
});

test.each<[string, FormPart[]]>([
  ["says no id", [audio(0, "x.wav")]],
  ["says its id too late", [audio(0, "x.wav"), id(0, "late")]],
  ["says an id that no page of ours makes", [id(0, "../late"), audio(0, "x.wav")]],
  ["says the id of another track", [id(1, "other"), audio(0, "x.wav")]],
])("a track that %s is named by its place", async (_, parts) => {
  expect((await read(parts)).files).toEqual([[audioSlot("track-1"), "x.wav"]]);
});

test("a file for a field that no form has is passed over, and what follows is read", async () => {
  const { files, post } = await read([
    audio(20, "x.wav"),
    { name: audioSlot("track-1"), fileName: "x.wav", body: songBytes },
    { name: "releaseTitle", body: "Ferries" },
  ]);
  expect(files).toEqual([]);
  expect(post).toMatchObject({ fields: [["releaseTitle", "Ferries"]], fileErrors: {} });
});

test("a refused file is named by its field, and the one before stays in its slot", async () => {
  const { draftId } = await read([id(0, "own"), audio(0, "take.wav"), artwork(0, gif)]);
  const { post, files } = await read(
    [
      id(0, "own"),
      audio(0, "song.wav", mp3Bytes({ frames: 40 })),
      artwork(0, notes),
      { name: "releaseTitle", body: "Ferries" },
    ],
    draftId,
  );
  expect(errorTexts(post.fileErrors)).toEqual({
    [SONG_FIELD]: expect.stringMatching(
      /^Invalid file type\. Expected: WAV file\.\.\. .* "song\.wav" was not taken\. "take\.wav" stays\.$/,
    ),
    "tracks[0].customArtwork":
      'Please select an image file (JPEG, PNG, WebP, GIF, HEIC or AVIF). This one is an unknown kind of file. The new "own.gif" was not taken. The one you sent before stays.',
  });
  expect(post.fileStatus).toBe(415);
  expect(post.fields.at(-1)).toEqual(["releaseTitle", "Ferries"]);
  expect(files).toEqual([
    [audioSlot("own"), "take.wav"],
    [customArtworkSlot("own"), "own.gif"],
  ]);
});

test("each file of a form takes a turn of the visitor's, and the fields behind it are read", async () => {
  turns = 1;
  const { post, files } = await read([
    { name: COVER_FIELD, fileName: "", type: "application/octet-stream", body: "" },
    audio(0, "song.wav"),
    audio(1, "late.wav"),
    { name: "releaseTitle", body: "Ferries" },
  ]).finally(() => {
    turns = Number.POSITIVE_INFINITY;
  });
  expect(files).toEqual([[audioSlot("track-1"), "song.wav"]]);
  expect(post).toMatchObject({ fileStatus: 429, retryAfter: 40 });
  expect(errorTexts(post.fileErrors)).toEqual({
    "tracks[1].file": expect.stringMatching(
      /^Too many uploads were started just now. Wait \d+ \w+, then try again.$/,
    ),
  });
  expect(post.fields).toEqual([["releaseTitle", "Ferries"]]);
});

test("a form of more files than a release has is read no further, whatever they are", async () => {
  const most = MAX_TRACKS_BY_TYPE.lp * 2 + 1;
  const { draftId } = await read(Array.from({ length: most }, () => audio(0, "notes.wav", notes)));
  const many = [...Array.from({ length: most }, () => audio(20, "x.wav")), audio(0, "song.wav")];
  const outcome = await read(many, draftId).catch((error: unknown) => error);
  if (!(outcome instanceof Response)) throw new Error("It was taken.");
  expect([outcome.status, await outcome.json()]).toEqual([
    413,
    { refusal: expect.stringContaining("That's more files than a release can have.") },
  ]);
  expect(await allUploads(fixture.deps.db, draftId)).toEqual([]);
});

test("a track's own artwork is kept as what it is, and refused at 10MB", async () => {
  const largeGif = new Uint8Array(10 * 1024 * 1024 - 1);
  largeGif.set(gif);
  const { uploads, draftId } = await read([artwork(0, largeGif, "named.png")]);
  expect(uploads).toMatchObject([
    { kind: "custom-artwork", size: largeGif.length, probe: { kind: "gif" } },
  ]);
  const { post, files } = await read([artwork(0, new Uint8Array([...largeGif, 0]))], draftId);
  expect(post.fileStatus).toBe(413);
  expect(Object.values(errorTexts(post.fileErrors))).toEqual([
    'File size exceeds 10MB limit. "own.gif" was not taken. "named.gif" stays.',
  ]);
  expect(files).toEqual([[customArtworkSlot("track-1"), "named.gif"]]);
});

test("a form of another draft is refused before its file is read", async () => {
  const head = formBody([{ name: "draft", body: "01OTHER" }, audio(0, "long.wav")]);
  let chunkCount = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(stream) {
      stream.enqueue(chunkCount === 0 ? head.subarray(0, -20) : new Uint8Array(65_536));
      chunkCount += 1;
      if (chunkCount === 1_000) stream.close();
    },
  });
  const draftId = crypto.randomUUID();
  const outcome = await readPost(pageOf(body), receiver(), createDraftAnswers(draftId)).catch(
    (response: Response) => response,
  );
  expect(outcome).toMatchObject({ status: 409 });
  expect(chunkCount).toBeLessThan(5);
  expect(await allUploads(fixture.deps.db, draftId)).toEqual([]);
});
