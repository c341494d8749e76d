import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

/** The handle every store takes as its first argument. */
export type Database = DrizzleD1Database;

const databases = new WeakMap<D1Database, Database>();

/** Opens the system of record over the D1 binding: once for each, so that what is kept by it lasts. */
export function openDatabase(binding: D1Database): Database {
  const db = databases.get(binding) ?? drizzle(binding);
  databases.set(binding, db);
  return db;
}

/**
 * A question that is put in words once for each database, and asked with its values from then on: for
 * what nearly every page asks, since making the words costs several times what asking does.
 * @param prepare makes it, with a placeholder for each value.
 */
export function preparedOnce<T>(prepare: (db: Database) => T): (db: Database) => T {
  const statements = new WeakMap<Database, { statement: T }>();
  return (db) => {
    const entry = statements.get(db) ?? { statement: prepare(db) };
    statements.set(db, entry);
    return entry.statement;
  };
}

/** How large the database is now, in millions of bytes: D1 says so with every answer. */
export async function databaseMegabytes(db: Database): Promise<number> {
  const { meta } = await db.run(sql`SELECT 1`);
  return (meta.size_after ?? 0) / 1_000_000;
}

/** Texts as one value of a statement, however many they are: a subquery to look in. */
export function textListSql(texts: readonly string[]): SQL {
  return sql`(SELECT value FROM json_each(${JSON.stringify(texts)}))`;
}

/** A statement for a batch. */
export type Statement = Parameters<Database["batch"]>[0][number];

/**
 * What is written down in the batch of a change, by whom the caller knows.
 * @param when the condition under which the change is made; it is asked before that.
 */
export type ExtraStatement = (condition: SQL) => Statement;

/** In place of that, where nothing is to be written down. */
export const noExtraStatement =
  (db: Database): ExtraStatement =>
  () =>
    db.run(sql`SELECT 1`);

/** A whole row of a table, some of it perhaps found by the statement that writes it. */
export type NewRow<T extends SQLiteTable> = {
  [Column in keyof T["$inferSelect"]]: T["$inferSelect"][Column] | SQL;
};

/**
 * A whole row as the values of an `INSERT … SELECT` with a condition, in the order of the table's columns.
 * Such a statement can stand in a batch, where raw SQL with parameters cannot.
 */
export function rowValues<T extends SQLiteTable>(table: T, row: NewRow<T>): SQL {
  const values = new Map<string, unknown>(Object.entries(row));
  return sql.join(
    Object.keys(getTableColumns(table)).map((name) => sql`${values.get(name) ?? null}`),
    sql`, `,
  );
}
