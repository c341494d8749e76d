import { completeUpload } from "~/domain/uploads/receiving/complete-upload.server";
import { recordPart } from "~/domain/uploads/receiving/part-store.server";
import { startUpload } from "~/domain/uploads/receiving/start-upload.server";
import { r2Backend } from "~/domain/uploads/receiving/storage-backends.server";
import type { StorageBackend } from "~/domain/uploads/storage-backend";
import type { UploadKind } from "~/domain/uploads/upload-kinds";
import { openDatabase } from "~/platform/database.server";
import { randomIds } from "~/platform/ids";
import { batchedDatabase, DATABASE_WORKER_SCRIPT } from "./batched-database";
import { applyMigrations } from "./board-fixture";
import { installDigestStream } from "./digest-stream";
import type { ScheduleOperation } from "./interleaving";
import { receivingDeps } from "./receiving-deps";
import { SteadyMiniflare } from "./steady-runtime";

interface Sent {
  draftId: string;
  as: { slot: string; fileType: UploadKind; fileName: string };
  body: Uint8Array<ArrayBuffer>;
  /** Milliseconds since the epoch. */
  announcedAt: number;
  /** Left out, it never arrives. */
  arrivedAt?: number;
}

export const SECRET = "a secret that is known to these tests only";

/** Converts streams, as those that come from the workers' process are no byte streams. */
export function adaptStreamsToNode(carrier: StorageBackend): StorageBackend {
  return {
    ...carrier,
    read: async (key, range) => {
      const stream = await carrier.read(key, range);
      const bytes = stream && (await new Response(stream).arrayBuffer());
      return bytes && (new Blob([bytes]).stream() as ReadableStream<Uint8Array>);
    },
  };
}

/**
 * Database and bucket of uploads in memory, with a manual clock.
 * @param backend replaces the runtime's bucket.
 */
export async function createUploadFixture(backend?: StorageBackend) {
  installDigestStream();
  const miniflare = new SteadyMiniflare({
    modules: true,
    script: DATABASE_WORKER_SCRIPT,
    d1Databases: ["DB"],
    r2Buckets: ["FILES"],
  });
  const binding = batchedDatabase(miniflare);
  await applyMigrations(binding);
  // The same bucket, typed with the HTTP classes of Node instead of those of the workers.
  const files = (await miniflare.getR2Bucket("FILES")) as unknown as R2Bucket;
  const carrier = backend ?? adaptStreamsToNode(r2Backend(files, SECRET));
  const deps = receivingDeps(openDatabase(binding), carrier);
  return {
    deps,
    files,
    /** The same database and bucket; each call of the database is scheduled. */
    scheduledDeps: (schedule: ScheduleOperation) =>
      receivingDeps(openDatabase(batchedDatabase(miniflare, "DB", schedule)), carrier),
    close: () => miniflare.dispose(),
    /** Sends a file of one part as the direct route does. */
    send: async ({ draftId, as, body, announcedAt, arrivedAt }: Sent) => {
      const { fileType: kind, slot, fileName } = as;
      const file = { draftId, artistName: "Ada", kind, slot, fileName, contentType: "" };
      const createClock = (ms: number) => () => new Date(ms);
      const chosenFile = { ...file, size: body.length };
      const result = await startUpload(deps, chosenFile, createClock(announcedAt), randomIds);
      if (!result.ok) throw new Error(result.text);
      const { upload } = result;
      if (arrivedAt === undefined) return upload;
      const { key, multipartId } = upload;
      // Not by receivePart, which needs a stream of known length that only workers have.
      const etag = await carrier.putPart(key, multipartId, 1, body, body.length);
      await recordPart(
        deps.db,
        upload,
        { number: 1, etag, size: body.length },
        new Date(arrivedAt),
      );
      await completeUpload(deps, upload, createClock(arrivedAt));
      return upload;
    },
  };
}
export type UploadFixture = Awaited<ReturnType<typeof createUploadFixture>>;
