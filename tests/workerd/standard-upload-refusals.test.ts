import { expect, test } from "vitest";
import { mp3Bytes } from "../fixtures/mp3";
import { behindTag } from "../fixtures/odd-wavs";
import { coverBytes, createDraftAt, SONG, sha256, songBytes, uploadRows } from "../support/drafts";
import { BOUNDARY, formBody } from "../support/form-post";
import { musicDraft } from "../support/music-draft";
import {
  fieldParts,
  filePart,
  postStandard as send,
  specifiedForm,
} from "../support/standard-post";
import { readApiReply } from "../support/upload-calls";

const { inside, visitor } = await musicDraft();

test.each([
  ["no file", fieldParts(specifiedForm), "file"],
  ["no kind", [filePart(songBytes)], "fileType"],
  ["an unknown kind", [filePart(songBytes), ...fieldParts({ fileType: "video" })], "fileType"],
  ["nothing at all", [], "fileType, file"],
  [
    "a hash that is none",
    [...fieldParts({ ...specifiedForm, slot: SONG.slot, sha256: "x" }), filePart(songBytes)],
    "sha256",
  ],
  [
    "a bad hash behind the file",
    [
      ...fieldParts({ ...specifiedForm, slot: SONG.slot }),
      filePart(songBytes),
      ...fieldParts({ sha256: "x" }),
    ],
    "sha256",
  ],
])("a form with %s is refused with 400 and stores nothing", async (_, parts, names) => {
  const owner = await createDraftAt("music");
  expect(await send(owner, parts)).toEqual({
    status: 400,
    body: {
      success: false,
      error: `These fields are missing or malformed: ${names}.`,
      details: names,
    },
  });
  expect(await uploadRows(inside, owner)).toEqual([]);
});

test.each([
  ["an MP3 named .wav", filePart(mp3Bytes({ frames: 40 })), 415, /holds MP3 audio/],
  ["an empty file", filePart(new Uint8Array(0)), 400, /is empty/],
  ["a text by its name", filePart(songBytes, "notes.txt", "text/plain"), 415, /^Invalid file type/],
  ["a WAV behind a tag", filePart(behindTag(songBytes)), 415, /This file starts with an ID3 tag/],
  [
    "a WAV far behind one",
    filePart(behindTag(songBytes, 6_000_000)),
    415,
    /This file starts with an ID3 tag/,
  ],
  [
    "a WAV that is cut short",
    filePart(songBytes.slice(0, songBytes.length - 9_000)),
    415,
    /is cut short/,
  ],
])("%s is refused with a sentence in either order", async (_, file, status, error) => {
  const owner = await createDraftAt("music");
  const fields = fieldParts({ ...specifiedForm, slot: SONG.slot });
  for (const parts of [
    [file, ...fields],
    [...fields, file],
  ]) {
    const reply = await send(owner, parts);
    expect(reply).toEqual({
      status,
      body: { success: false, error: expect.stringMatching(error), details: "Nothing was stored." },
    });
  }
  const states = (await uploadRows(inside, owner)).map(({ state }) => state);
  expect(states.filter((state) => state !== "rejected")).toEqual([]);
});

test("a file for no field of the form is refused with 400", async () => {
  const fields = fieldParts({ ...specifiedForm, slot: "artwork" });
  for (const parts of [
    [filePart(songBytes), ...fields],
    [...fields, filePart(songBytes)],
  ])
    expect(await send(visitor, parts)).toMatchObject({
      status: 400,
      body: { error: "This file doesn't belong to any field of the form." },
    });
});

test("a file that is not what its sender hashed is not kept", async () => {
  const owner = await createDraftAt("music");
  const fields = fieldParts({ ...specifiedForm, sha256: sha256(coverBytes) });
  const reply = await send(owner, [filePart(songBytes), ...fields]);
  expect(reply).toMatchObject({
    status: 409,
    body: { error: "This file didn't arrive the way you sent it. Send it again." },
  });
  expect(await uploadRows(inside, owner)).toEqual([]);
});

test("a form that is cut off stores nothing and says so", async () => {
  const owner = await createDraftAt("music");
  const whole = formBody([
    ...fieldParts({ ...specifiedForm, slot: SONG.slot }),
    filePart(songBytes),
  ]);
  const reply = await readApiReply(
    owner.send("/api/upload", {
      method: "POST",
      headers: { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` },
      body: whole.slice(0, whole.length - 2_000),
    }),
  );
  expect(reply).toMatchObject({
    status: 400,
    body: { error: "The form did not arrive whole. Send it again.", details: expect.any(String) },
  });
  expect(await uploadRows(inside, owner)).toEqual([]);
});

test.each(["application/json", "text/plain", "application/x-www-form-urlencoded"])(
  "a body of type %s is refused with 415",
  async (type) => {
    const headers = { "Content-Type": type };
    const reply = await readApiReply(
      visitor.send("/api/upload", { method: "POST", headers, body: "file=x" }),
    );
    expect(reply).toMatchObject({
      status: 415,
      body: { error: "This call takes a form with a file.", details: expect.any(String) },
    });
  },
);
