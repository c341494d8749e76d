import { expect, test } from "vitest";
import { openAppStores } from "../support/app-stores";
import { badFiles } from "../support/bad-files";
import {
  COVER,
  COVER_FIELD,
  coverBytes,
  createDraftAt,
  draftFiles,
  SONG,
  SONG_FIELD,
  sha256,
  songBytes,
} from "../support/drafts";
import { postForm } from "../support/form-post";
import { openForFile } from "../support/open-for-file";
import { fieldValue, pageText } from "../support/page-parts";
import { dateInDays, musicAnswers } from "../support/visitor";

const inside = await openForFile(openAppStores);
const visitor = await createDraftAt("about");
const expectedFiles = [
  { slot: COVER.slot, state: "complete", fileName: "cover.jpg", sha256: sha256(coverBytes) },
  { slot: SONG.slot, state: "complete", fileName: "ferry.wav", sha256: sha256(songBytes) },
];

async function expectHeld(): Promise<void> {
  const files = (await draftFiles(inside, visitor)).filter((file) => file.state !== "rejected");
  expect(files).toMatchObject(expectedFiles);
  expect(files).toHaveLength(expectedFiles.length);
}

test.each(badFiles)("the direct route refuses $what and keeps the file before", async (bad) => {
  const { slot } = bad.kind === "track" ? SONG : COVER;
  const file = { slot, fileType: bad.kind, fileName: bad.fileName, contentType: bad.type };
  const reply = await visitor.upload(bad.bytes, file);
  const body = (await reply.json()) as { success: boolean; error: string };
  expect(body.success).toBe(false);
  expect(body.error).toContain(bad.text);
  expect(reply.status).toBe(bad.status);
  await expectHeld();
});

test.each(badFiles)(
  "a form without script refuses $what and keeps the file before",
  async (bad) => {
    const name = bad.kind === "track" ? SONG_FIELD : COVER_FIELD;
    const fields = { ...musicAnswers(dateInDays(60)), releaseTitle: "Typed meanwhile" };
    const reply = await postForm(visitor, "/submit/music", [
      ...Object.entries(fields).map(([field, body]) => ({ name: field, body })),
      { name, fileName: bad.fileName, type: bad.type, body: bad.bytes },
      { name: "intent", body: "next" },
    ]);
    expect(pageText(reply.html)).toContain(bad.text);
    expect(reply.status).toBe(bad.status);
    expect(fieldValue(reply.html, "releaseTitle")).toBe("Typed meanwhile");
    await expectHeld();
  },
);
