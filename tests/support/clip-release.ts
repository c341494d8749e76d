import { ulid } from "ulidx";
import { bytesReader } from "~/media/range-reader";
import { readWavHeader } from "~/media/wav-header";
import { type WavOptions, wavBytes } from "../fixtures/wav";
import type { AppStores } from "./app-stores";
import { convertClip } from "./convert-clip";
import { COVER, coverBytes, SONG } from "./draft-at";
import { draftRowOf } from "./stored-draft";
import { artistAnswers, dateInDays, musicAnswers, type Visitor } from "./visitor";

/** A clip as an artist asks for it. */
export interface RequestedClip {
  startTime: string;
  endTime: string;
}

async function passes(response: Response, status: number): Promise<void> {
  if (response.status !== status) throw new Error(`${response.status} ${await response.text()}`);
}

/**
 * A single with clips, sent in by the four steps.
 * @returns who sent it, and what was recorded.
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
  const about = { bio: "Songs from the harbour.", influences: "Low", intent: "next" };
  await passes(await visitor.post("/submit/about", about), 302);
  await passes(await visitor.post("/submit/review", { intent: "submit" }), 302);
  const { id: draftId } = await draftRowOf(inside, visitor);
  const sql = "SELECT * FROM submissions WHERE draft_id = ?";
  const [row] = await inside.rows(sql, draftId);
  const [upload] = await inside.rows(
    "SELECT id, key FROM uploads WHERE draft_id = ? AND kind = 'track'",
    draftId,
  );
  const [submissionId, uploadId, key] = [row?.id, upload?.id, upload?.key].map(String);
  return { song, submissionId: submissionId ?? "", uploadId: uploadId ?? "", key: key ?? "" };
}

/** Puts a clip's job beside its submission where the submission has not brought it along. */
export async function addClipJob(inside: AppStores, submissionId: string, subject: string) {
  const at = new Date(Date.now() - 1000).toISOString();
  const sql = `INSERT OR IGNORE INTO jobs (id, type, submission_id, subject, state, attempts, created_at, updated_at)
    VALUES (?, 'process-clip', ?, ?, 'waiting', 0, ?, ?)`;
  await inside.rows(sql, ulid(), submissionId, subject, at, at);
}

/** The samples that a stretch of a file comes to, cut in this process. */
export async function cutInProcess(file: Uint8Array, from: number, to: number) {
  const header = await readWavHeader(bytesReader(file), file.length);
  if (!header.ok) throw new Error(header.reason);
  const { wav } = header;
  const bytes = file.subarray(wav.dataOffset, wav.dataOffset + wav.frames * wav.blockAlign);
  const range = { from: from * wav.sampleRate, to: Math.min(to * wav.sampleRate, wav.frames) };
  return convertClip({ format: wav, bytes }, range);
}
