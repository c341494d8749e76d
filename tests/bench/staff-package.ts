import { signedInArtist } from "../support/accounts";
import type { AppServer } from "../support/app-server";
import { openAppStores } from "../support/app-stores";
import { peakDuring, workerdMegabytes } from "../support/resource-use";
import type { Visitor } from "../support/visitor";
import { randomWav } from "./random-wav";
import { atMost } from "./verdict";

const FILES = 5;
const GOAL = 64;
const ID = "01BENCHPACKAGE000000000000";

/** A 1 GB submission of an artist: five tracks that share one object; two have no hash yet. */
async function fill(app: AppServer, artistId: string, fileBytes: number): Promise<void> {
  const inside = await openAppStores(app);
  try {
    await inside.files.put("bench/track.wav", randomWav(fileBytes));
    const files = Array.from({ length: FILES }, (_, n) => ({
      uploadId: `U${n}`,
      kind: "track",
      slot: `audio:track-${n}`,
      key: "bench/track.wav",
      fileName: "track.wav",
      contentType: "audio/wav",
      size: fileBytes,
      ...(n > 1 && { sha256: "0".repeat(64) }),
    }));
    const metadata = { soloWork: true };
    const tracks = files.map(({ uploadId }, n) => ({
      title: `Track ${n + 1}`,
      uploadId,
      metadata,
    }));
    const timestamp = "2026-11-23T12:00:00.000Z";
    await inside.db
      .prepare(
        `INSERT INTO submissions (id, draft_id, reference, artist_name, email, release_title, form_data,
          files, status_history, reply_due_at, created_at, updated_at, artist_id)
          VALUES (?1, ?1, ?1, 'Ada', 'ada@example.com', 'Engine', ?2, ?3, '[]', ?4, ?4, ?4, ?5)`,
      )
      .bind(
        ID,
        JSON.stringify({ artistName: "Ada", releaseTitle: "Engine", tracks }),
        JSON.stringify(files),
        ...[timestamp, artistId],
      )
      .run();
    // With these rows the object can also be opened as it is stored, as the artist's own upload.
    for (const { uploadId, slot } of files)
      await inside.db
        .prepare(
          `INSERT INTO uploads (id, draft_id, kind, slot, file_name, size, content_type, sha256, key,
          multipart_id, part_size, state, created_at, updated_at)
          VALUES (?5, ?1, 'track', ?6, 'track.wav', ?2, 'audio/wav', ?3, 'bench/track.wav',
          'M', 1, 'complete', ?4, ?4)`,
        )
        .bind(ID, fileBytes, "0".repeat(64), timestamp, uploadId, slot)
        .run();
  } finally {
    await inside.close();
  }
}

/** Reads a response and discards it. @returns its number of bytes. */
async function download(visitor: Visitor, path: string, init: RequestInit = {}): Promise<number> {
  const reply = await visitor.send(path, init);
  if (!reply.ok || !reply.body) throw new Error(`${path} answered ${reply.status}`);
  let bytes = 0;
  for await (const chunk of reply.body) bytes += chunk.length;
  const contentLength = Number(reply.headers.get("Content-Length"));
  if (contentLength !== bytes)
    throw new Error(`${path} has ${bytes} bytes and said ${contentLength}`);
  return bytes;
}

/** How far `operation` raises the memory of the app's workers, in MB; prints it with the duration. */
async function growth(
  app: AppServer,
  name: string,
  operation: () => Promise<number>,
): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const before = workerdMegabytes(app.pid);
  const startedAt = performance.now();
  let bytes = 0;
  const peak = await peakDuring(async () => {
    bytes = await operation();
  }, app.pid);
  const seconds = (performance.now() - startedAt) / 1_000;
  const figures = `${bytes} bytes in ${seconds.toFixed(1)} s, from ${before.toFixed(0)} MB`;
  console.log(`${name}: ${figures} up by ${(peak - before).toFixed(1)} MB`);
  return peak - before;
}

/**
 * Measures how far a 1 GB package, and the data download of an artist with 1 GB, raise the memory of
 * the app's workers. For comparison, measures the same objects sent as they are stored, without any
 * code of ours.
 * @returns whether both meet the goal.
 */
export async function benchPackage(
  app: AppServer,
  staff: Visitor,
  fileBytes: number,
): Promise<boolean> {
  const { artist, visitor } = await signedInArtist({}, app);
  await fill(app, artist.id, fileBytes);
  const bare = async () => {
    let bytes = 0;
    for (let n = 0; n < FILES; n++) bytes += await download(staff, "/files/U0/track.wav");
    return bytes;
  };
  const downloadPackage = () => download(staff, `/staff/submissions/${ID}/package`);
  // The runtime keeps memory that it has once needed for a file; it must not count as growth.
  await growth(app, "bare files, to warm up", bare);
  const floor = await growth(app, "bare files", bare);
  const packageGrowth = await growth(app, "package", downloadPackage);
  const text = `${packageGrowth.toFixed(1)} MB, bare files ${floor.toFixed(1)} MB`;
  const ok = atMost("workerd grows in a package", packageGrowth, GOAL, text);
  const downloadData = () => download(visitor, "/edit-profile/data/download", { method: "POST" });
  const downloadGrowth = await growth(app, "an artist's download", downloadData);
  const comparison = `${downloadGrowth.toFixed(1)} MB, bare files ${floor.toFixed(1)} MB`;
  return atMost("workerd grows in an artist's download", downloadGrowth, GOAL, comparison) && ok;
}
