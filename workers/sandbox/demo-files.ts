import { demoProfile, type demoReleases, demoTracks } from "~/domain/artists/demo-artist";
import type { StoredFile } from "~/domain/submission/record/release-form";
import { objectKey } from "~/domain/uploads/receiving/object-key";
import { uploads } from "~/domain/uploads/receiving/upload-tables.server";
import { ARTWORK_SLOT, audioSlot } from "~/domain/uploads/slots";
import { storedFile } from "~/domain/uploads/upload";
import type { Database, Statement } from "~/platform/database.server";
import { sha256OfBytes } from "~/platform/hash";
import { randomIds } from "~/platform/ids";

/** Where the demo's rows and files go. */
export interface DemoStores {
  db: Database;
  files: R2Bucket;
}

/** Stores a file of a submission; returns it with the statement that records it. */
async function storeFile(
  { db, files }: DemoStores,
  file: { draftId: string; kind: "track" | "artwork"; slot: string; fileName: string; at: Date },
  bytes: Uint8Array<ArrayBuffer>,
): Promise<{ file: StoredFile; statement: Statement }> {
  const { draftId, kind, slot, fileName, at } = file;
  const id = randomIds.next(at);
  const { artistName } = demoProfile;
  const key = objectKey({ artistName, draftId, kind, uploadId: id, fileName });
  const isTrack = kind === "track";
  const preview = isTrack ? null : `${key}.preview.jpg`;
  await files.put(key, bytes);
  if (preview !== null) await files.put(preview, bytes);
  const probe = isTrack
    ? {
        kind: "wav" as const,
        format: "pcm" as const,
        channels: 2,
        sampleRate: 44_100,
        bitsPerSample: 16,
        seconds: (bytes.length - 44) / 176_400,
      }
    : { kind: "jpeg" as const, width: 650, height: 650, components: 3 };
  const sha256 = await sha256OfBytes(bytes);
  const row = {
    id,
    draftId,
    kind,
    slot,
    fileName,
    size: bytes.length,
    key,
    sha256,
    preview,
    choice: null,
    fingerprint: null,
    multipartId: "",
    partSize: bytes.length,
    carrier: "own" as const,
    method: "direct" as const,
    state: "complete" as const,
  };
  const contentType = isTrack ? "audio/wav" : "image/jpeg";
  const [time, json] = [at.toISOString(), JSON.stringify(probe)];
  const times = { createdAt: time, updatedAt: time };
  return {
    file: storedFile({ ...row, probe }),
    statement: db.insert(uploads).values({ ...row, ...times, contentType, probe: json }),
  };
}

export type DemoRelease = (typeof demoReleases)[number];
export type StoredPart = Awaited<ReturnType<typeof storeFile>>;
export interface DemoMedia {
  cover: Uint8Array<ArrayBuffer>;
  song: Uint8Array<ArrayBuffer>;
}

/** Stores the artwork of a release and its tracks. */
export async function storeRelease(
  demo: DemoStores,
  { title, type }: DemoRelease,
  { cover, song }: DemoMedia,
  of: { draftId: string; at: Date },
): Promise<{ artwork: StoredPart; tracks: StoredPart[] }> {
  const name = title.toLowerCase().replaceAll(" ", "-");
  const artwork = { kind: "artwork", slot: ARTWORK_SLOT, fileName: `${name}.jpg`, ...of } as const;
  const tracks: StoredPart[] = [];
  for (let n = 1; n <= demoTracks[type]; n++) {
    const fileName = demoTracks[type] > 1 ? `${name}-${n}.wav` : `${name}.wav`;
    const track = { kind: "track", slot: audioSlot(`track-${n}`), fileName, ...of } as const;
    tracks.push(await storeFile(demo, track, song));
  }
  return { artwork: await storeFile(demo, artwork, cover), tracks };
}
