import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { submissions } from "~/domain/submission/submission-tables.server";
import { completeUpload } from "~/domain/uploads/receiving/complete-upload.server";
import { recordPart } from "~/domain/uploads/receiving/part-store.server";
import { readStandard } from "~/domain/uploads/receiving/read-standard.server";
import { receiveStream } from "~/domain/uploads/receiving/receive-stream.server";
import type { ReceivingDeps } from "~/domain/uploads/receiving/receiving-deps.server";
import { s3Backend } from "~/domain/uploads/receiving/s3-backend.server";
import { startUpload } from "~/domain/uploads/receiving/start-upload.server";
import { findUpload } from "~/domain/uploads/receiving/upload-store.server";
import { strayObjects, uploads } from "~/domain/uploads/receiving/upload-tables.server";
import type { StorageBackend } from "~/domain/uploads/storage-backend";
import type { Database } from "~/platform/database.server";
import { network } from "~/platform/http-client";
import { randomIds } from "~/platform/ids";
import { sweep } from "../../../workers/jobs/sweep";
import { wavBytes } from "../../fixtures/wav";
import { installDigestStream } from "../../support/digest-stream";
import { SONG, sha256, songBytes } from "../../support/drafts";
import { BOUNDARY, formBody } from "../../support/form-post";
import { createJobsFixture, type JobsFixture } from "../../support/jobs-fixture";
import { receivingDeps } from "../../support/receiving-deps";
import { startS3Server } from "../../support/s3-server";
import { fieldParts, filePart, specifiedForm } from "../../support/standard-post";
import { adaptStreamsToNode } from "../../support/upload-fixture";

/*
 * No orphaned object stays in the bucket, wherever work between database and bucket was interrupted.
 * Uses a real database and each kind of bucket.
 */

/** A database whose answers are lost once a file of this hash is stored. */
function losingAnswers(db: Database, hash: string): Database {
  return new Proxy(db, {
    get: (target, name) => {
      const own: unknown = Reflect.get(target, name);
      if (name !== "batch" || typeof own !== "function") return own;
      return async (...parameters: unknown[]) => {
        const result: unknown = await Reflect.apply(own, target, parameters);
        const isStored = and(eq(uploads.state, "complete"), eq(uploads.sha256, hash));
        if ((await db.$count(uploads, isStored)) > 0) throw new Error("The answer was lost");
        return result;
      };
    },
  });
}

async function* splitChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array, undefined> {
  yield bytes;
  return undefined;
}

let fixture: JobsFixture;
const closing: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  installDigestStream();
  fixture = await createJobsFixture();
});
afterAll(async () => {
  await fixture.close();
  for (const close of closing) await close();
});

const buckets: [string, () => Promise<StorageBackend>][] = [
  ["R2", async () => adaptStreamsToNode(fixture.uploads.carrier)],
  [
    "S3",
    async () => {
      const server = await startS3Server();
      closing.push(server.stop);
      return adaptStreamsToNode(s3Backend({ ...server, clock: () => new Date(), fetch: network }));
    },
  ],
];

describe.each(buckets)("in %s", (_, open) => {
  let deps: ReceivingDeps;
  beforeAll(async () => {
    deps = receivingDeps(fixture.db, await open());
  });
  beforeEach(async () => {
    await fixture.reset();
    for (const table of [uploads, strayObjects]) await fixture.db.delete(table);
    const { carrier } = deps;
    await carrier.remove(...(await carrier.list("")));
  });

  const runSweep = (...only: string[]) => sweep({ ...fixture, uploads: deps }, 60, only);
  const keys = () => deps.carrier.list("");

  /** An upload of one part that has arrived completely. */
  async function addArrivedUpload(body: Uint8Array, draftId = "draft-S", slot: string = SONG.slot) {
    const file = { draftId, artistName: "Ada", kind: "track", slot, contentType: "" } as const;
    const chosenFile = { ...file, fileName: "ferry.wav", size: body.length };
    // There is no draft here whose limits could apply to tracks, so a plain upload is opened.
    await fixture.db.run(sql`INSERT OR IGNORE INTO drafts
      (id, key_hash, answers, completed_steps, expires_at, created_at, updated_at)
      VALUES (${draftId}, ${draftId}, '{"music":{"releaseType":"lp"}}', '[]', 'x', 'x', 'x')`);
    const result = await startUpload(deps, chosenFile, fixture.now, randomIds);
    if (!result.ok) throw new Error(result.text);
    const { upload } = result;
    const { key, multipartId } = upload;
    const etag = await deps.carrier.putPart(key, multipartId, 1, body, body.length);
    await recordPart(fixture.db, upload, { number: 1, etag, size: body.length }, fixture.now());
    return upload;
  }

  /** The services with a bucket that fails at the next removal, like a worker that dies there. */
  const dying = (): ReceivingDeps => ({
    ...deps,
    carrier: {
      ...deps.carrier,
      remove: () => Promise.reject(new Error("The worker has died")),
    },
  });

  test("the object of a file that differs from what the browser read is removed, even after a crash", async () => {
    const upload = await addArrivedUpload(songBytes);
    const wrong = { sha256: "0".repeat(64) };
    await expect(completeUpload(dying(), upload, fixture.now, wrong)).rejects.toThrow("has died");
    const repeated = await findUpload(fixture.db, upload.id);
    expect(repeated).toMatchObject({ state: "open" });
    expect(repeated?.key).not.toBe(upload.key);
    expect(await keys()).toEqual([upload.key]);
    await runSweep("strays");
    expect(await keys()).toEqual([]);
    expect(await fixture.db.$count(strayObjects)).toBe(0);
    // What took its place goes on.
    if (!repeated) throw new Error("The upload is gone");
    const { key, multipartId } = repeated;
    const etag = await deps.carrier.putPart(key, multipartId, 1, songBytes, songBytes.length);
    await recordPart(
      fixture.db,
      repeated,
      { number: 1, etag, size: songBytes.length },
      fixture.now(),
    );
    const right = { sha256: sha256(songBytes) };
    expect(await completeUpload(deps, repeated, fixture.now, right)).toMatchObject({ ok: true });
    await runSweep("strays", "files", "uploads");
    expect(await keys()).toEqual([key]);
  });

  test("without a crash, no pending removals are left", async () => {
    const upload = await addArrivedUpload(songBytes);
    await completeUpload(deps, upload, fixture.now, { sha256: "0".repeat(64) });
    expect(await keys()).toEqual([]);
    expect(await fixture.db.$count(strayObjects)).toBe(0);
  });

  test("a refused file is removed, even after a crash, and checked once", async () => {
    const text = new TextEncoder().encode("no music ".repeat(100));
    const upload = await addArrivedUpload(text);
    // Why it was refused is told all the same.
    expect(await completeUpload(dying(), upload, fixture.now)).toMatchObject({
      ok: false,
      status: 415,
      text: expect.stringContaining("WAV file"),
    });
    expect(await findUpload(fixture.db, upload.id)).toMatchObject({ state: "rejected" });
    expect(await keys()).toEqual([upload.key]);
    await runSweep("uploads");
    expect(await keys()).toEqual([]);
    expect(await findUpload(fixture.db, upload.id)).toMatchObject({
      state: "rejected",
      multipartId: "",
    });
    expect(fixture.events()).not.toContain("upload.expired");
    const secondUpload = await addArrivedUpload(text, "draft-S", "audio:track-2");
    expect(await completeUpload(deps, secondUpload, fixture.now)).toMatchObject({ status: 415 });
    const later = await findUpload(fixture.db, secondUpload.id);
    expect(later).toMatchObject({ state: "rejected", multipartId: "" });
  });

  const other = wavBytes({ seconds: 0.1, bits: 16, seed: 9 });
  /** The ways to store a file, each replacing the song. */
  const ways: [string, (faulty: ReceivingDeps) => Promise<unknown>][] = [
    [
      "parts that were joined",
      async (faulty) => completeUpload(faulty, await addArrivedUpload(other), fixture.now),
    ],
    [
      "a form's post",
      (faulty) => {
        const file = { draftId: "draft-S", artistName: "Ada", kind: "track", slot: SONG.slot };
        const namedFile = {
          ...file,
          kind: "track",
          fileName: "other.wav",
          contentType: "",
        } as const;
        return receiveStream(faulty, namedFile, splitChunks(other), fixture.now, randomIds);
      },
    ],
    [
      "the standard call",
      async (faulty) => {
        const form = formBody([
          ...fieldParts({ ...specifiedForm, slot: SONG.slot }),
          filePart(other),
        ]);
        const headers = { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` };
        const request = new Request("https://x.test", { method: "POST", headers, body: form });
        const place = async () => ({ artistName: "Ada", slot: SONG.slot });
        const about = { clock: fixture.now, ids: randomIds, draftId: "draft-S", place };
        const result = await readStandard(request, { ...about, uploads: faulty });
        return result.ok && result.stored;
      },
    ],
  ];

  test.each(ways)(
    "a file counts once it is stored, by %s, whatever the bucket does afterwards",
    async (_, send) => {
      const before = await addArrivedUpload(songBytes);
      expect(await completeUpload(deps, before, fixture.now)).toMatchObject({ ok: true });
      const { carrier } = deps;
      let hiccups = 0;
      fixture.later(1);
      const hiccup = {
        ...carrier,
        list: async () => Promise.reject(new Error(`No. ${++hiccups}`)),
      };
      const result = await send({ ...deps, carrier: hiccup });
      expect(result).toMatchObject({ ok: true, upload: { state: "complete" } });
      expect(hiccups).toBeGreaterThan(0);
      const [row, ...others] = await fixture.db
        .select()
        .from(uploads)
        .where(eq(uploads.state, "complete"));
      expect(others).toEqual([]);
      expect(row?.sha256).toBe(sha256(other));
      // Received bytes of it, if there are any.
      const piece = `pieces/${row?.id}/1/0-9`;
      await carrier.put(piece, songBytes, songBytes.length);
      await runSweep("strays", "files", "uploads");
      expect(await keys()).toEqual([row?.key]);
    },
  );

  test.each(ways)(
    "a file is not lost when the database's answer is lost, by %s",
    async (_, send) => {
      const before = await addArrivedUpload(songBytes);
      await completeUpload(deps, before, fixture.now);
      const db = losingAnswers(fixture.db, sha256(other));
      fixture.later(1);
      await expect(send({ ...deps, db })).rejects.toThrow("lost");
      const rows = await fixture.db.select().from(uploads).where(eq(uploads.state, "complete"));
      expect(rows.map((row) => row.sha256)).toEqual([sha256(other)]);
      expect(await deps.carrier.size(rows[0]?.key ?? "")).toBe(other.length);
    },
  );

  test("files that a submission does not name are removed once, however old it is", async () => {
    const { carrier } = deps;
    const namedUpload = await addArrivedUpload(songBytes);
    expect(await completeUpload(deps, namedUpload, fixture.now)).toMatchObject({ ok: true });
    const unnamedUpload = await addArrivedUpload(songBytes, "draft-S", "audio:track-2");
    expect(await completeUpload(deps, unnamedUpload, fixture.now)).toMatchObject({ ok: true });
    const open = await addArrivedUpload(songBytes, "draft-S", "audio:track-3");
    const piece = `pieces/${open.id}/1/0-9`;
    await carrier.put(piece, songBytes, songBytes.length);
    const others = await addArrivedUpload(songBytes, "draft-of-another");
    expect(await completeUpload(deps, others, fixture.now)).toMatchObject({ ok: true });

    // As an older version recorded it, without notes for the cleanup, and with its draft deleted.
    await fixture.addJob("01J0B000000000000000000001");
    await fixture.db
      .update(submissions)
      .set({ files: JSON.stringify([{ uploadId: namedUpload.id, key: namedUpload.key }]) })
      .where(eq(submissions.id, "S"));
    await fixture.db.run(sql`DELETE FROM drafts WHERE id = 'draft-S'`);
    fixture.later(400 * 86_400);

    await runSweep("files");
    expect((await keys()).toSorted()).toEqual([namedUpload.key, others.key].toSorted());
    const remainingIds = (await fixture.db.select({ id: uploads.id }).from(uploads)).map(
      ({ id }) => id,
    );
    expect(remainingIds.toSorted()).toEqual([namedUpload.id, others.id].toSorted());
    const [submission] = await fixture.db.select().from(submissions);
    expect(submission).toMatchObject({ id: "S", othersLeft: 1 });
    await expect(
      carrier.putPart(open.key, open.multipartId, 1, songBytes, songBytes.length),
    ).rejects.toThrow();
  });
});

test("one sweep checks every unchecked submission, and the next one checks none", async () => {
  await fixture.reset();
  await fixture.db.delete(uploads);
  await fixture.addJob("01J0B000000000000000000001");
  await fixture.db.run(sql`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600)
    INSERT INTO submissions (id, draft_id, reference, artist_name, email, release_title, form_data,
      files, status, status_history, reply_due_at, created_at, updated_at)
    SELECT 'S' || i, 'D' || i, 'R' || i, artist_name, email, release_title, form_data, '[]', status,
      status_history, reply_due_at, created_at, updated_at FROM n, submissions WHERE id = 'S'`);
  await sweep(fixture, 60, ["files"]);
  expect(await fixture.db.$count(submissions, eq(submissions.othersLeft, 0))).toBe(0);
});

test.each([
  [
    "SELECT submissions.id FROM submissions WHERE submissions.others_left = 0",
    "submissions_unseen",
  ],
  ["SELECT * FROM stray_objects WHERE due_at <= 'x' ORDER BY due_at", "stray_objects_by_due"],
])("the sweep finds its work with an index: %s", async (query, index) => {
  const plan = await fixture.db.all<{ detail: string }>(sql.raw(`EXPLAIN QUERY PLAN ${query}`));
  expect(plan.map(({ detail }) => detail).join()).toContain(index);
});
