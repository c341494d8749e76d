import { getTableColumns, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

export type Database = DrizzleD1Database;

const databases = new WeakMap<D1Database, Database>();

/** The database of a binding; one object each, as prepared statements are cached by it. */
export function openDatabase(binding: D1Database): Database {
  const db = databases.get(binding) ?? drizzle(binding);
  databases.set(binding, db);
  return db;
}

/**
 * Prepares a statement once per database: for queries of nearly every page, where building the SQL
 * costs more than running it.
 * @param prepare with a placeholder for each value.
 */
export function memoizeByDatabase<T>(prepare: (db: Database) => T): (db: Database) => T {
  const statements = new WeakMap<Database, { statement: T }>();
  return (db) => {
    const entry = statements.get(db) ?? { statement: prepare(db) };
    statements.set(db, entry);
    return entry.statement;
  };
}

/** The size of the database in megabytes, which D1 reports with every result. */
export async function databaseMegabytes(db: Database): Promise<number> {
  const { meta } = await db.run(sql`SELECT 1`);
  return (meta.size_after ?? 0) / 1_000_000;
}

/** Any number of texts as a subquery with one parameter. */
export function textListSql(texts: readonly string[]): SQL {
  return sql`(SELECT value FROM json_each(${JSON.stringify(texts)}))`;
}

/**
 * The condition that a column has one of some constant texts. They are written out: SQLite takes a
 * partial index only for a condition that is written as its own.
 */
export function isOneOfSql(column: SQLWrapper, texts: readonly string[]): SQL {
  const literals = sql.raw(texts.map((text) => `'${text.replaceAll("'", "''")}'`).join(", "));
  return texts.length === 1 ? sql`${column} = ${literals}` : sql`${column} IN (${literals})`;
}

export type Statement = Parameters<Database["batch"]>[0][number];

/** Runs statements as one batch; without any there is none. */
export const runBatch = async <T extends Statement>(
  db: Database,
  [first, ...others]: readonly T[],
) => (first ? db.batch([first, ...others]) : []);

/**
 * A statement added to the batch of a change, such as an audit entry.
 * @param condition under which the change is made; evaluated before it.
 */
export type ExtraStatement = (condition: SQL) => Statement;

/** For changes without one. */
export const noExtraStatement =
  (db: Database): ExtraStatement =>
  () =>
    db.run(sql`SELECT 1`);

/** A row of a table; values may be SQL. What is left out is the column's default, or null. */
export type NewRow<T extends SQLiteTable> = {
  [Column in keyof T["$inferInsert"]]: T["$inferInsert"][Column] | SQL;
};

/**
 * A row as the values of an `INSERT … SELECT` with a condition, in column order. Unlike raw SQL
 * with parameters, it can be part of a batch.
 */
export function rowValues<T extends SQLiteTable>(table: T, row: NewRow<T>): SQL {
  const values = new Map<string, unknown>(Object.entries(row));
  return sql.join(
    Object.entries(getTableColumns(table)).map(([name, column]) => {
      const value = values.get(name);
      return sql`${value === undefined ? (column.default ?? null) : value}`;
    }),
    sql`, `,
  );
}
