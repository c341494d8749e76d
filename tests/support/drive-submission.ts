import { createHash } from "node:crypto";
import { insertJob } from "~/jobs/job-store.server";
import type { Database } from "~/platform/database.server";
import { submissions } from "~/submission/submission-tables.server";

/** A file of a submission to be. */
export interface SentFile {
  kind: "track" | "artwork" | "custom-artwork";
  bytes: Uint8Array<ArrayBuffer>;
}

/** Where sent files are put. */
interface SentFiles {
  put: (key: string, bytes: Uint8Array<ArrayBuffer>) => Promise<unknown>;
}

export const md5 = (bytes: Uint8Array) => createHash("md5").update(bytes).digest("hex");

/** Bytes that repeat nowhere near a chunk's size. */
export function someBytes(size: number, seed = 1): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let state = seed;
  for (let i = 0; i < size; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[i] = state >>> 24;
  }
  return bytes;
}

/** Records a submission with these files in the bucket, and the job that mirrors it. */
export async function submitFiles(
  { db, files }: { db: Database; files: SentFiles },
  sentFiles: readonly SentFile[],
  serial: number,
  now: Date,
) {
  const id = `S${serial}`;
  const jobId = `01DR1VE${String(serial).padStart(19, "0")}`;
  const reference = `ABCDE-${String(serial).padStart(5, "0")}`;
  const storedFiles = sentFiles.map(({ kind, bytes }, index) => {
    const uploadId = `${id}-U${index + 1}`;
    const end = kind === "track" ? "wav" : "jpg";
    const key = `artists/ada-${id}/${uploadId}-file.${end}`;
    const contentType = kind === "track" ? "audio/wav" : "image/jpeg";
    const fileName = `Mix ${index + 1}.${end}`;
    const slot = kind === "artwork" ? "artwork" : `${kind}:track-${index + 1}`;
    return { uploadId, kind, slot, key, contentType, fileName, size: bytes.length };
  });
  for (const [index, { key }] of storedFiles.entries())
    await files.put(key, sentFiles[index]?.bytes ?? new Uint8Array());
  const tracks = storedFiles.filter(({ kind }) => kind === "track");
  const at = now.toISOString();
  await db.insert(submissions).values({
    id,
    draftId: `draft-${id}`,
    reference,
    artistName: "Ada: Lovelace",
    email: "ada@example.com",
    releaseTitle: "Engine",
    formData: JSON.stringify({
      tracks: tracks.map(({ uploadId }, index) => ({
        title: `Song ${index + 1}`,
        uploadId,
        metadata: { soloWork: true },
      })),
    }),
    files: JSON.stringify(storedFiles),
    statusHistory: "[]",
    replyDueAt: at,
    createdAt: at,
    updatedAt: at,
  });
  await insertJob(db, { id: jobId, type: "mirror-drive", submissionId: id, at: now });
  return { id, jobId, reference, keys: storedFiles.map(({ key }) => key) };
}
