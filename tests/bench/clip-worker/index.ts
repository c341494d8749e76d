import * as v from "valibot";
import { r2Backend } from "~/domain/uploads/receiving/storage-backends.server";
import { byteBlocks } from "~/platform/byte-blocks.server";
import { openDatabase } from "~/platform/database.server";
import compiled from "../../../app/domain/media/converter/build/converter.wasm";
import { processClip } from "../../../workers/jobs/process-clip";
import { receivingDeps } from "../../support/receiving-deps";

interface Bindings {
  DB: D1Database;
  FILES: R2Bucket;
}

const cutSchema = v.object({ submissionId: v.string(), subject: v.string() });
const bareSchema = v.object({
  key: v.string(),
  offset: v.number(),
  length: v.number(),
  /** Bytes to store. */
  bytes: v.number(),
});

const BLOCK = new Uint8Array(128 * 1024);

/** Only reads the range and stores as many bytes as the job does. */
async function bare(files: R2Bucket, order: v.InferOutput<typeof bareSchema>): Promise<number> {
  const { key, offset, length, bytes } = order;
  const { readable, writable } = new FixedLengthStream(bytes);
  const storing = files.put("bare.wav", readable);
  const writer = writable.getWriter();
  const object = await files.get(key, { range: { offset, length } });
  if (!object) throw new Error(`No ${key}`);
  let readBytes = 0;
  let bytesLeft = bytes;
  for await (const block of byteBlocks(object.body)) {
    readBytes += block.length;
    // Writes at the pace of the reads, as the job does.
    const due = Math.min(bytesLeft, Math.round((bytes * readBytes) / length) - (bytes - bytesLeft));
    for (let part = due; part > 0; part -= BLOCK.length)
      await writer.write(BLOCK.subarray(0, Math.min(part, BLOCK.length)));
    bytesLeft -= due;
  }
  await writer.close();
  await storing;
  return readBytes;
}

/** POST /cut {submissionId, subject} runs the job of a clip; POST /bare {key, offset, length, bytes}. */
export default {
  async fetch(request: Request, { DB, FILES }: Bindings): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (request.method !== "POST") return new Response("ready");
    const body: unknown = await request.json();
    if (pathname === "/bare")
      return Response.json({ read: await bare(FILES, v.parse(bareSchema, body)) });
    const db = openDatabase(DB);
    const uploads = receivingDeps(db, r2Backend(FILES, "x".repeat(32)));
    const job = processClip({ uploads, compiled, now: () => new Date() });
    return Response.json(
      await job.run({ jobId: "bench", renew: async () => {}, ...v.parse(cutSchema, body) }),
    );
  },
};
