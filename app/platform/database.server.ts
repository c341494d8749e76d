import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";

/** The handle every store takes as its first argument. */
export type Database = DrizzleD1Database;

/** Opens the system of record over the D1 binding. */
export function openDatabase(binding: D1Database): Database {
  return drizzle(binding);
}
