import * as v from "valibot";

const texts = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()));
const flag = v.pipe(
  v.number(),
  v.transform((value) => value === 1),
);

const fileSchema = v.object({
  id: v.string(),
  name: v.string(),
  mime_type: v.string(),
  description: v.string(),
  parent: v.string(),
  app_properties: texts,
  /** Null for folders. */
  size: v.nullable(v.number()),
  md5: v.nullable(v.string()),
  trashed: flag,
  created_at: v.string(),
});
export type StoredDriveFile = v.InferOutput<typeof fileSchema>;

const databases = new WeakSet<D1Database>();

/** Makes the drive's tables where they are missing, once per worker. */
export async function createDriveTables(db: D1Database): Promise<void> {
  if (databases.has(db)) return;
  await db.batch([
    db.prepare(`CREATE TABLE IF NOT EXISTS drive_sandbox_files (
      id TEXT PRIMARY KEY, name TEXT NOT NULL, mime_type TEXT NOT NULL,
      description TEXT NOT NULL, parent TEXT NOT NULL, app_properties TEXT NOT NULL,
      size INTEGER, md5 TEXT, trashed INTEGER NOT NULL DEFAULT 0, created_at TEXT NOT NULL)`),
    db.prepare(`CREATE TABLE IF NOT EXISTS drive_sandbox_sessions (
      id TEXT PRIMARY KEY, metadata TEXT NOT NULL, size INTEGER NOT NULL,
      kept INTEGER NOT NULL DEFAULT 0, chunks TEXT NOT NULL DEFAULT '[]', file_id TEXT,
      created_at TEXT NOT NULL)`),
  ]);
  databases.add(db);
}

export const metadataSchema = v.object({
  name: v.optional(v.string(), "Untitled"),
  mimeType: v.optional(v.string(), "application/octet-stream"),
  description: v.optional(v.string(), ""),
  parents: v.optional(v.pipe(v.array(v.string()), v.length(1))),
  appProperties: v.optional(v.record(v.string(), v.string()), {}),
});
export type Metadata = v.InferOutput<typeof metadataSchema>;

export const FOLDER = "application/vnd.google-apps.folder";
/** The one shared drive; its id is also that of its root folder. */
export const DRIVE_ID = "sandbox-drive";

export const newFileId = () => crypto.randomUUID().replaceAll("-", "");

/** Stores a new file or folder. @param content of files only. */
export async function insertFile(
  db: D1Database,
  id: string,
  { name, mimeType, description, parents, appProperties }: Metadata,
  content: { size: number; md5: string } | undefined,
  now: Date,
): Promise<StoredDriveFile> {
  const row = await db
    .prepare(
      `INSERT INTO drive_sandbox_files
       (id, name, mime_type, description, parent, app_properties, size, md5, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING *`,
    )
    .bind(
      id,
      name,
      mimeType,
      description,
      parents?.[0] ?? DRIVE_ID,
      JSON.stringify(appProperties),
      content?.size ?? null,
      content?.md5 ?? null,
      now.toISOString(),
    )
    .first();
  return v.parse(fileSchema, row);
}

export async function findFile(db: D1Database, id: string): Promise<StoredDriveFile | undefined> {
  const row = await db.prepare("SELECT * FROM drive_sandbox_files WHERE id = ?").bind(id).first();
  return row ? v.parse(fileSchema, row) : undefined;
}

/** Whether there is such a folder; the drive's root is one. */
export async function isFolder(db: D1Database, id: string): Promise<boolean> {
  return id === DRIVE_ID || (await findFile(db, id))?.mime_type === FOLDER;
}

/** Every file and folder, oldest first. */
export async function allFiles(db: D1Database): Promise<StoredDriveFile[]> {
  const { results } = await db
    .prepare("SELECT * FROM drive_sandbox_files ORDER BY created_at, rowid")
    .all();
  return v.parse(v.array(fileSchema), results);
}

/** Puts a file into the bin or takes it out; undefined when there is no such file. */
export async function trashFile(
  db: D1Database,
  id: string,
  trashed: boolean,
): Promise<StoredDriveFile | undefined> {
  const row = await db
    .prepare("UPDATE drive_sandbox_files SET trashed = ? WHERE id = ? RETURNING *")
    .bind(trashed ? 1 : 0, id)
    .first();
  return row ? v.parse(fileSchema, row) : undefined;
}

/** Deletes a file, or a folder with everything in it, for good. @returns whether there was one. */
export async function deleteFile(db: D1Database, id: string): Promise<boolean> {
  const { meta } = await db
    .prepare(
      `WITH RECURSIVE going(id) AS (SELECT ?1 UNION
         SELECT file.id FROM drive_sandbox_files AS file JOIN going ON file.parent = going.id)
       DELETE FROM drive_sandbox_files WHERE id IN (SELECT id FROM going)`,
    )
    .bind(id)
    .run();
  return meta.changes > 0;
}
