import * as v from "valibot";
import { type Metadata, metadataSchema } from "./drive-store";

const chunkSchema = v.object({ key: v.string(), length: v.number() });

const sessionSchema = v.object({
  id: v.string(),
  metadata: v.pipe(v.string(), v.parseJson(), metadataSchema),
  size: v.number(),
  kept: v.number(),
  chunks: v.pipe(v.string(), v.parseJson(), v.array(chunkSchema)),
  file_id: v.nullable(v.string()),
});
/** An upload on its way. Its chunks lie in the sandbox's bucket until it ends. */
export type UploadSession = v.InferOutput<typeof sessionSchema>;

/** Opens an upload; answers its id. */
export async function insertSession(
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

export async function findSession(db: D1Database, id: string): Promise<UploadSession | undefined> {
  const row = await db
    .prepare("SELECT * FROM drive_sandbox_sessions WHERE id = ?")
    .bind(id)
    .first();
  return row ? v.parse(sessionSchema, row) : undefined;
}

/** Adds a stored chunk where `session` ends. @returns false when another call was quicker. */
export async function keepChunk(
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

/** Writes down which file an upload has become. @returns false when another call was quicker. */
export async function endSession(db: D1Database, id: string, fileId: string): Promise<boolean> {
  const row = await db
    .prepare(
      `UPDATE drive_sandbox_sessions SET file_id = ?
       WHERE id = ? AND file_id IS NULL RETURNING id`,
    )
    .bind(fileId, id)
    .first();
  return row !== null;
}

/** Forgets an upload, as the drive does with those that are a week old. */
export async function forgetSession(db: D1Database, id: string): Promise<void> {
  await db.prepare("DELETE FROM drive_sandbox_sessions WHERE id = ?").bind(id).run();
}
