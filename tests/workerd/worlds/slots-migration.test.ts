import { expect, test } from "vitest";
import { completeUpload } from "~/domain/uploads/receiving/complete-upload.server";
import { slotViewOf } from "~/domain/uploads/receiving/file-views.server";
import { recordPart } from "~/domain/uploads/receiving/part-store.server";
import { setSlot } from "~/domain/uploads/receiving/remove-upload.server";
import { findUpload } from "~/domain/uploads/receiving/upload-store.server";
import { PART_BYTES } from "~/domain/uploads/upload-plan";
import { systemClock } from "~/platform/clock";
import { openDatabase } from "~/platform/database.server";
import { batchedDatabase, DATABASE_WORKER_SCRIPT } from "../../support/batched-database";
import { applyMigrationsBefore, applyMigrationsFrom } from "../../support/board-fixture";
import { installDigestStream, installFixedLengthStream } from "../../support/digest-stream";
import { SONG, songBytes } from "../../support/drafts";
import { memoryCarrier } from "../../support/memory-carrier";
import { openForFile } from "../../support/open-for-file";
import { receivingDeps } from "../../support/receiving-deps";
import { SteadyMiniflare } from "../../support/steady-runtime";

/* Drafts of the release before `slots` are carried over by its migration, their uploads under way too. */

const TIME = "2026-11-01T10:00:00.000Z";
const SLOT = SONG.slot;

const fixture = await openForFile(async () => {
  installDigestStream();
  installFixedLengthStream();
  const miniflare = new SteadyMiniflare({
    modules: true,
    script: DATABASE_WORKER_SCRIPT,
    d1Databases: ["DB"],
  });
  const binding = batchedDatabase(miniflare);
  const { carrier } = memoryCarrier();
  return {
    binding,
    carrier,
    deps: receivingDeps(openDatabase(binding), carrier),
    close: () => miniflare.dispose(),
  };
});

async function insertDraft(id: string, ended: { submittedAt?: string } = {}) {
  await fixture.binding
    .prepare(
      `INSERT INTO drafts (id, key_hash, answers, completed_steps, created_at, updated_at, expires_at, submitted_at)
       VALUES (?1, ?1, '{}', '[]', ?2, ?2, '2027-01-01', ?3)`,
    )
    .bind(id, TIME, ended.submittedAt ?? null)
    .run();
}

async function insertUpload(id: string, draftId: string, state: string) {
  const key = `artists/${id}.wav`;
  const multipartId = state === "open" ? await fixture.carrier.open(key, "audio/wav") : "";
  await fixture.binding
    .prepare(
      `INSERT INTO uploads (id, draft_id, kind, slot, file_name, size, content_type, key, multipart_id,
         part_size, state, created_at, updated_at)
       VALUES (?1, ?2, 'track', ?3, ?1 || '.wav', ?4, 'audio/wav', ?5, ?6, ?7, ?8, ?9, ?9)`,
    )
    .bind(id, draftId, SLOT, songBytes.length, key, multipartId, PART_BYTES, state, TIME)
    .run();
}

test("each field keeps its stored file and the newest one on its way, which then fills it", async () => {
  const { binding, carrier, deps } = fixture;
  await applyMigrationsBefore(binding, "0038");
  await insertDraft("replacing");
  await insertUpload("u1-stored", "replacing", "complete");
  await insertUpload("u2-coming", "replacing", "open");
  await insertDraft("arriving");
  await insertUpload("u3-older", "arriving", "open");
  await insertUpload("u4-newer", "arriving", "open");
  await insertDraft("corrected");
  await insertUpload("u5-older", "corrected", "open");
  await insertUpload("u6-stored", "corrected", "complete");
  await insertDraft("expired");
  await insertUpload("u7-gone", "expired", "expired");
  await insertDraft("submitted", { submittedAt: TIME });
  await insertUpload("u8-recorded", "submitted", "complete");
  await applyMigrationsFrom(binding, "0038");

  const rows = await binding
    .prepare("SELECT draft_id, version, choice, upload_id FROM slots ORDER BY draft_id")
    .all();
  expect(rows.results).toEqual([
    { draft_id: "arriving", version: 1, choice: "u4-newer", upload_id: null },
    { draft_id: "corrected", version: 1, choice: "u6-stored", upload_id: "u6-stored" },
    { draft_id: "replacing", version: 1, choice: "u2-coming", upload_id: "u1-stored" },
  ]);

  const coming = await findUpload(deps.db, "u2-coming");
  if (!coming) throw new Error("It was lost");
  const part = [coming.key, coming.multipartId, 1, songBytes, songBytes.length] as const;
  const etag = await carrier.putPart(...part);
  await recordPart(deps.db, coming, { number: 1, etag, size: songBytes.length }, new Date());
  expect(await completeUpload(deps, coming, systemClock)).toMatchObject({ ok: true });
  const view = await slotViewOf(deps.db, "replacing", SLOT);
  expect(view).toMatchObject({ version: 1, file: { uploadId: "u2-coming", state: "complete" } });

  // A page that was loaded before the migration shows no versions, and still removes what it shows.
  const removal = { draftId: "corrected", slot: SLOT, uploadId: null, seen: {} };
  expect(await setSlot(deps, removal, systemClock)).toBe(true);
  expect(await slotViewOf(deps.db, "corrected", SLOT)).toEqual({ version: 2 });
});
