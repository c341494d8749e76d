import { readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { ulid } from "ulidx";
import { clipSubject } from "~/domain/clips/clip-plan";
import { clipsOfSubmission } from "~/domain/clips/clip-store.server";
import {
  type Converter,
  type ConverterOptions,
  createConverter,
  type Seed,
} from "~/domain/media/converter/converter";
import { createCopier, isClipFormat } from "~/domain/media/converter/copier";
import { createEngine } from "~/domain/media/converter/engine";
import { bytesReader } from "~/domain/media/range-reader";
import type { WavFormat } from "~/domain/media/wav-format";
import { readWavHeader } from "~/domain/media/wav-header";
import { plannedClips } from "~/domain/submission/record/planned-clips";
import { findSubmission } from "~/domain/submission/record/submission-store.server";
import { submissions } from "~/domain/submission/submission-tables.server";
import { uploads } from "~/domain/uploads/receiving/upload-tables.server";
import { insertJob } from "~/jobs/job-store.server";
import { jobs } from "~/jobs/job-tables.server";
import { COMPILED_CONVERTER } from "../../workers/cli/compiled-modules";
import { type WavOptions, wavBytes } from "../fixtures/wav";
import { type AppStores, pollUntil } from "./app-stores";
import { COVER, coverBytes, findDraftRow, SONG } from "./drafts";
import { jobId } from "./jobs-fixture";
import type { JobsWorker } from "./jobs-worker";
import { submissionRow } from "./submission-row";
import { artistAnswers, dateInDays, musicAnswers, type Visitor } from "./visitor";

/** A clip as an artist requests it. */
interface RequestedClip {
  startTime: string;
  endTime: string;
}

async function passes(response: Response, status: number): Promise<void> {
  if (response.status !== status) throw new Error(`${response.status} ${await response.text()}`);
}

/**
 * Submits a single with clips through the four steps.
 * @returns its visitor and the recorded submission.
 */
export async function submitWithClips(
  inside: AppStores,
  visitor: Visitor,
  wav: WavOptions,
  clips: readonly RequestedClip[],
) {
  const song = wavBytes(wav);
  await visitor.openDraft();
  await passes(await visitor.post("/submit/artist", { ...artistAnswers, intent: "next" }), 302);
  await passes(await visitor.upload(song, SONG), 200);
  await passes(await visitor.upload(coverBytes, COVER), 200);
  const clipFields = clips.flatMap(({ startTime, endTime }, i) => [
    [`tracks[0].socialClips[${i}].id`, `clip-${i + 1}`],
    [`tracks[0].socialClips[${i}].startTime`, startTime],
    [`tracks[0].socialClips[${i}].endTime`, endTime],
  ]);
  const fields = { ...Object.fromEntries(clipFields), "tracks[0].socialClipsEnabled": "on" };
  const release = { ...musicAnswers(dateInDays(60)), ...fields, intent: "next" };
  await passes(await visitor.post("/submit/music", release), 302);
  const aboutAnswers = { bio: "Songs from the harbour.", influences: "Low", intent: "next" };
  await passes(await visitor.post("/submit/about", aboutAnswers), 302);
  await passes(await visitor.post("/submit/review", { intent: "submit" }), 302);
  const { id: draftId } = await findDraftRow(inside, visitor);
  const sql = "SELECT * FROM submissions WHERE draft_id = ?";
  const [row] = await inside.rows(sql, draftId);
  const [upload] = await inside.rows(
    "SELECT id, key FROM uploads WHERE draft_id = ? AND kind = 'track'",
    draftId,
  );
  const [submissionId, uploadId, key] = [row?.id, upload?.id, upload?.key].map(String);
  return { song, submissionId: submissionId ?? "", uploadId: uploadId ?? "", key: key ?? "" };
}

/** Adds the job of a clip, unless the submission has created it. */
export async function addClipJob(inside: AppStores, submissionId: string, subject: string) {
  const createdAt = new Date(Date.now() - 1000).toISOString();
  const sql = `INSERT OR IGNORE INTO jobs (id, type, submission_id, subject, state, attempts, created_at, updated_at)
    VALUES (?, 'process-clip', ?, ?, 'waiting', 0, ?, ?)`;
  await inside.rows(sql, ulid(), submissionId, subject, createdAt, createdAt);
}

/** Cuts a clip of a file in this process; returns its samples. */
export async function cutInProcess(file: Uint8Array, start: number, end: number) {
  const header = await readWavHeader(bytesReader(file), file.length);
  if (!header.ok) throw new Error(header.reason);
  const { wav } = header;
  const bytes = file.subarray(wav.dataOffset, wav.dataOffset + wav.frames * wav.blockAlign);
  const range = { from: start * wav.sampleRate, to: Math.min(end * wav.sampleRate, wav.frames) };
  return convertClip({ format: wav, bytes }, range);
}

const AT = new Date("2026-11-21T12:00:00Z");
let serial = 0;

/**
 * Records a single with clips and a job for each clip, without sending them to the queue.
 */
export async function recordClips(
  { db, files }: JobsWorker,
  song: Uint8Array<ArrayBuffer>,
  clips: readonly RequestedClip[],
  email = `ada-${serial + 1}@example.com`,
) {
  serial += 1;
  const createdAt = AT.toISOString();
  const [submissionId, uploadId] = [`S${serial}`, `U${serial}`];
  const key = `artists/ada-${submissionId}/audio/${uploadId}-tide.wav`;
  await files.put(key, song);
  await db.insert(uploads).values({
    id: uploadId,
    draftId: submissionId,
    kind: "track",
    slot: "audio:track-1",
    fileName: "tide.wav",
    size: song.length,
    contentType: "audio/wav",
    key,
    multipartId: "any",
    partSize: song.length,
    state: "complete",
    createdAt: createdAt,
    updatedAt: createdAt,
  });
  const track = {
    title: "Tide",
    uploadId,
    metadata: { soloWork: true },
    socialClipsEnabled: true,
    socialClips: clips.map((times, i) => ({ id: `clip-${i + 1}`, description: "", ...times })),
  };
  const formData = JSON.stringify({ releaseDate: "2027-05-22", tracks: [track] });
  await db
    .insert(submissions)
    .values(submissionRow({ id: submissionId, email, formData, createdAt }));
  const submission = await findSubmission(db, submissionId);
  const subjects = submission ? plannedClips(submission.form).map(clipSubject) : [];
  const ids = subjects.map((_, i) => jobId(serial * 100 + i));
  for (const [i, subject] of subjects.entries())
    await insertJob(db, { id: ids[i] ?? "", type: "process-clip", submissionId, subject, at: AT });
  return { submissionId, key, ids };
}

/** Waits until all clip jobs of a submission have ended and its other jobs are `done`. */
export function endedJobs({ db }: JobsWorker, submissionId: string) {
  return pollUntil(async () => {
    const rows = await db.select().from(jobs).where(eq(jobs.submissionId, submissionId));
    const isOpen = rows.some(({ state }) => state === "waiting" || state === "running");
    return isOpen ? undefined : rows;
  });
}

/** The clips of a submission as stored. */
export const storedClips = ({ db }: JobsWorker, submissionId: string) =>
  clipsOfSubmission(db, submissionId);

let module: WebAssembly.Module | undefined;

/** The converter as the jobs worker gets it. */
export function compiledConverter(): WebAssembly.Module {
  module ??= new WebAssembly.Module(readFileSync(COMPILED_CONVERTER));
  return module;
}

/** A track in memory: its format and the bytes of its frames. */
export interface Track {
  format: WavFormat;
  bytes: Uint8Array;
}

interface Cut {
  /** First frame; 0 by default. */
  from?: number;
  to?: number;
  seed?: Seed;
  gain?: number;
  /** Sizes of the pieces in which the bytes arrive, repeated. */
  pieces?: number[];
}

function toOptions({ format, bytes }: Track, cut: Cut): ConverterOptions {
  const sourceFrames = Math.floor(bytes.length / format.blockAlign);
  const { from = 0, to = sourceFrames, seed = [1, 2], gain } = cut;
  return { format, sourceFrames, range: { from, to }, seed, gain };
}

function feed(converter: Converter, { format, bytes }: Track, pieces = [262_144]) {
  const { from, to } = converter.reads;
  const all = bytes.subarray(from * format.blockAlign, to * format.blockAlign);
  for (let offset = 0, chunkIndex = 0; offset < all.length; chunkIndex++) {
    const size = pieces[chunkIndex % pieces.length] ?? 1;
    converter.push(all.subarray(offset, offset + size));
    offset += size;
  }
  converter.end();
}

/** Converts a clip of a track; returns interleaved samples as the job would store them. */
export function convertClip(track: Track, cut: Cut = {}) {
  const parts: Uint8Array[] = [];
  const addPart = (bytes: Uint8Array) => void parts.push(bytes.slice());
  const engine = createEngine(compiledConverter());
  const options = toOptions(track, cut);
  const converter = isClipFormat(track.format)
    ? createCopier(engine, options, addPart)
    : createConverter(engine, options, { kind: "clip", onBytes: addPart });
  feed(converter, track, cut.pieces);
  const bytes = new Uint8Array(Buffer.concat(parts));
  return {
    bytes,
    samples: new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2),
    peak: converter.peak(),
    unusable: converter.unusable(),
    memory: engine.bytes().length,
  };
}

/** Converts a clip without fades, dither and rounding; returns the left channel. */
export function convertToFloats(track: Track, cut: Cut = {}): Float64Array {
  const engine = createEngine(compiledConverter());
  const leftSamples: number[] = [];
  const addSamples = (offset: number, count: number) => {
    const frames = new Float64Array(engine.memory.buffer, offset, count * 2);
    for (let i = 0; i < count; i++) leftSamples.push(frames[2 * i] ?? 0);
  };
  feed(
    createConverter(engine, toOptions(track, cut), { kind: "frames", onFrames: addSamples }),
    track,
    cut.pieces,
  );
  return Float64Array.from(leftSamples);
}
