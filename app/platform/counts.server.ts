import { type SQL, sql } from "drizzle-orm";

/** A count of something, in a form that one statement can collect from several rooms. */
export interface CountRow {
  /** What is counted, such as jobs. */
  part: string;
  /** Which of them. */
  name: string;
  /** A further distinction; else empty. */
  detail: string;
  count: number;
  /** When it began or since when it waits, if that means anything. */
  at: string | null;
}

/** The columns of such a row, in the order of a compound statement. */
export function countColumns(row: Record<keyof CountRow, SQL>) {
  return {
    part: sql<string>`${row.part}`.as("part"),
    name: sql<string>`${row.name}`.as("name"),
    detail: sql<string>`${row.detail}`.as("detail"),
    count: sql<number>`${row.count}`.as("count"),
    at: sql<string | null>`${row.at}`.as("at"),
  };
}
