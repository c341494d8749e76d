import { describe, expect, test } from "vitest";
import { ALREADY_SUBMITTED } from "~/domain/uploads/upload-texts";
import { mp3Bytes } from "../fixtures/mp3";
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
} from "../support/drafts";
import { type FormPart, formBody } from "../support/form-post";
import { openForFile } from "../support/open-for-file";
import { fieldParts, filePart, pausedPost, specifiedForm } from "../support/standard-post";
import type { Visitor } from "../support/visitor";

/*
 * Files of `POST /api/upload` that arrive before the fields that say what they are for.
 */

const inside = await openForFile(openAppStores);

const song = wavBytes({ totalBytes: 6_500_000 });
const songFields = { ...specifiedForm, slot: SONG.slot };

/** The cover with a comment of more than a mebibyte before its picture. */
function largeCover(): Uint8Array {
  const comment = Buffer.alloc(65_535);
  comment.set([0xff, 0xfe, 0xff, 0xfd]);
  const comments = Array.from({ length: 20 }, () => comment);
  return new Uint8Array(
    Buffer.concat([coverBytes.subarray(0, 2), ...comments, Buffer.from(coverBytes.subarray(2))]),
  );
}

const spooledBytes = async () =>
  (await inside.files.list({ prefix: "spool/" })).objects.reduce((sum, { size }) => sum + size, 0);
const waiting = async (visitor: Visitor) => {
  const { id } = await findDraftRow(inside, visitor);
  return inside.rows("SELECT key FROM stray_objects WHERE draft_id = ?", id);
};

interface Case {
  what: string;
  file: FormPart;
  fields: Record<string, string>;
  status: number;
  error?: RegExp;
  /** The files of the draft at the end; by default only the refused one. */
  stored?: { slot: string; bytes: Uint8Array };
  /** How many bytes are missing at the form's end. */
  cut?: number;
  /** The draft is submitted while half of the form has come. */
  submitted?: true;
}

const artwork = largeCover();
const cases: Case[] = [
  {
    what: "a good WAV",
    file: filePart(song),
    fields: { ...songFields, sha256: sha256(song) },
    status: 200,
    stored: { slot: SONG.slot, bytes: song },
  },
  {
    what: "an artwork",
    file: filePart(artwork, "cover.jpg", "image/jpeg"),
    fields: { ...specifiedForm, fileType: "artwork", slot: COVER.slot },
    status: 200,
    stored: { slot: COVER.slot, bytes: artwork },
  },
  {
    what: "a WAV that does not say its slot",
    file: filePart(song),
    fields: specifiedForm,
    status: 200,
    stored: { slot: SONG.slot, bytes: song },
  },
  {
    what: "a file of one byte too many",
    file: filePart(wavBytes({ totalBytes: 15 * 1024 * 1024 + 1 })),
    fields: songFields,
    status: 413,
    error: /larger than 15MB/,
  },
  {
    what: "a form that is cut in its last field",
    file: filePart(song),
    cut: 60,
    fields: { ...songFields, releaseTitle: "x".repeat(200) },
    status: 400,
    error: /not arrive whole/,
  },
  {
    what: "an MP3",
    file: filePart(mp3Bytes({ frames: 4_000 })),
    fields: songFields,
    status: 415,
    error: /holds MP3 audio/,
  },
  {
    what: "a text by its name",
    file: filePart(song, "notes.txt", "text/plain"),
    fields: songFields,
    status: 415,
    error: /^Invalid file type/,
  },
  {
    what: "a WAV that is cut short",
    file: filePart(song.slice(0, 2_000_000)),
    fields: songFields,
    status: 415,
    error: /is cut short/,
  },
  {
    what: "a WAV in the place of the artwork",
    file: filePart(song),
    fields: { ...songFields, slot: COVER.slot },
    status: 400,
    error: /doesn't belong/,
  },
  {
    what: "a WAV without its kind",
    file: filePart(song),
    fields: { slot: SONG.slot },
    status: 400,
    error: /missing or malformed: fileType/,
  },
  {
    what: "a WAV that is not what its sender hashed",
    file: filePart(song),
    fields: { ...songFields, sha256: sha256(coverBytes) },
    status: 409,
    error: /didn't arrive the way/,
  },
  {
    what: "a WAV whose draft is submitted meanwhile",
    file: filePart(song),
    fields: songFields,
    status: 409,
    error: new RegExp(ALREADY_SUBMITTED),
    submitted: true,
  },
];

describe.each([
  ["the file first", (file: FormPart, fields: FormPart[]) => [file, ...fields]],
  ["the fields first", (file: FormPart, fields: FormPart[]) => [...fields, file]],
] as const)("with %s", (_, order) => {
  test.each(cases)("$what is answered with $status, and nothing else stays", async (testCase) => {
    const visitor = await createDraftAt("music");
    const body = formBody(order(testCase.file, fieldParts(testCase.fields)));
    const end = body.length - (testCase.cut ?? 0);
    const form = body.slice(0, end);
    const post = await pausedPost(visitor, "/api/upload", form, Math.floor(form.length / 2));
    if (testCase.submitted) {
      const { id } = await findDraftRow(inside, visitor);
      await inside.rows("UPDATE drafts SET submitted_at = updated_at WHERE id = ?", id);
    }
    const { status, text } = await post.finish();
    expect([status, text]).toEqual([testCase.status, expect.any(String)]);
    if (testCase.error) expect(JSON.parse(text).error).toMatch(testCase.error);
    const files = (await draftFiles(inside, visitor)).filter(
      ({ sha256: hash }) => hash !== undefined,
    );
    expect(files.map(({ slot, state, sha256: hash }) => ({ slot, state, hash }))).toEqual(
      testCase.stored
        ? [{ slot: testCase.stored.slot, state: "complete", hash: sha256(testCase.stored.bytes) }]
        : [],
    );
    expect(await waiting(visitor)).toEqual([]);
    expect(await spooledBytes()).toBe(0);
  });
});
