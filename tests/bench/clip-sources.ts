import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ulid } from "ulidx";
import { type WavOptions, wavBytes } from "../fixtures/wav";
import { openStoreReader } from "../support/app-stores";
import { createDraftAt, findDraftRow } from "../support/drafts";
import { dateInDays, musicAnswers, Visitor } from "../support/visitor";
import { benchFolder } from "./sox";

/** A clip of a source: 60 seconds, half a minute in. */
const CLIP = { from: 30, seconds: 60 };

/** The stored size of a clip in bytes. */
export const clipFileBytes = ({ clip }: Pick<ClipSource, "clip">) => 44 + clip.seconds * 44_100 * 4;

/** A submitted track, and the subject of the job for its clip. */
export interface ClipSource {
  name: string;
  /** The same file on disk. */
  path: string;
  key: string;
  subject: string;
  /** The byte range of the clip in the file. */
  range: { offset: number; length: number };
  /** Where the clip begins in the file, and how long it is, in seconds. */
  clip: { from: number; seconds: number };
}

export type SourceWav = WavOptions & { sampleRate: number; bits: number; seconds: number };

interface MadeSource {
  name: string;
  number: number;
  path: string;
  range: { offset: number; length: number };
  clip: { from: number; seconds: number };
}

/** Creates the file of a source. */
function make(name: string, wav: SourceWav, number: number): MadeSource {
  const file = wavBytes(wav);
  const path = join(benchFolder(), `${number}.wav`);
  writeFileSync(path, file);
  const frameBytes = 2 * (wav.bits / 8);
  const perSecond = wav.sampleRate * frameBytes;
  const header = file.length - Math.round(wav.seconds * wav.sampleRate) * frameBytes;
  // In a file that is too short, the clip is everything after the first second.
  const clip = wav.seconds > CLIP.from ? CLIP : { from: 1, seconds: wav.seconds - 1 };
  const seconds = Math.min(clip.seconds, wav.seconds - clip.from);
  const range = { offset: header + clip.from * perSecond, length: seconds * perSecond };
  return { name, number, path, range, clip };
}

/** Repeats a request once when wrangler's local proxy has lost the connection. */
function retryOnce<T>(request: () => Promise<T>): Promise<T> {
  return request().catch((error: unknown) => {
    console.log(`Asked once more: ${error instanceof Error ? error.message : error}`);
    return request();
  });
}

/** Saves a draft with one track per source: a draft accepts files only for its saved tracks. */
async function openDraft(url: string, madeSources: readonly MadeSource[]): Promise<Visitor> {
  const visitor = await createDraftAt("music", {}, new Visitor(url));
  const tracks = madeSources.flatMap(({ name, number }) => [
    [`tracks[${number - 1}].id`, `track-${number}`],
    [`tracks[${number - 1}].title`, name],
  ]);
  const answers = { ...musicAnswers(dateInDays(60)), releaseType: "ep" };
  const form = { ...answers, ...Object.fromEntries(tracks), intent: "back" };
  const reply = await visitor.post("/submit/music", form);
  if (reply.status !== 302) throw new Error(`The sources' draft was answered ${reply.status}`);
  return visitor;
}

/** Uploads the file of a source. */
async function send(visitor: Visitor, { name, number, path }: MadeSource): Promise<string> {
  const file = new Uint8Array(readFileSync(path));
  const slot = `audio:track-${number}`;
  const reply = await retryOnce(() =>
    visitor.upload(file, { slot, fileType: "track", fileName: `${number}.wav` }),
  );
  if (!reply.ok) throw new Error(`The source ${name} was not taken: ${await reply.text()}`);
  return slot;
}

/**
 * Uploads the sources with the wizard's own calls, and records a release with them as tracks.
 * @returns the state folder, to be used once the app has stopped, and the release.
 */
export async function sendSources(app: { url: string }, wavs: Readonly<Record<string, SourceWav>>) {
  const inside = openStoreReader(app.url);
  // Created before the first request: the app closes connections that are idle meanwhile.
  const madeSources = Object.entries(wavs).map(([name, wav], index) => make(name, wav, index + 1));
  const visitor = await retryOnce(() => openDraft(app.url, madeSources));
  const slots = new Map<MadeSource, string>();
  for (const source of madeSources) slots.set(source, await send(visitor, source));
  const { id: draftId } = await findDraftRow(inside, visitor);
  const rows = await inside.rows("SELECT id, slot, key FROM uploads WHERE draft_id = ?", draftId);
  const sources: ClipSource[] = madeSources.map((source) => {
    const row = rows.find(({ slot }) => slot === slots.get(source));
    const { name, path, range, clip } = source;
    return { name, path, range, clip, key: String(row?.key), subject: `${row?.id}:clip-1` };
  });
  const submissionId = ulid();
  const time = (seconds: number) =>
    [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, "0")).join(":");
  const form = {
    releaseDate: dateInDays(60),
    tracks: sources.map(({ name, subject, clip }) => ({
      title: name,
      uploadId: subject.split(":")[0],
      metadata: { soloWork: true },
      socialClipsEnabled: true,
      socialClips: [
        {
          id: "clip-1",
          startTime: time(clip.from),
          endTime: time(clip.from + clip.seconds),
        },
      ],
    })),
  };
  const values = [
    submissionId,
    draftId,
    submissionId,
    JSON.stringify(form),
    new Date().toISOString(),
  ];
  await inside.rows(
    `INSERT INTO submissions (id, draft_id, reference, artist_name, email, release_title, form_data,
       files, status_history, reply_due_at, created_at, updated_at)
     VALUES (?1, ?2, ?3, 'Bench', 'bench@example.com', 'Bench', ?4, '[]', '[]', ?5, ?5, ?5)`,
    ...values,
  );
  return { submissionId, sources };
}
