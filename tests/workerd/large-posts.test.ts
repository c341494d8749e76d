import { afterAll, beforeAll, expect, test } from "vitest";
import { type AppStores, openAppStores } from "../support/app-stores";
import { createDraftAt, SONG, SONG_FIELD } from "../support/draft-at";
import { postForm } from "../support/form-post";
import { wavStream } from "../support/generated-stream";
import { pageText } from "../support/page-text";
import { filesOf, uploadRows } from "../support/stored-draft";
import { dateInDays, musicAnswers, type Visitor } from "../support/visitor";
import { peakDuring, workerdMegabytes } from "../support/workerd-memory";

const MB = 1_000_000;
const LIMIT = 200 * 1024 * 1024;
let inside: AppStores;

beforeAll(async () => {
  inside = await openAppStores();
});
afterAll(() => inside.close());

/** Posts the step's form with a generated track, as a browser without script does. */
function post(visitor: Visitor, size: number, fileName = "long.wav", type?: string) {
  return postForm(visitor, "/submit/music", [
    { name: SONG_FIELD, fileName, type, body: wavStream(size), size },
    ...Object.entries(musicAnswers(dateInDays(60))).map(([name, body]) => ({ name, body })),
    { name: "intent", body: "next" },
  ]);
}

async function sizeStored(visitor: Visitor): Promise<unknown> {
  const { key } = (await uploadRows(inside, visitor)).find((row) => row.slot === SONG.slot) ?? {};
  return (await inside.files.head(String(key)))?.size;
}

test("a script-free post of 95MB raises workerd's memory by no more than 40MB", async () => {
  const visitor = await createDraftAt("music");
  expect((await post(visitor, 20 * MB)).location).toBe("/submit/about");
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const before = workerdMegabytes();
  const peak = await peakDuring(async () => {
    expect((await post(visitor, 95 * MB)).location).toBe("/submit/about");
  });
  console.log(
    `workerd: ${before.toFixed(0)} MB before, ${peak.toFixed(0)} MB at most during a 95MB post, ` +
      `${(peak - before).toFixed(0)} MB more (at most 40)`,
  );
  expect(await sizeStored(visitor)).toBe(95 * MB);
  expect(peak - before).toBeLessThanOrEqual(40);
});

test("a track over 200MB is refused script-free with 413, and the one before stays", async () => {
  const visitor = await createDraftAt("about");
  const before = await filesOf(inside, visitor);
  const reply = await post(visitor, LIMIT + 2);
  expect(pageText(reply.html)).toContain("File size exceeds 200MB limit");
  expect(reply.status).toBe(413);
  expect(await filesOf(inside, visitor)).toEqual(before);
});

test.each([
  ["a wrong name", 30 * MB, "long.flac", "music", 415, "Invalid file type. Expected: WAV file..."],
  ["a step that is not open", 30 * MB, "long.wav", "artist", 409, "This step opens once"],
] as const)(
  "a large post with %s is read to its end, so that its sender sees why it was refused",
  async (_, size, fileName, step, status, text) => {
    const visitor = await createDraftAt(step);
    const reply = await post(visitor, size, fileName, "audio/flac");
    expect(reply.status).toBe(status);
    expect(pageText(reply.html)).toContain(text);
    expect(await uploadRows(inside, visitor)).toEqual([]);
  },
);
