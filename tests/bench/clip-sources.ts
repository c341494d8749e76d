import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ulid } from "ulidx";
import { type WavOptions, wavBytes } from "../fixtures/wav";
import { type AppServer, startApp } from "../support/app-server";
import { openStoreReader } from "../support/app-stores";
import { draftRowOf } from "../support/drafts";
import { dateInDays, Visitor } from "../support/visitor";
import { benchFolder } from "./sox";

/** A clip of a source: 60 seconds, half a minute in. */
export const CLIP = { from: 30, seconds: 60 };

/** Bytes of such a clip as it is stored. */
export const clipFileBytes = 44 + CLIP.seconds * 44_100 * 4;

/** A track that was sent in, and what a job about its clip is called. */
export interface ClipSource {
  name: string;
  /** The same file on disk. */
  path: string;
  key: string;
  subject: string;
  /** The bytes of the clip's stretch in the file. */
  range: { offset: number; length: number };
}

export type SourceWav = WavOptions & { sampleRate: number; bits: number; seconds: number };

interface MadeSource {
  name: string;
  number: number;
  path: string;
  range: { offset: number; length: number };
}

/** Makes the file of a source. */
function make(name: string, wav: SourceWav, number: number): MadeSource {
  const file = wavBytes(wav);
  const path = join(benchFolder(), `${number}.wav`);
  writeFileSync(path, file);
  const frameBytes = 2 * (wav.bits / 8);
  const perSecond = wav.sampleRate * frameBytes;
  const header = file.length - Math.round(wav.seconds * wav.sampleRate) * frameBytes;
  const seconds = Math.min(CLIP.seconds, wav.seconds - CLIP.from);
  const range = { offset: header + CLIP.from * perSecond, length: seconds * perSecond };
  return { name, number, path, range };
}

/** Asks once more where the local run's own proxy has lost a connection. */
function again<T>(ask: () => Promise<T>): Promise<T> {
  return ask().catch((error: unknown) => {
    console.log(`Asked once more: ${error instanceof Error ? error.message : error}`);
    return ask();
  });
}

/** Sends a source in. */
async function send(visitor: Visitor, { name, number, path }: MadeSource): Promise<string> {
  const file = new Uint8Array(readFileSync(path));
  const slot = `audio:track-${number}`;
  const reply = await again(() =>
    visitor.upload(file, { slot, fileType: "track", fileName: `${number}.wav` }),
  );
  if (!reply.ok) throw new Error(`The source ${name} was not taken: ${await reply.text()}`);
  return slot;
}

/**
 * Sends sources in by the calls that the wizard makes, and records a release whose tracks they are.
 * @returns the state they lie in, once the app has stopped, and the release.
 */
export async function sendSources(app: AppServer, wavs: Readonly<Record<string, SourceWav>>) {
  const inside = openStoreReader(app.url);
  // Made before anything is asked: the app closes connections that wait for it.
  const madeSources = Object.entries(wavs).map(([name, wav], index) => make(name, wav, index + 1));
  const visitor = new Visitor(app.url);
  await again(() => visitor.openDraft());
  const slots = new Map<MadeSource, string>();
  for (const source of madeSources) slots.set(source, await send(visitor, source));
  const { id: draftId } = await draftRowOf(inside, visitor);
  const rows = await inside.rows("SELECT id, slot, key FROM uploads WHERE draft_id = ?", draftId);
  const sources: ClipSource[] = madeSources.map((source) => {
    const row = rows.find(({ slot }) => slot === slots.get(source));
    const { name, path, range } = source;
    return { name, path, range, key: String(row?.key), subject: `${row?.id}:clip-1` };
  });
  const submissionId = ulid();
  const end = CLIP.from + CLIP.seconds;
  const times = { startTime: "00:30", endTime: `0${Math.floor(end / 60)}:${end % 60}` };
  const form = {
    releaseDate: dateInDays(60),
    tracks: sources.map(({ name, subject }) => ({
      title: name,
      uploadId: subject.split(":")[0],
      metadata: { soloWork: true },
      socialClipsEnabled: true,
      socialClips: [{ id: "clip-1", ...times }],
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

/** A new, empty app. */
export const startEmpty = () => startApp({ build: true });
