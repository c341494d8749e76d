import * as v from "valibot";
import { hex } from "~/platform/formats/hex";
import { driveRefusal } from "./drive-errors";
import { fileResource, missingParent } from "./drive-files";
import { findFile, insertFile, type Metadata, metadataSchema, newFileId } from "./drive-store";
import type { FaultMode } from "./faults";

const chunkSchema = v.object({ key: v.string(), length: v.number() });

const sessionSchema = v.object({
  id: v.string(),
  metadata: v.pipe(v.string(), v.parseJson(), metadataSchema),
  size: v.number(),
  kept: v.number(),
  chunks: v.pipe(v.string(), v.parseJson(), v.array(chunkSchema)),
  file_id: v.nullable(v.string()),
});
/** An open upload. Its chunks are in the sandbox's bucket until it ends. */
type UploadSession = v.InferOutput<typeof sessionSchema>;

async function insertSession(
  db: D1Database,
  metadata: Metadata,
  size: number,
  now: Date,
): Promise<string> {
  const id = crypto.randomUUID();
  await db
    .prepare(
      "INSERT INTO drive_sandbox_sessions (id, metadata, size, created_at) VALUES (?, ?, ?, ?)",
    )
    .bind(id, JSON.stringify(metadata), size, now.toISOString())
    .run();
  return id;
}

async function findSession(db: D1Database, id: string): Promise<UploadSession | undefined> {
  const row = await db
    .prepare("SELECT * FROM drive_sandbox_sessions WHERE id = ?")
    .bind(id)
    .first();
  return row ? v.parse(sessionSchema, row) : undefined;
}

/** Adds a stored chunk where `session` ends. @returns false when another call was quicker. */
async function storeChunk(
  db: D1Database,
  session: UploadSession,
  chunk: v.InferOutput<typeof chunkSchema>,
): Promise<boolean> {
  const { id, kept, chunks } = session;
  const row = await db
    .prepare(
      `UPDATE drive_sandbox_sessions SET kept = ?, chunks = ?
       WHERE id = ? AND kept = ? AND file_id IS NULL RETURNING id`,
    )
    .bind(kept + chunk.length, JSON.stringify([...chunks, chunk]), id, kept)
    .first();
  return row !== null;
}

/** Records the file of a finished upload. @returns false when another call was quicker. */
async function endSession(db: D1Database, id: string, fileId: string): Promise<boolean> {
  const row = await db
    .prepare(
      `UPDATE drive_sandbox_sessions SET file_id = ?
       WHERE id = ? AND file_id IS NULL RETURNING id`,
    )
    .bind(fileId, id)
    .first();
  return row !== null;
}

/** Deletes an upload, as the drive does after a week. */
async function deleteSession(db: D1Database, id: string): Promise<void> {
  await db.prepare("DELETE FROM drive_sandbox_sessions WHERE id = ?").bind(id).run();
}

export interface ChunkStore {
  put(key: string, body: ReadableStream | Uint8Array): Promise<unknown>;
  get(key: string): Promise<ReadableStream<Uint8Array> | undefined>;
  remove(keys: string[]): Promise<void>;
}

export function bucketChunks(bucket: R2Bucket): ChunkStore {
  return {
    put: (key, body) => bucket.put(key, body),
    get: async (key) => (await bucket.get(key))?.body,
    remove: (keys) => bucket.delete(keys),
  };
}

export interface DriveDeps {
  db: D1Database;
  chunks: ChunkStore;
}

const CHUNK_STEP_BYTES = 256 * 1024;
const UPLOAD_URL = "https://www.googleapis.com/upload/drive/v3/files";

export async function startUpload(request: Request, { db }: DriveDeps, now: Date) {
  const { searchParams: query } = new URL(request.url);
  const size = Number(request.headers.get("X-Upload-Content-Length") ?? Number.NaN);
  const metadata = v.safeParse(metadataSchema, await request.json().catch(() => undefined));
  if (query.get("uploadType") !== "resumable" || !Number.isSafeInteger(size) || !metadata.success)
    return driveRefusal(400, "badRequest", "Bad Request");
  if (query.get("supportsAllDrives") !== "true")
    return driveRefusal(404, "notFound", "File not found.");
  const refusal = await missingParent(db, metadata.output.parents);
  if (refusal) return refusal;
  query.set("upload_id", await insertSession(db, metadata.output, size, now));
  return new Response(null, { headers: { Location: `${UPLOAD_URL}?${query}` } });
}

function incomplete({ kept }: Pick<UploadSession, "kept">): Response {
  const headers = new Headers(kept > 0 ? { Range: `bytes=0-${kept - 1}` } : {});
  return new Response(null, { status: 308, headers });
}

async function sessionMd5({ chunks }: DriveDeps, session: UploadSession): Promise<string> {
  const digest = new crypto.DigestStream("MD5");
  for (const { key } of session.chunks)
    await (await chunks.get(key))?.pipeTo(digest, { preventClose: true });
  await digest.close();
  return hex(await digest.digest);
}

/** Creates the file of a complete upload: its checksum is stored, its bytes are not. */
async function complete(
  deps: DriveDeps,
  session: UploadSession,
  fields: string | null,
  { now, wrongMd5 }: { now: Date; wrongMd5: boolean },
): Promise<Response> {
  const md5 = wrongMd5 ? "0".repeat(32) : await sessionMd5(deps, session);
  const fileId = newFileId();
  if (!(await endSession(deps.db, session.id, fileId)))
    return driveRefusal(503, "backendError", "Another call ends this upload.");
  const { size, metadata } = session;
  const file = await insertFile(deps.db, fileId, metadata, { size, md5 }, now);
  await deps.chunks.remove(session.chunks.map(({ key }) => key));
  return Response.json(fileResource(file, fields));
}

/** Stores a chunk of an upload, or returns how much of it has arrived. */
export async function takeChunk(
  request: Request,
  deps: DriveDeps,
  { now, mode }: { now: Date; mode: FaultMode },
): Promise<Response> {
  const { searchParams: query } = new URL(request.url);
  const id = query.get("upload_id") ?? "";
  const fields = query.get("fields");
  if (mode === "session-gone" || mode === "session-410") await deleteSession(deps.db, id);
  const session = await findSession(deps.db, id);
  if (!session) return new Response("Not Found", { status: mode === "session-410" ? 410 : 404 });
  const doneFile = session.file_id && (await findFile(deps.db, session.file_id));
  if (doneFile) return Response.json(fileResource(doneFile, fields));
  const options = { now, wrongMd5: mode === "wrong-md5" };
  const range = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+)$/.exec(
    request.headers.get("Content-Range") ?? "",
  );
  if (!range || Number(range[3]) !== session.size)
    return driveRefusal(400, "badContentRange", "Invalid Content-Range");
  if (range[1] === undefined)
    return session.kept === session.size
      ? complete(deps, session, fields, options)
      : incomplete(session);
  const length = Number(range[2]) - Number(range[1]) + 1;
  const isLast = session.kept + length === session.size;
  if (Number(range[1]) !== session.kept || request.headers.get("Content-Length") !== `${length}`)
    return driveRefusal(400, "badContentRange", "The chunk is not the next one.");
  if (!isLast && length % CHUNK_STEP_BYTES !== 0)
    return driveRefusal(400, "badChunkSize", "Chunks must be multiples of 256 KiB.");
  if (mode === "keeps-nothing") return incomplete(session);
  const isShortened = mode === "short-308" && length > CHUNK_STEP_BYTES;
  const chunk = {
    key: `drive/${id}/${session.kept}-${crypto.randomUUID()}`,
    length: isShortened ? CHUNK_STEP_BYTES : length,
  };
  if (isShortened) {
    const bytes = new Uint8Array(await request.arrayBuffer());
    await deps.chunks.put(chunk.key, bytes.subarray(0, CHUNK_STEP_BYTES));
  } else if (request.body) await deps.chunks.put(chunk.key, request.body);
  if (!(await storeChunk(deps.db, session, chunk)))
    return driveRefusal(503, "backendError", "Another chunk is on its way.");
  const extended = await findSession(deps.db, id);
  if (!extended) return new Response("Not Found", { status: 404 });
  return extended.kept === extended.size
    ? complete(deps, extended, fields, options)
    : incomplete(extended);
}
