import { Miniflare } from "miniflare";
import { openDatabase } from "~/platform/database.server";
import { randomIds } from "~/platform/ids";
import { completeUpload } from "~/uploads/complete-upload.server";
import type { UploadKind } from "~/uploads/plan";
import type { UploadRooms } from "~/uploads/remove-upload.server";
import { startUpload } from "~/uploads/start-upload.server";
import { recordPart } from "~/uploads/upload-store.server";
import { migrate } from "./board-world";

interface Sent {
  draftId: string;
  as: { slot: string; fileType: UploadKind; fileName: string };
  body: Uint8Array<ArrayBuffer>;
  /** Milliseconds since the epoch: when it was announced, and when it had arrived. */
  from: number;
  /** Left out, it never arrives. */
  to?: number;
}

/** Database and bucket of the uploads in memory, with a clock that tests set. */
export async function uploadWorld() {
  const miniflare = new Miniflare({
    modules: true,
    script: "export default { fetch: () => new Response() }",
    d1Databases: ["DB"],
    r2Buckets: ["FILES"],
  });
  const binding = await miniflare.getD1Database("DB");
  await migrate(binding);
  const rooms: UploadRooms = {
    db: openDatabase(binding),
    // The same bucket, typed with the HTTP classes of Node instead of those of the workers.
    files: (await miniflare.getR2Bucket("FILES")) as unknown as R2Bucket,
  };
  return {
    rooms,
    close: () => miniflare.dispose(),
    /** Sends a file of one part as the direct route does. */
    send: async ({ draftId, as, body, from, to }: Sent) => {
      const { fileType: kind, slot, fileName } = as;
      const file = { draftId, artistName: "Ada", kind, slot, fileName, contentType: "" };
      const at = (ms: number) => () => new Date(ms);
      const chosen = { ...file, size: body.length };
      const started = await startUpload(rooms, chosen, at(from), randomIds);
      if (!started.ok) throw new Error(started.text);
      if (to === undefined) return started.upload;
      const { id: uploadId, key, multipartId } = started.upload;
      // Not by receivePart: outside of the workers no stream has the known length it needs.
      const bucket = rooms.files.resumeMultipartUpload(key, multipartId);
      const { etag } = await bucket.uploadPart(1, body);
      await recordPart(rooms.db, { uploadId, number: 1, etag, size: body.length }, new Date(to));
      await completeUpload(rooms, started.upload, at(to));
      return started.upload;
    },
  };
}
export type UploadWorld = Awaited<ReturnType<typeof uploadWorld>>;
