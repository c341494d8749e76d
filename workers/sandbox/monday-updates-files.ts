import * as v from "valibot";

const id = v.pipe(v.number(), v.transform(String));
const updateSchema = v.object({ id, item_id: id, body: v.string() });
const fileSchema = v.object({
  id,
  item_id: id,
  column_id: v.string(),
  name: v.string(),
  file_size: v.number(),
  sha256: v.string(),
});
/** A file that was put into a column; its size in bytes. */
export type StoredFile = v.InferOutput<typeof fileSchema>;

/** An update as the board returns it: `text_body` is its HTML without tags. */
function updateView({ id, body }: v.InferOutput<typeof updateSchema>) {
  return { id, body, text_body: body.replace(/<[^<>]*>/g, " ") };
}

export async function insertUpdate(db: D1Database, itemId: string, body: string) {
  const row = await db
    .prepare("INSERT INTO monday_updates (item_id, body) VALUES (?, ?) RETURNING *")
    .bind(itemId, body)
    .first();
  return updateView(v.parse(updateSchema, row));
}

/** Replaces the body of an update; undefined when there is none with that id. */
export async function changeUpdate(db: D1Database, updateId: string, body: string) {
  const row = await db
    .prepare("UPDATE monday_updates SET body = ? WHERE id = ? RETURNING *")
    .bind(body, updateId)
    .first();
  return row ? updateView(v.parse(updateSchema, row)) : undefined;
}

/** The updates of an item, newest first; of all items when none is named. */
export async function updatesOf(db: D1Database, itemId?: string, limit = 1_000) {
  const { results } = await db
    .prepare(
      "SELECT * FROM monday_updates WHERE ?1 IS NULL OR item_id = ?1 ORDER BY id DESC LIMIT ?2",
    )
    .bind(itemId ?? null, limit)
    .all();
  return v
    .parse(v.array(updateSchema), results)
    .map((row) => ({ ...updateView(row), item_id: row.item_id }));
}

/** Adds a file to a column of an item, beside those already there. */
export async function insertFile(
  db: D1Database,
  file: Omit<StoredFile, "id">,
): Promise<StoredFile> {
  const row = await db
    .prepare(
      `INSERT INTO monday_files (item_id, column_id, name, file_size, sha256)
       VALUES (?, ?, ?, ?, ?) RETURNING *`,
    )
    .bind(file.item_id, file.column_id, file.name, file.file_size, file.sha256)
    .first();
  return v.parse(fileSchema, row);
}

/** Every file of an item, or of all of them. */
export async function filesOf(db: D1Database, itemId?: string): Promise<StoredFile[]> {
  const { results } = await db
    .prepare("SELECT * FROM monday_files WHERE ?1 IS NULL OR item_id = ?1 ORDER BY id")
    .bind(itemId ?? null)
    .all();
  return v.parse(v.array(fileSchema), results);
}
