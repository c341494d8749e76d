import { type SQL, sql } from "drizzle-orm";

/** A count of something, in a form that one statement can collect from several rooms. */
export interface CountRow {
  part: string;
  name: string;
  detail: string;
  count: number;
  /** When it began or since when it waits, if that means anything. */
  at: string | null;
}

export function countColumns(row: Record<keyof CountRow, SQL>) {
  return {
    part: sql<string>`${row.part}`.as("part"),
    name: sql<string>`${row.name}`.as("name"),
    detail: sql<string>`${row.detail}`.as("detail"),
    count: sql<number>`${row.count}`.as("count"),
    at: sql<string | null>`${row.at}`.as("at"),
  };
}
