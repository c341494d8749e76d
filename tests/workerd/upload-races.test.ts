import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { resolveClosedReason } from "~/domain/uploads/receiving/closed-upload.server";
import { completeUpload, restartUpload } from "~/domain/uploads/receiving/complete-upload.server";
import { makePreview } from "~/domain/uploads/receiving/make-preview.server";
import {
  findParts,
  findPieces,
  recordPart,
  recordPiece,
  swapMultipart,
} from "~/domain/uploads/receiving/part-store.server";
import { storePreview } from "~/domain/uploads/receiving/preview-store.server";
import { backendOfUpload } from "~/domain/uploads/receiving/receiving-deps.server";
import { removeUpload } from "~/domain/uploads/receiving/remove-upload.server";
import { closeUpload, findUpload } from "~/domain/uploads/receiving/upload-store.server";
import { validateStoredUpload } from "~/domain/uploads/receiving/validate-stored.server";
import { randomIds } from "~/platform/ids";
import { jpegBytes } from "../fixtures/jpeg";
import { COVER, coverBytes, SONG, sha256, songBytes } from "../support/drafts";
import { openForFile } from "../support/open-for-file";
import { createUploadFixture } from "../support/upload-fixture";

/*
 * Calls that overlap: in each test, an upload changes after a call has read it.
 */

const fixture = await openForFile(createUploadFixture);

const start = Date.UTC(2026, 10, 21);
const now = new Date(start);
const clock = () => now;
const open = (draftId: string = crypto.randomUUID()) =>
  fixture.send({ draftId, as: SONG, body: songBytes, announcedAt: start });

/** An upload whose only part is stored, and joined. */
async function joinedUpload(draftId?: string) {
  const { carrier, db } = fixture.deps;
  const upload = await open(draftId);
  const { key, multipartId } = upload;
  const etag = await carrier.putPart(key, multipartId, 1, songBytes, songBytes.length);
  await recordPart(db, upload, { number: 1, etag, size: songBytes.length }, now);
  await carrier.join(key, multipartId, [{ number: 1, etag }]);
  return upload;
}
const findState = async ({ id }: { id: string }) => (await findUpload(fixture.deps.db, id))?.state;

test("a part or a piece that was on its way while its upload was removed leaves no record", async () => {
  const { db } = fixture.deps;
  const upload = await open();
  await removeUpload(fixture.deps, upload, () => now);
  expect(await recordPart(db, upload, { number: 1, etag: "e", size: 1 }, now)).toBe(false);
  const late = await recordPiece(db, upload, { part: 1, offset: 0, size: 1 }, now);
  expect(late).toEqual({ isOpen: false, isComplete: false, pieces: [], knownSize: undefined });
  expect(await findParts(db, upload.id)).toEqual([]);
  expect(await findPieces(db, upload.id)).toEqual([]);
});

test("a file whose last pieces are joined while it is finished needs nothing again", async () => {
  const upload = await open();
  const { key, multipartId } = upload;
  const size = songBytes.length;
  const etag = await fixture.deps.carrier.putPart(key, multipartId, 1, songBytes, size);
  let calls = 0;
  const deps = fixture.scheduledDeps(async (operation) => {
    calls += 1;
    // The parts have been read, the pieces not yet.
    if (calls === 2) await recordPart(fixture.deps.db, upload, { number: 1, etag, size }, now);
    return operation();
  });
  expect(await completeUpload(deps, upload, clock)).toMatchObject({ ok: true });
});

test("a part of the previous try does not replace one of this try", async () => {
  const { db } = fixture.deps;
  const upload = await joinedUpload();
  expect(await restartUpload(fixture.deps, upload, [], clock)).toEqual([1]);
  expect(await recordPart(db, upload, { number: 1, etag: "late", size: 1 }, now)).toBe(false);
  expect(await findParts(db, upload.id)).toEqual([]);
  const retryReply = { ok: false, status: 503, text: expect.stringContaining("again") };
  expect(await resolveClosedReason(fixture.deps, upload, clock)).toEqual(retryReply);
  expect(await findState(upload)).toBe("open");
});

test("pieces of the previous try are deleted with it, and late ones are not kept", async () => {
  const { db } = fixture.deps;
  const upload = await joinedUpload();
  const piece = { part: 1, offset: 0, size: 16_384 };
  expect(await restartUpload(fixture.deps, upload, [], clock)).toEqual([1]);
  expect((await recordPiece(db, upload, piece, now)).knownSize).toBeUndefined();
  const repeated = await findUpload(db, upload.id);
  if (!repeated) throw new Error("The upload is gone");
  expect((await recordPiece(db, repeated, piece, now)).knownSize).toBe(16_384);
  expect(
    await swapMultipart(db, repeated, { key: repeated.key, multipartId: "third" }, [], now),
  ).toBe(true);
  expect(await findPieces(db, upload.id)).toEqual([]);
});

test("a piece of a part that is there by now is not kept, and of two from one byte on the longer is", async () => {
  const { db } = fixture.deps;
  const upload = await open();
  const record = (size: number) => recordPiece(db, upload, { part: 1, offset: 0, size }, now);
  expect((await record(32_768)).knownSize).toBe(32_768);
  expect(await record(16_384)).toMatchObject({
    knownSize: 32_768,
    isOpen: true,
    isComplete: false,
  });
  expect(await findPieces(db, upload.id)).toEqual([{ part: 1, offset: 0, size: 32_768 }]);
  await recordPart(db, upload, { number: 1, etag: "e", size: songBytes.length }, now);
  expect(await record(65_536)).toMatchObject({
    knownSize: undefined,
    isOpen: true,
    isComplete: true,
  });
});

test("of two calls that begin an upload anew one does, and the other leaves nothing behind", async () => {
  const { carrier, db } = fixture.deps;
  const upload = await joinedUpload();
  const multipartIds: string[] = [];
  const watchedCarrier = {
    ...carrier,
    open: async (key: string, type: string) => {
      const id = await carrier.open(key, type);
      multipartIds.push(id);
      return id;
    },
  };
  const deps = { ...fixture.deps, carrier: watchedCarrier };
  expect(await restartUpload(deps, upload, [], clock)).toEqual([1]);
  expect(await restartUpload(deps, upload, [], clock)).toBeUndefined();
  const row = await findUpload(db, upload.id);
  expect(row?.multipartId).toBe(multipartIds[0]);
  expect(row?.key).not.toBe(upload.key);
  const put = (id = "") => carrier.putPart(row?.key ?? "", id, 1, songBytes, songBytes.length);
  await expect(put(multipartIds[1])).rejects.toThrow();
  expect(await put(multipartIds[0])).toEqual(expect.any(String));
});

test("an upload that storage has given up is settled, one that is being judged is not", async () => {
  const { carrier } = fixture.deps;
  const abortedUpload = await open();
  await carrier.abort(abortedUpload.key, abortedUpload.multipartId);
  expect(await resolveClosedReason(fixture.deps, abortedUpload, clock)).toMatchObject({
    status: 409,
  });
  expect(await findState(abortedUpload)).toBe("expired");
  const judgedUpload = await joinedUpload();
  const refusal = { status: 409, text: "This upload is already finished." };
  expect(await resolveClosedReason(fixture.deps, judgedUpload, clock)).toMatchObject(refusal);
  expect(await findState(judgedUpload)).toBe("open");
});

test("a file that was removed while it was judged takes nothing else away", async () => {
  const draftId = crypto.randomUUID();
  const before = await fixture.send({
    draftId,
    as: SONG,
    body: songBytes,
    announcedAt: start - 5,
    arrivedAt: start,
  });
  const upload = await joinedUpload(draftId);
  await closeUpload(fixture.deps.db, upload, "rejected", now);
  expect(
    await validateStoredUpload(fixture.deps, upload, { sha256: sha256(songBytes) }, clock),
  ).toBeUndefined();
  expect(await findState(before)).toBe("complete");
});

test("the next call continues after a call that died after joining", async () => {
  const upload = await joinedUpload();
  const result = await completeUpload(fixture.deps, upload, clock, { sha256: sha256(songBytes) });
  expect(result).toMatchObject({
    ok: true,
    upload: { sha256: sha256(songBytes), state: "complete" },
  });
});

test("an object with a wrong hash does not count as joined", async () => {
  const upload = await joinedUpload();
  const result = await completeUpload(fixture.deps, upload, clock, { sha256: "0".repeat(64) });
  expect(result).toMatchObject({ ok: false, status: 409, missing: [1], reason: "mismatch" });
  expect(await fixture.deps.carrier.size(upload.key)).toBeUndefined();
});

test("an upload continues with its original transport, or with our own", () => {
  const { carrier: own } = fixture.deps;
  const s3 = { ...own, name: "s3" as const };
  const both = { ...fixture.deps, carrier: s3, own };
  expect(backendOfUpload(both, { carrier: "s3" })).toBe(s3);
  expect(backendOfUpload(both, { carrier: "own" })).toBe(own);
  expect(backendOfUpload(fixture.deps, { carrier: "s3" })).toBe(own);
});

describe("a preview", () => {
  const small = jpegBytes({ width: 64, height: 64, seed: 3 });
  const other = jpegBytes({ width: 64, height: 64, seed: 2 });
  const by = { clock, ids: randomIds };
  const sendCover = (draftId: string = crypto.randomUUID()) =>
    fixture
      .send({ draftId, as: COVER, body: coverBytes, announcedAt: start - 5, arrivedAt: start })
      .then(async ({ id }) => {
        const upload = await findUpload(fixture.deps.db, id);
        if (!upload) throw new Error("The cover is gone");
        return upload;
      });
  /** The same stores, where something happens while a preview is on its way into the bucket. */
  const meanwhile = (happens: () => Promise<unknown>) => {
    const { carrier } = fixture.deps;
    const put: typeof carrier.put = async (...args) => {
      await carrier.put(...args);
      await happens();
    };
    return { ...fixture.deps, carrier: { ...carrier, put } };
  };
  const listPreviews = (id: string) => fixture.deps.carrier.list(`previews/${id}/`);
  const strays = () =>
    fixture.deps.db.all(sql`SELECT key FROM stray_objects WHERE key GLOB 'previews/*'`);
  const submit = (draftId: string) =>
    fixture.deps.db.run(sql`INSERT INTO drafts (id, key_hash, answers, completed_steps, submitted_at,
      expires_at, created_at, updated_at) VALUES (${draftId}, ${draftId}, '{}', '[]', 'now', 'later', 'now', 'now')`);

  test("that its draft's submit overtakes leaves nothing behind", async () => {
    const upload = await sendCover();
    const deps = meanwhile(() => submit(upload.draftId));
    expect(await storePreview(deps, upload, small, "artist", by)).toBe(false);
    expect(await listPreviews(upload.id)).toEqual([]);
    expect(await strays()).toEqual([]);
    expect((await findUpload(deps.db, upload.id))?.preview).toBeNull();
    expect(await storePreview(fixture.deps, upload, small, "artist", by)).toBe(false);
    expect(await storePreview(fixture.deps, upload, small, "server", by)).toBe(true);
  });

  test("of a picture that is removed meanwhile leaves nothing behind", async () => {
    const upload = await sendCover();
    const deps = meanwhile(() => removeUpload(fixture.deps, upload, () => now));
    expect(await storePreview(deps, upload, small, "artist", by)).toBe(false);
    expect(await listPreviews(upload.id)).toEqual([]);
    expect(await strays()).toEqual([]);
  });

  test("that comes second takes nothing from the one that was first", async () => {
    const upload = await sendCover();
    const deps = meanwhile(() => storePreview(fixture.deps, upload, small, "server", by));
    expect(await storePreview(deps, upload, other, "artist", by)).toBe(false);
    const [key = ""] = await listPreviews(upload.id);
    expect((await findUpload(deps.db, upload.id))?.preview).toBe(key);
    expect(await fixture.deps.carrier.size(key)).toBe(small.length);
    expect(await strays()).toEqual([]);
  });

  test("whose keeper dies is the sweep's to remove", async () => {
    const upload = await sendCover();
    const deps = meanwhile(() => Promise.reject(new Error("The worker is gone")));
    await expect(storePreview(deps, upload, small, "artist", by)).rejects.toThrow();
    const [key] = await listPreviews(upload.id);
    expect(await strays()).toEqual([{ key }]);
    await fixture.deps.db.run(sql`DELETE FROM stray_objects WHERE key GLOB 'previews/*'`);
  });

  test("that nobody can make is not tried again, and one that may do is", async () => {
    const upload = await sendCover();
    const make = (shrink: Parameters<typeof makePreview>[0]["pictures"]["shrink"]) =>
      makePreview({ uploads: fixture.deps, pictures: { shrink }, ...by }, upload);
    await expect(make(() => Promise.reject(new Error("busy")))).rejects.toThrow("busy");
    expect((await findUpload(fixture.deps.db, upload.id))?.preview).toBeNull();
    expect(await make(async () => undefined)).toBeUndefined();
    expect((await findUpload(fixture.deps.db, upload.id))?.preview).toBe("none");
  });

  test("that is too large at first is made once more, smaller", async () => {
    const upload = await sendCover();
    const qualities: number[] = [];
    const heavy = new Uint8Array(200_000);
    const preview = await makePreview(
      {
        uploads: fixture.deps,
        pictures: {
          shrink: async (_, size, quality) => {
            expect(size).toEqual({ width: 64, height: 64 });
            return qualities.push(quality) === 1 ? heavy : small;
          },
        },
        ...by,
      },
      upload,
    );
    expect(preview).toEqual(small);
    expect(qualities).toEqual(qualities.toSorted((a, b) => b - a));
    expect(qualities).toHaveLength(2);
    expect(await listPreviews(upload.id)).toHaveLength(1);
  });
});
