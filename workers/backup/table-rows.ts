import { createHash } from "node:crypto";
import * as v from "valibot";

const PAGE_ROWS = 500;
/** A worker has 128 MB of memory. */
const PAGE_CHARACTERS = 4_000_000;

const namesSchema = v.array(v.object({ name: v.string() }));
const columnsSchema = v.array(v.object({ name: v.string() }));
const rowSchema = v.object({ position: v.number(), line: v.string(), pageRows: v.number() });

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * The tables to copy: not those that SQLite, D1, a full-text index or the copy itself keeps for itself.
 * Full-text indexes are built again from their tables.
 */
export async function listTables(db: D1Database): Promise<string[]> {
  const { results } = await db
    .prepare(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
       AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' AND name NOT IN ('d1_migrations', 'restorations', 'backup_runs')
       AND sql NOT LIKE 'CREATE VIRTUAL%'
       AND NOT EXISTS (SELECT 1 FROM sqlite_master AS index_table
         WHERE index_table.sql LIKE 'CREATE VIRTUAL%' AND sqlite_master.name LIKE index_table.name || '\\_%' ESCAPE '\\')
       ORDER BY name`,
    )
    .all();
  return v.parse(namesSchema, results).map(({ name }) => name);
}

export async function listColumns(db: D1Database, table: string): Promise<string[]> {
  const { results } = await db.prepare("SELECT name FROM pragma_table_info(?)").bind(table).all();
  return v.parse(columnsSchema, results).map(({ name }) => name);
}

/**
 * The next rows of a table, each as a JSON array of its values in the order of its columns: at most
 * {@link PAGE_ROWS}, and few where they are long.
 * @param afterRow the last row that was read; null: none yet.
 */
export async function readPage(
  db: D1Database,
  table: string,
  columns: readonly string[],
  afterRow: number | null,
): Promise<{ lines: string[]; lastRow: number | null; isLast: boolean }> {
  const values = columns.map(quote).join(", ");
  const { results } = await db
    .prepare(
      `SELECT position, line, page_rows AS pageRows FROM (
         SELECT position, line, count(*) OVER () AS page_rows,
           sum(length(line)) OVER (ORDER BY position ROWS UNBOUNDED PRECEDING) - length(line) AS length_before
         FROM (SELECT rowid AS position, json_array(${values}) AS line FROM ${quote(table)}
           WHERE rowid > ? ORDER BY rowid LIMIT ${PAGE_ROWS}))
       WHERE length_before < ${PAGE_CHARACTERS} ORDER BY position`,
    )
    .bind(afterRow ?? -Number.MAX_SAFE_INTEGER)
    .all();
  const rows = v.parse(v.array(rowSchema), results);
  const pageRows = rows[0]?.pageRows ?? 0;
  return {
    lines: rows.map(({ line }) => line),
    lastRow: rows.at(-1)?.position ?? afterRow,
    isLast: pageRows < PAGE_ROWS && rows.length === pageRows,
  };
}

/** All rows of a table, as {@link readPage} gives them. */
export async function* readRows(db: D1Database, table: string): AsyncGenerator<string> {
  const columns = await listColumns(db, table);
  let page: Awaited<ReturnType<typeof readPage>> | undefined;
  do {
    page = await readPage(db, table, columns, page?.lastRow ?? null);
    yield* page.lines;
  } while (!page.isLast);
}

/** The number of lines, and a hash that is the same where all lines are, in any order. */
export class LinesDigest {
  rows: number;
  private sum: bigint;

  /** Goes on from an earlier number and hash, where there is one. */
  constructor({ rows, sha256 } = { rows: 0, sha256: "0" }) {
    this.rows = rows;
    this.sum = BigInt(`0x${sha256}`);
  }

  add(line: string): void {
    this.rows += 1;
    const hash = createHash("sha256").update(line).digest("hex");
    this.sum = (this.sum + BigInt(`0x${hash}`)) % 2n ** 256n;
  }

  get sha256(): string {
    return this.sum.toString(16).padStart(64, "0");
  }
}

/** In bytes of JSON: a statement of D1 takes values of up to 2 MB. */
const MAX_INSERT_BYTES = 500_000;

/** Inserts rows that {@link readRows} wrote; those that are there already stay. */
export async function insertRows(
  db: D1Database,
  table: string,
  columns: readonly string[],
  lines: AsyncIterable<string>,
): Promise<void> {
  const values = columns.map((_, index) => `value ->> '$[${index}]'`).join(", ");
  const statement = db.prepare(
    `INSERT OR IGNORE INTO ${quote(table)} (${columns.map(quote).join(", ")})
     SELECT ${values} FROM json_each(?)`,
  );
  let batch: string[] = [];
  let bytes = 0;
  const flush = async () => {
    if (batch.length > 0) await statement.bind(`[${batch.join(",")}]`).run();
    batch = [];
    bytes = 0;
  };
  for await (const line of lines) {
    if (bytes + line.length > MAX_INSERT_BYTES) await flush();
    batch.push(line);
    bytes += line.length;
  }
  await flush();
}
