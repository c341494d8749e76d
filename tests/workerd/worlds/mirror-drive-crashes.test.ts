import { beforeEach, expect, test } from "vitest";
import {
  audioBytes,
  createDriveFixture,
  expectMirroredOnce,
  KIB,
  md5,
  twoTracks,
} from "../../support/drive-fixture";
import { openForFile } from "../../support/open-for-file";

const fixture = await openForFile(createDriveFixture);
beforeEach(() => fixture.clear());

/** A client whose worker is killed at its n-th request: before it is sent, or before its reply. */
function killedAt(request: number, when: "before" | "after") {
  let count = 0;
  let kill = () => {};
  const crash = new Promise<"killed">((resolve) => {
    kill = () => resolve("killed");
  });
  const never = new Promise<Response>(() => {});
  const client = fixture.client(async (driveRequest) => {
    count += 1;
    if (count > request) return never;
    if (count < request) return fixture.send(driveRequest);
    if (when === "after") await fixture.send(driveRequest);
    kill();
    return never;
  });
  return { client, crash };
}

test.each(["before", "after"] as const)(
  "after a worker is killed %s any of its requests the job continues, and leaves one of each",
  async (when) => {
    for (let request = 1; ; request++) {
      await fixture.clear();
      const submission = await fixture.submit([{ kind: "track", bytes: audioBytes }]);
      const { client, crash } = killedAt(request, when);
      const run = fixture.run(submission.jobId, client).then(() => "finished" as const);
      const ending = await Promise.race([run, crash]);
      // Past the job's lease and those of its folders and files.
      fixture.later(125);
      if (ending === "killed")
        expect(await fixture.run(submission.jobId), `request ${request}`).toMatchObject({
          kind: "done",
        });
      const entries = await fixture.held();
      expect(entries.map(({ name }) => name).sort(), `request ${request}`).toEqual([
        "01 Song 1.wav",
        `Ada- Lovelace (${submission.reference})`,
        "audio",
        "images",
      ]);
      expect(entries.find(({ md5: sum }) => sum !== null)?.md5).toBe(md5(audioBytes));
      expect(await fixture.binned()).toEqual([]);
      if (ending === "finished") {
        // Token, three folders searched and created, search, start, two chunks, check: all were covered.
        expect(request).toBe(13);
        return;
      }
    }
  },
);

test("what the drive has kept before a crash is not sent again", async () => {
  const submission = await fixture.submit([{ kind: "track", bytes: audioBytes }]);
  let chunks = 0;
  let kill = () => {};
  const crash = new Promise<void>((resolve) => {
    kill = resolve;
  });
  const client = fixture.client(async (request) => {
    const reply = await fixture.send(request);
    if (request.method !== "PUT") return reply;
    chunks += 1;
    kill();
    return new Promise(() => {});
  });
  void fixture.run(submission.jobId, client);
  await crash;
  expect(chunks).toBe(1);
  fixture.later(125);
  fixture.calls.length = 0;
  expect(await fixture.run(submission.jobId)).toMatchObject({ kind: "done" });
  const puts = fixture.calls.filter(({ method }) => method === "PUT");
  expect(puts.map(({ headers }) => headers.get("Content-Range"))).toEqual([
    `bytes */${audioBytes.length}`,
    `bytes ${1024 * KIB}-${audioBytes.length - 1}/${audioBytes.length}`,
  ]);
});

test("a lost upload session with bytes is started again without a second file", async () => {
  const submission = await fixture.submit([{ kind: "track", bytes: audioBytes }]);
  let chunks = 0;
  const client = fixture.client(async (request) => {
    if (request.method === "PUT") chunks += 1;
    if (request.method === "PUT" && chunks === 2) await fixture.fails("session-gone", "chunk");
    return fixture.send(request);
  });
  expect(await fixture.run(submission.jobId, client)).toMatchObject({ kind: "done" });
  const puts = fixture.calls.filter(({ method }) => method === "PUT");
  expect(puts.map(({ headers }) => headers.get("Content-Range"))).toEqual([
    `bytes 0-${1024 * KIB - 1}/${audioBytes.length}`,
    `bytes ${1024 * KIB}-${audioBytes.length - 1}/${audioBytes.length}`,
    `bytes 0-${audioBytes.length - 1}/${audioBytes.length}`,
  ]);
  expect((await fixture.held()).filter(({ md5: sum }) => sum === md5(audioBytes))).toHaveLength(1);
});

test("a folder whose creation was not confirmed is found later, not created again", async () => {
  const submission = await twoTracks(fixture);
  let creates = 0;
  const client = fixture.client(async (request) => {
    const isCreate =
      request.method === "POST" && new URL(request.url).pathname === "/drive/v3/files";
    if (isCreate) creates += 1;
    if (isCreate && creates === 1) await fixture.fails("lost-reply", "api");
    return fixture.send(request);
  });
  expect(await fixture.run(submission.jobId, client)).toMatchObject({ reason: "backendError" });
  fixture.later(20);
  // The drive's search lags: while the folder may not be listed yet, no other is created.
  expect(await fixture.run(submission.jobId)).toMatchObject({
    kind: "retry",
    reason: "FOLDER_BUSY",
  });
  fixture.later(61);
  expect(await fixture.run(submission.jobId)).toMatchObject({ kind: "done" });
  await expectMirroredOnce(fixture, submission);
});
