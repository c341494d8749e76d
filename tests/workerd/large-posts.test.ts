import { expect, test } from "vitest";
import { openAppStores } from "../support/app-stores";
import { createDraftAt, uploadRows } from "../support/drafts";
import { postLongTrack } from "../support/long-track";
import { openForFile } from "../support/open-for-file";
import { pageText } from "../support/page-parts";

const MB = 1_000_000;

const inside = await openForFile(openAppStores);

test.each([
  ["a wrong name", 30 * MB, "long.flac", "music", 415, "Invalid file type. Expected: WAV file..."],
  ["a step that is not open", 30 * MB, "long.wav", "artist", 409, "This step opens once"],
] as const)(
  "a large post with %s is read to its end, so that its sender sees why it was refused",
  async (_, size, fileName, step, status, text) => {
    const visitor = await createDraftAt(step);
    const reply = await postLongTrack(visitor, size, fileName, "audio/flac");
    expect(reply.status).toBe(status);
    expect(pageText(reply.html)).toContain(text);
    expect(await uploadRows(inside, visitor)).toEqual([]);
  },
);
