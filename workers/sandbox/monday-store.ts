import * as v from "valibot";
import { columnTypes } from "~/integrations/board/column-map";
import { type Column, type Columns, type ColumnValues, columnsOf } from "./monday-columns";

const jsonObject = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()));

const itemSchema = v.object({
  id: v.pipe(v.number(), v.transform(String)),
  board_id: v.string(),
  name: v.string(),
  column_values: jsonObject,
  created_at: v.string(),
  updated_at: v.string(),
});
/** An item as stored. Times are ISO strings in UTC. */
export type StoredItem = v.InferOutput<typeof itemSchema>;

export async function createMondayTables(db: D1Database): Promise<void> {
  await db.batch([
    db.prepare(`CREATE TABLE IF NOT EXISTS monday_items (
      id INTEGER PRIMARY KEY AUTOINCREMENT, board_id TEXT NOT NULL, name TEXT NOT NULL,
      column_values TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL)`),
    db.prepare(`CREATE TABLE IF NOT EXISTS monday_replies (
      key TEXT PRIMARY KEY, reply TEXT, created_at TEXT NOT NULL)`),
    db.prepare(`CREATE TABLE IF NOT EXISTS monday_updates (
      id INTEGER PRIMARY KEY AUTOINCREMENT, item_id INTEGER NOT NULL, body TEXT NOT NULL)`),
    db.prepare(`CREATE TABLE IF NOT EXISTS monday_files (
      id INTEGER PRIMARY KEY AUTOINCREMENT, item_id INTEGER NOT NULL, column_id TEXT NOT NULL,
      name TEXT NOT NULL, file_size INTEGER NOT NULL, sha256 TEXT NOT NULL)`),
    db.prepare("CREATE TABLE IF NOT EXISTS monday_removed_columns (id TEXT PRIMARY KEY)"),
    db.prepare(`CREATE TABLE IF NOT EXISTS monday_added_columns (
      id TEXT PRIMARY KEY, title TEXT NOT NULL, type TEXT NOT NULL, labels TEXT NOT NULL)`),
  ]);
}

function withoutNulls(values: ColumnValues): ColumnValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

export async function insertItem(
  db: D1Database,
  item: { boardId: string; name: string; values: ColumnValues },
  now: Date,
): Promise<StoredItem> {
  const timestamp = now.toISOString();
  const row = await db
    .prepare(
      `INSERT INTO monday_items (board_id, name, column_values, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?) RETURNING *`,
    )
    .bind(item.boardId, item.name, JSON.stringify(withoutNulls(item.values)), timestamp, timestamp)
    .first();
  return v.parse(itemSchema, row);
}

/** Writes values over an item's; null clears a column. Undefined when there is no such item. */
export async function changeItem(
  db: D1Database,
  id: string,
  values: ColumnValues,
  now: Date,
): Promise<StoredItem | undefined> {
  const row = await db.prepare("SELECT * FROM monday_items WHERE id = ?").bind(id).first();
  if (!row) return undefined;
  const item = v.parse(itemSchema, row);
  const newValues = withoutNulls({ ...item.column_values, ...values });
  const timestamp = now.toISOString();
  await db
    .prepare("UPDATE monday_items SET column_values = ?, updated_at = ? WHERE id = ?")
    .bind(JSON.stringify(newValues), timestamp, id)
    .run();
  return { ...item, column_values: newValues, updated_at: timestamp };
}

/** Removes an item for good, with its updates and files. */
export async function deleteItem(db: D1Database, id: string): Promise<void> {
  await db.batch([
    db.prepare("DELETE FROM monday_updates WHERE item_id = ?").bind(id),
    db.prepare("DELETE FROM monday_files WHERE item_id = ?").bind(id),
    db.prepare("DELETE FROM monday_items WHERE id = ?").bind(id),
  ]);
}

export async function itemsById(db: D1Database, ids: readonly string[]): Promise<StoredItem[]> {
  const { results } = await db
    .prepare("SELECT * FROM monday_items WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id")
    .bind(JSON.stringify(ids.map(Number)))
    .all();
  return v.parse(v.array(itemSchema), results);
}

/** Every item, oldest first. */
export async function allItems(db: D1Database): Promise<StoredItem[]> {
  const { results } = await db.prepare("SELECT * FROM monday_items ORDER BY id").all();
  return v.parse(v.array(itemSchema), results);
}

/**
 * Items whose column has one of `texts`, oldest first.
 * @param textKey the part of the stored value that is its text; none for plain texts.
 * @param until what was created later is not found yet.
 */
export async function itemsByText(
  db: D1Database,
  columnId: string,
  textKey: string | undefined,
  texts: readonly string[],
  { limit, until }: { limit: number; until: Date },
): Promise<StoredItem[]> {
  const path = `$.${columnId}${textKey ? `.${textKey}` : ""}`;
  const { results } = await db
    .prepare(
      `SELECT * FROM monday_items WHERE json_extract(column_values, ?) IN
       (SELECT value FROM json_each(?)) AND created_at <= ? ORDER BY id LIMIT ?`,
    )
    .bind(path, JSON.stringify(texts), until.toISOString(), limit)
    .all();
  return v.parse(v.array(itemSchema), results);
}

const removedSchema = v.array(v.object({ id: v.string() }));
const addedSchema = v.array(
  v.object({
    id: v.string(),
    title: v.string(),
    type: v.picklist(columnTypes),
    labels: v.pipe(v.string(), v.parseJson(), v.array(v.string())),
  }),
);

export async function boardColumns(db: D1Database): Promise<Columns> {
  const [removedResult, addedResult] = await db.batch([
    db.prepare("SELECT id FROM monday_removed_columns"),
    db.prepare("SELECT * FROM monday_added_columns ORDER BY rowid"),
  ]);
  const ids = v.parse(removedSchema, removedResult?.results).map(({ id }) => id);
  const addedRows = v.parse(addedSchema, addedResult?.results);
  return columnsOf(
    ids,
    addedRows.map(({ id, ...column }) => [id, column]),
  );
}

export async function addColumn(db: D1Database, id: string, column: Column): Promise<void> {
  const { title, type, labels } = column;
  await db
    .prepare("INSERT INTO monday_added_columns (id, title, type, labels) VALUES (?, ?, ?, ?)")
    .bind(id, title, type, JSON.stringify(labels))
    .run();
}

/** Removes these columns from the board and restores all other default columns. */
export async function removeColumns(db: D1Database, ids: readonly string[]): Promise<void> {
  const insert = db.prepare("INSERT OR IGNORE INTO monday_removed_columns (id) VALUES (?)");
  await db.batch([
    db.prepare("DELETE FROM monday_removed_columns"),
    db.prepare("DELETE FROM monday_added_columns"),
    ...ids.map((id) => insert.bind(id)),
  ]);
}
