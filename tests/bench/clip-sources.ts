import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ulid } from "ulidx";
import { type WavOptions, wavBytes } from "../fixtures/wav";
import { type AppServer, startApp } from "../support/app-server";
import { openWindow } from "../support/app-window";
import { draftOf } from "../support/stored";
import { inDays, Visitor } from "../support/visitor";
import { benchFolder } from "./sox";

/** A clip of a source: 60 seconds, half a minute in. */
export const CLIP = { from: 30, seconds: 60 };

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

async function send(visitor: Visitor, name: string, wav: SourceWav, number: number) {
  const file = wavBytes(wav);
  const path = join(benchFolder(), `${number}.wav`);
  writeFileSync(path, file);
  const slot = `audio:track-${number}`;
  const reply = await visitor.upload(file, { slot, fileType: "track", fileName: `${number}.wav` });
  if (!reply.ok) throw new Error(`The source ${name} was not taken: ${await reply.text()}`);
  const frameBytes = 2 * (wav.bits / 8);
  const perSecond = wav.sampleRate * frameBytes;
  const header = file.length - Math.round(wav.seconds * wav.sampleRate) * frameBytes;
  const seconds = Math.min(CLIP.seconds, wav.seconds - CLIP.from);
  const range = { offset: header + CLIP.from * perSecond, length: seconds * perSecond };
  return { name, path, slot, range };
}

/**
 * Sends sources in by the calls that the wizard makes, and records a release whose tracks they are.
 * @returns the state they lie in, once the app has stopped, and the release.
 */
export async function sendSources(app: AppServer, wavs: Readonly<Record<string, SourceWav>>) {
  const inside = openWindow(app.url);
  const visitor = new Visitor(app.url);
  await visitor.openDraft();
  const sent: Awaited<ReturnType<typeof send>>[] = [];
  for (const [index, [name, wav]] of Object.entries(wavs).entries())
    sent.push(await send(visitor, name, wav, index + 1));
  const { id: draftId } = await draftOf(inside, visitor);
  const rows = await inside.rows("SELECT id, slot, key FROM uploads WHERE draft_id = ?", draftId);
  const sources: ClipSource[] = sent.map(({ slot, ...source }) => {
    const row = rows.find((one) => one.slot === slot);
    return { ...source, key: String(row?.key), subject: `${row?.id}:clip-1` };
  });
  const submissionId = ulid();
  const end = CLIP.from + CLIP.seconds;
  const times = { startTime: "00:30", endTime: `0${Math.floor(end / 60)}:${end % 60}` };
  const form = {
    releaseDate: inDays(60),
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
