import { afterAll, beforeAll, expect, test } from "vitest";
import { expireUploads } from "~/domain/uploads/receiving/expire-uploads.server";
import { filesOfDraft } from "~/domain/uploads/receiving/file-views.server";
import { recordPart, recordPiece } from "~/domain/uploads/receiving/part-store.server";
import { findUpload } from "~/domain/uploads/receiving/upload-store.server";
import { audioSlot } from "~/domain/uploads/slots";
import type { Upload } from "~/domain/uploads/upload";
import { UPLOAD_EXPIRED } from "~/domain/uploads/upload-texts";
import type { LogEvent, LogFields } from "~/observability/log";
import { wavBytes } from "../fixtures/wav";
import { type AppStores, openAppStores, pollUntil } from "../support/app-stores";
import { createDraftAt, findDraftRow, SONG, songBytes } from "../support/drafts";
import { findLogLines } from "../support/log-lines";
import { pageText } from "../support/page-parts";
import {
  beginDirectUpload,
  finishDirectUpload,
  putBytes,
  readUpload,
  requestUrlsOfPart,
  sendPart,
  sendPiece,
} from "../support/upload-calls";
import { createUploadFixture, type UploadFixture } from "../support/upload-fixture";
import type { Visitor } from "../support/visitor";

const DAY = 86_400_000;
const start = Date.UTC(2026, 10, 21);
let fixture: UploadFixture;
let inside: AppStores;
beforeAll(async () => {
  fixture = await createUploadFixture();
  inside = await openAppStores();
});
afterAll(async () => {
  await fixture.close();
  await inside.close();
});

const timeAt = (days: number) => new Date(start + days * DAY);
const open = (draftId: string, id: string, body = songBytes) =>
  fixture.send({ draftId, as: { ...SONG, slot: audioSlot(id) }, body, announcedAt: start });

/** Sweeps as on a day; tells which uploads a line was logged about. */
async function sweepOn(days: number) {
  const lines: [LogEvent, LogFields | undefined][] = [];
  const log = (_: unknown, event: LogEvent, fields?: LogFields) => void lines.push([event, fields]);
  const count = await expireUploads(fixture.deps, log, () => timeAt(days));
  return { count, lines };
}
const findState = async ({ id }: Upload) => (await findUpload(fixture.deps.db, id))?.state;

test("an upload is ended 14 days after its last byte, not after its beginning", async () => {
  const { db, carrier } = fixture.deps;
  const long = wavBytes({ totalBytes: 6 * 1024 * 1024 });
  const idleUpload = await open("A", "one");
  const inParts = await open("A", "two", long);
  const inPieces = await open("A", "three", long);
  await recordPart(db, inParts, { number: 1, etag: "e", size: 5 }, timeAt(3));
  await recordPiece(db, inPieces, { part: 1, offset: 0, size: 5 }, timeAt(5));
  await carrier.put(`pieces/${inPieces.id}/1/0`, songBytes, songBytes.length);
  const complete = await fixture.send({
    draftId: "A",
    as: SONG,
    body: songBytes,
    announcedAt: start,
    arrivedAt: start,
  });

  expect((await sweepOn(13.9)).count).toBe(0);
  expect((await sweepOn(14.1)).lines).toEqual([
    ["upload.expired", { draftId: "A", uploadId: idleUpload.id, bytes: songBytes.length }],
  ]);
  expect(await findState(idleUpload)).toBe("expired");
  expect((await sweepOn(17.1)).count).toBe(1);
  expect(await findState(inParts)).toBe("expired");
  expect(await carrier.list(`pieces/${inPieces.id}/`)).toHaveLength(1);
  expect((await sweepOn(19.1)).count).toBe(1);
  expect(await carrier.list(`pieces/${inPieces.id}/`)).toEqual([]);
  expect((await sweepOn(400)).count).toBe(0);
  expect(await findState(complete)).toBe("complete");
  for (const { key, multipartId } of [idleUpload, inParts, inPieces])
    await expect(
      carrier.putPart(key, multipartId, 1, songBytes, songBytes.length),
    ).rejects.toThrow();
});

test("an upload that cannot be ended is logged and tried again, and does not block others", async () => {
  const [bad, good] = [await open("B", "one"), await open("B", "two")];
  const { carrier } = fixture.deps;
  const lines: LogEvent[] = [];
  const brokenCarrier = {
    ...carrier,
    abort: async (key: string, multipartId: string) => {
      if (key === bad.key) throw new Error("We encountered an internal error. (10001)");
      await carrier.abort(key, multipartId);
    },
  };
  const log = (_: unknown, event: LogEvent) => void lines.push(event);
  expect(
    await expireUploads({ ...fixture.deps, carrier: brokenCarrier, own: brokenCarrier }, log, () =>
      timeAt(15),
    ),
  ).toBe(1);
  expect([await findState(bad), await findState(good)]).toEqual(["expired", "expired"]);
  expect((await sweepOn(15)).count).toBe(1);
});

test("pages show that an upload was ended, unless the slot has a newer file", async () => {
  const { db } = fixture.deps;
  await open("C", "lost");
  const oldUpload = await open("C", "kept");
  await open("C", "again");
  await sweepOn(15);
  const later = { draftId: "C", body: songBytes, announcedAt: start + 16 * DAY };
  await fixture.send({
    ...later,
    as: { ...SONG, slot: audioSlot("kept") },
    arrivedAt: later.announcedAt,
  });
  const repeated = await fixture.send({ ...later, as: { ...SONG, slot: audioSlot("again") } });
  await recordPart(db, repeated, { number: 1, etag: "e", size: 100 }, timeAt(16));
  await recordPiece(db, repeated, { part: 1, offset: 0, size: 60 }, timeAt(16));
  const { files } = await filesOfDraft(db, "C");
  expect(files.toSorted((a, b) => a.slot.localeCompare(b.slot))).toMatchObject([
    { slot: audioSlot("again"), state: "open", storedBytes: 100 },
    { slot: audioSlot("kept"), state: "complete", storedBytes: songBytes.length },
    { slot: audioSlot("lost"), state: "expired", storedBytes: 0 },
  ]);
  // A new file in its place takes its record away.
  expect(await findUpload(db, oldUpload.id)).toBeUndefined();
});

test("the bytes the label holds count pieces once, and not those of parts it has", async () => {
  const { db } = fixture.deps;
  const long = wavBytes({ totalBytes: 6 * 1024 * 1024 });
  const upload = await open("D", "one", long);
  const heldBytes = async () => (await filesOfDraft(db, "D")).files[0]?.storedBytes;
  expect(await heldBytes()).toBe(0);
  await recordPiece(db, upload, { part: 1, offset: 0, size: 262_144 }, timeAt(0));
  await recordPiece(db, upload, { part: 1, offset: 262_144, size: 262_144 }, timeAt(0));
  expect(await heldBytes()).toBe(524_288);
  await recordPart(db, upload, { number: 1, etag: "e", size: 5 * 1024 * 1024 }, timeAt(0));
  expect(await heldBytes()).toBe(5 * 1024 * 1024);
});

/** Backdates an upload's last activity by days. */
async function age(visitor: Visitor, days: number): Promise<void> {
  const { id } = await findDraftRow(inside, visitor);
  const past = new Date(Date.now() - days * DAY).toISOString();
  const mine = "(SELECT id FROM uploads WHERE draft_id = ?)";
  await inside.rows("UPDATE uploads SET updated_at = ? WHERE draft_id = ?", past, id);
  for (const table of ["upload_parts", "upload_pieces"])
    await inside.rows(`UPDATE ${table} SET created_at = ? WHERE upload_id IN ${mine}`, past, id);
}
const sweep = async (visitor: Visitor) =>
  expect((await visitor.json("/sandbox/sweep", {})).status).toBe(200);

test("in the running app the sweep ends it, links stop working, and the file can be sent anew", async () => {
  const visitor = await createDraftAt("music");
  const long = wavBytes({ totalBytes: 6 * 1024 * 1024 });
  const announcement = { ...SONG, fingerprint: "b".repeat(64) };
  const plan = await beginDirectUpload(visitor, long.length, announcement);
  await sendPart(visitor, plan, 2, long.slice(plan.partSize));
  await sendPiece(visitor, plan, 1, long, [0, 1024 * 1024]);
  const { url } = await requestUrlsOfPart(visitor, plan, 1);
  await age(visitor, 13);
  await sweep(visitor);
  expect((await readUpload(visitor, plan)).body).toMatchObject({ state: "open", parts: [2] });
  await age(visitor, 15);
  await sweep(visitor);
  expect((await readUpload(visitor, plan)).body).toMatchObject({
    state: "expired",
    parts: [],
    pieces: [],
  });
  expect((await inside.files.list({ prefix: `pieces/${plan.uploadId}/` })).objects).toEqual([]);
  const error = "This upload is no longer open. Choose the file again.";
  for (const reply of [
    await putBytes(visitor, url, long.slice(0, plan.partSize)),
    await finishDirectUpload(visitor, plan),
  ])
    expect(reply).toEqual({ status: 409, body: { success: false, error } });
  await pollUntil(
    async () => findLogLines({ event: "upload.expired", uploadId: plan.uploadId })[0],
  );
  const page = await (await visitor.send("/submit/music")).text();
  expect(pageText(page)).toContain(UPLOAD_EXPIRED);

  const repeated = await beginDirectUpload(visitor, long.length, announcement);
  expect(repeated).toMatchObject({ held: [], pieces: [], state: "open" });
  await sendPart(visitor, repeated, 1, long.slice(0, plan.partSize));
  await sendPart(visitor, repeated, 2, long.slice(plan.partSize));
  expect((await finishDirectUpload(visitor, repeated)).status).toBe(200);
  expect(await inside.rows("SELECT id FROM uploads WHERE id = ?", plan.uploadId)).toEqual([]);
});
