import { expect, test } from "vitest";
import { readInvitation } from "~/domain/access/invitations.server";
import { readReturningLink } from "~/domain/access/returning-links.server";
import { findReviewItem } from "~/domain/review/queue.server";
import { draftById, saveStep } from "~/domain/submission/draft/draft-store.server";
import { isKeyOfDraft } from "~/domain/submission/draft/resume-keys.server";
import { findFixLink } from "~/domain/submission/record/fix-links.server";
import { completeUpload } from "~/domain/uploads/receiving/complete-upload.server";
import { slotViewOf } from "~/domain/uploads/receiving/file-views.server";
import { recordPart } from "~/domain/uploads/receiving/part-store.server";
import { findUpload } from "~/domain/uploads/receiving/upload-store.server";
import { openDatabase } from "~/platform/database.server";
import { sha256Hex } from "~/platform/hash";
import { jobRows } from "../../../workers/jobs/job-rows";
import { runJob } from "../../../workers/jobs/run-job";
import { sweep } from "../../../workers/jobs/sweep";
import { batchedDatabase, DATABASE_WORKER_SCRIPT } from "../../support/batched-database";
import { applyMigrationsFrom, migrationNames } from "../../support/board-fixture";
import { storedArtist } from "../../support/complete-draft";
import { installDigestStream, installFixedLengthStream } from "../../support/digest-stream";
import { SONG, songBytes } from "../../support/drafts";
import { jobId, noopSweepActions } from "../../support/jobs-fixture";
import { applyLanded, insertKnown } from "../../support/landed-migrations";
import { memoryCarrier } from "../../support/memory-carrier";
import { noopRunContext } from "../../support/noop-run-context";
import { openForFile } from "../../support/open-for-file";
import { receivingDeps } from "../../support/receiving-deps";
import { SteadyMiniflare } from "../../support/steady-runtime";

/* Databases that earlier versions left, with work under way, go on after all later migrations. */

const numbers = migrationNames.map((name) => name.slice(0, 4));
/** The versions before the last ten migrations, and those before a migration that leaves a back-fill. */
const VERSIONS = [
  ...new Set(["0017", "0026", "0031", "0033", "0035", "0036", ...numbers.slice(-11, -1)]),
].sort();
const TIME = "2026-11-27T10:00:00.000Z";
const NOW = new Date("2026-11-27T12:00:00.000Z");
const LATER = "2027-06-01T00:00:00.000Z";
const now = () => NOW;
const PART_BYTES = Math.ceil(songBytes.length / 2);
const JOB = jobId(1);

const token = (name: string) => name.padEnd(43, "x");

const { miniflare } = await openForFile(async () => {
  installDigestStream();
  installFixedLengthStream();
  const runtime = new SteadyMiniflare({
    modules: true,
    script: DATABASE_WORKER_SCRIPT,
    d1Databases: VERSIONS,
  });
  return { miniflare: runtime, close: () => runtime.dispose() };
});

const dates = { created_at: TIME, updated_at: TIME };

/** A draft with a file on its way, a submission with a waiting job, and links that are out. */
async function leaveWork(db: D1Database, carrier: ReturnType<typeof memoryCarrier>["carrier"]) {
  await insertKnown(db, "drafts", {
    ...{ id: "D", key_hash: "k", expires_at: LATER, ...dates },
    answers: JSON.stringify({ artist: storedArtist }),
    ...{ completed_steps: '["artist"]', passed_steps: '["artist"]' },
  });
  await insertKnown(db, "draft_keys", {
    ...{ key_hash: await sha256Hex("resume"), draft_id: "D", created_at: TIME },
  });
  const key = "artists/u.wav";
  const multipartId = await carrier.open(key, "audio/wav");
  const first = songBytes.subarray(0, PART_BYTES);
  const etag = await carrier.putPart(key, multipartId, 1, first, first.length);
  await insertKnown(db, "uploads", {
    ...{ id: "U", draft_id: "D", kind: "track", slot: SONG.slot, file_name: "u.wav", choice: "U" },
    ...{ size: songBytes.length, content_type: "audio/wav", key, multipart_id: multipartId },
    ...{ part_size: PART_BYTES, state: "open", ...dates },
  });
  await insertKnown(db, "upload_parts", {
    ...{ upload_id: "U", number: 1, etag, size: first.length, created_at: TIME },
  });
  await insertKnown(db, "slots", {
    ...{ draft_id: "D", slot: SONG.slot, version: 1, choice: "U", updated_at: TIME },
  });
  await insertKnown(db, "submissions", {
    ...{ id: "S", draft_id: "DS", reference: "MHG-S", artist_name: "Ada", email: "a@example.com" },
    ...{ release_title: "Engine", form_data: '{"tracks":[]}', files: "[]" },
    status: "rejected",
    status_history: JSON.stringify([
      { status: "pending", at: TIME },
      { status: "rejected", at: TIME, reason: "Too quiet." },
    ]),
    ...{ reply_due_at: LATER, others_left: 1, ...dates },
  });
  await insertKnown(db, "jobs", { id: JOB, type: "sync-board", submission_id: "S", ...dates });
  await insertKnown(db, "invitations", {
    ...{ id: "I", token_hash: await sha256Hex(token("invited")), artist_name: "Ada" },
    ...{ email: "a@example.com", prefill: "{}", expires_at: LATER, created_at: TIME },
  });
  await insertKnown(db, "returning_links", {
    ...{ id: "R", token_hash: await sha256Hex(token("back")), artist_name: "Ada" },
    ...{ email: "a@example.com", expires_at: LATER, created_at: TIME },
  });
  await insertKnown(db, "fix_links", {
    ...{ token_hash: await sha256Hex("fix"), submission_id: "S", kind: "rejected" },
    ...{ expires_at: LATER, created_at: TIME },
  });
}

const hasFixLinks = (version: string) => version >= "0042";

test.each(VERSIONS)("work that version %s left goes on", async (version) => {
  const binding = batchedDatabase(miniflare, version);
  const { carrier } = memoryCarrier();
  await applyLanded(binding, { until: version });
  await leaveWork(binding, carrier);
  await applyMigrationsFrom(binding, String(Number(version) + 1).padStart(4, "0"));

  const db = openDatabase(binding);
  const uploads = receivingDeps(db, carrier);
  const sent: string[] = [];
  const failures: unknown[] = [];
  const queue = {
    async sendBatch(messages: Iterable<MessageSendRequest<{ jobId: string }>>) {
      for (const { body } of messages) sent.push(body.jobId);
      return { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } };
    },
  };
  const log: Parameters<typeof sweep>[0]["log"] = (level, event, fields) => {
    if (level === "error") failures.push([event, fields]);
  };
  // Before the sweep has come by.
  expect((await draftById(db, "D"))?.answers.artist).toMatchObject({ artistName: "Ada" });
  expect(await slotViewOf(db, "D", SONG.slot)).toMatchObject({ file: { uploadId: "U" } });
  const deps = { db, uploads, queue, log, now, release: null, calls: noopSweepActions };
  await sweep(deps);
  expect(failures).toEqual([]);
  const { results: open } = await binding
    .prepare("SELECT name FROM backfills WHERE finished_at IS NULL")
    .all();
  expect(open).toEqual([]);

  expect(await isKeyOfDraft(db, "resume", "D")).toBe(true);
  const saved = await saveStep(db, "D", {
    ...{ step: "artist", answers: { ...storedArtist, city: "Galway" }, completed: true },
    ...{ now: NOW, maxBytes: 100_000, savedBy: undefined },
  });
  expect(saved).toMatchObject({ ok: true });

  const upload = await findUpload(db, "U");
  if (!upload) throw new Error("The upload was lost");
  const rest = songBytes.subarray(PART_BYTES);
  const etag = await carrier.putPart(upload.key, upload.multipartId, 2, rest, rest.length);
  await recordPart(db, upload, { number: 2, etag, size: rest.length }, NOW);
  expect(await completeUpload(uploads, upload, now)).toMatchObject({ ok: true });
  expect(await slotViewOf(db, "D", SONG.slot)).toMatchObject({
    file: { uploadId: "U", state: "complete" },
  });

  expect(sent).toContain(JOB);
  const context = { ...noopRunContext, log, now, random: () => 0.5, rows: jobRows(db, now) };
  const findHandler = () => ({ run: async () => ({ kind: "done" as const }) });
  expect(await runJob({ ...context, findHandler }, JOB)).toMatchObject({ kind: "done" });

  expect(await readInvitation(db, token("invited"), NOW)).toMatchObject({ id: "I" });
  const tokens = {
    get: async () => null,
    put: async () => undefined,
    delete: async () => undefined,
  };
  const stores = { db, log, entry: { tokens } };
  expect(await readReturningLink(stores, token("back"), NOW)).toMatchObject({ id: "R" });
  if (hasFixLinks(version))
    expect(await findFixLink(db, "fix", NOW)).toMatchObject({ state: "live" });
  expect(await findReviewItem(db, "S")).toMatchObject({ title: "Engine", status: "rejected" });
  const found = await binding
    .prepare("SELECT count(*) AS found FROM review_search WHERE review_search MATCH 'engine'")
    .first();
  expect(found).toEqual({ found: 1 });
});
