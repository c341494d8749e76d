import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { submissions } from "~/domain/submission/submission-tables.server";
import { partStore } from "~/integrations/board/board-parts.server";
import { FILE_LIMIT } from "~/integrations/board/file-column.server";
import { createBoardJobFixture } from "../../support/board-job-fixture";
import { openForFile } from "../../support/open-for-file";

const board = await openForFile(createBoardJobFixture);
beforeEach(async () => {
  await board.reset();
  const map = { audioFiles: { id: "files", type: "file" } };
  await board.fixture.config.put("board-columns", JSON.stringify(map));
});

const sounds = { u1: "RIFF one", u2: "RIFF two, which is longer" };
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** A submission with two tracks in the bucket. */
async function recordWithFiles(sizes: Partial<typeof sounds & Record<string, number>> = {}) {
  const ids = await board.recorded();
  const files = Object.entries(sounds).map(([uploadId, text], index) => ({
    uploadId,
    kind: "track",
    slot: `audio:track-${index + 1}`,
    key: `${ids.submission}/${uploadId}`,
    fileName: `${uploadId} "song".wav`,
    contentType: "audio/wav",
    size: sizes[uploadId] ?? text.length,
  }));
  for (const { key, uploadId } of files)
    await board.fixture.files.put(key, uploadId === "u1" ? sounds.u1 : sounds.u2);
  await board.fixture.db
    .update(submissions)
    .set({ files: JSON.stringify(files) })
    .where(eq(submissions.id, ids.submission));
  return { ...ids, keys: files.map(({ key }) => key) };
}

/** Expects each file once, byte for byte. */
async function expectBoth() {
  const storedFiles = (await board.files()).map((file) => [
    file.column_id,
    file.file_size,
    file.sha256,
  ]);
  expect(storedFiles.sort()).toEqual(
    Object.values(sounds)
      .map((text) => ["files", text.length, sha256(text)])
      .sort(),
  );
  expect(await board.items()).toHaveLength(1);
}

test("files go into the column that the map names, once, however often the job runs", async () => {
  const { sync } = await recordWithFiles();
  expect(await board.run(sync)).toEqual({ kind: "done", reason: "created" });
  await expectBoth();
  expect((await board.files()).map(({ name }) => name)).toEqual([
    expect.stringMatching(/^Track 1 - u1/),
    expect.stringMatching(/^Track 2 - u2/),
  ]);
  const [item] = await board.items();
  expect(item?.column_values).not.toHaveProperty("files");
  expect(await board.again(sync)).toMatchObject({ kind: "done" });
  await expectBoth();
});

test.each([
  ["lost-reply", "AddFile", 20],
  ["lost-reply", "AddFile", 31 * 60],
  ["partial", "AddFile", 31 * 60],
  ["http-500", "AddFile", 20],
  ["no-reply", "ItemFiles", 20],
  ["rate-limit", "AddFile", 3],
] as const)("after %s at %s, %d s later, each file is there once", async (mode, call, after) => {
  const { sync, submission } = await recordWithFiles();
  // Of a new submission no files are searched for.
  if (call === "ItemFiles") await board.age(submission);
  await board.fails(mode, call);
  expect(await board.run(sync)).toMatchObject({ kind: "retry" });
  board.later(after);
  expect(await board.run(sync)).toMatchObject({ kind: "done" });
  await expectBoth();
});

test("a worker that dies after sending a file, before recording it, does not send it twice", async () => {
  const { sync } = await recordWithFiles();
  const parts = partStore(board.fixture.db);
  const store: typeof parts.store = async (id, part, value, now) => {
    if (part.startsWith("file:")) throw new Error("The worker is gone.");
    return parts.store(id, part, value, now);
  };
  await board.run(sync, { parts: { ...parts, store } });
  expect(await board.files()).toHaveLength(1);
  board.later(31 * 60);
  expect(await board.run(sync)).toMatchObject({ kind: "done" });
  await expectBoth();
});

test("a stream that breaks off is sent again, and no partial file is left", async () => {
  const { sync } = await recordWithFiles();
  const open = async () =>
    new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode("RI")),
      pull: (controller) => controller.error(new Error("R2 is away.")),
    });
  expect(await board.run(sync, { open })).toMatchObject({ kind: "retry" });
  expect(await board.files()).toEqual([]);
  board.later(20);
  expect(await board.run(sync)).toMatchObject({ kind: "done" });
  await expectBoth();
});

test("a file missing from the bucket fails the job, after all others are there", async () => {
  const { sync, keys } = await recordWithFiles();
  await board.fixture.files.delete(keys[0] ?? "");
  expect(await board.run(sync)).toEqual({ kind: "failed", reason: "FILE_MISSING" });
  expect((await board.files()).map(({ sha256 }) => sha256)).toEqual([sha256(sounds.u2)]);
  expect((await board.job(sync))?.lastError).toContain("Track 1 - u1");
  expect(await board.items()).toHaveLength(1);
});

test("a long run stops after a file and continues in a new message", async () => {
  const { sync } = await recordWithFiles();
  const open = async (key: string) => {
    board.later(60);
    return (await board.fixture.files.get(key))?.body;
  };
  expect(await board.run(sync, { open })).toMatchObject({ kind: "again" });
  expect(await board.files()).toHaveLength(1);
  expect(await board.run(sync)).toMatchObject({ kind: "done" });
  await expectBoth();
});

test("a file above the board's limit is only linked", async () => {
  const { sync } = await recordWithFiles({ u1: FILE_LIMIT + 1 } as never);
  expect(await board.run(sync)).toMatchObject({ kind: "done" });
  expect((await board.files()).map(({ sha256 }) => sha256)).toEqual([sha256(sounds.u2)]);
  expect((await board.updates())[0]?.body).toContain("u1");
});
