import { afterAll, beforeAll, expect, test } from "vitest";
import { type AppStores, openAppStores } from "../support/app-stores";
import { createDraftAt, SONG_FIELD, uploadRows } from "../support/drafts";
import { postForm } from "../support/form-post";
import { pageText } from "../support/page-parts";
import { wavStream } from "../support/test-files";
import { dateInDays, musicAnswers, type Visitor } from "../support/visitor";

const MB = 1_000_000;
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
