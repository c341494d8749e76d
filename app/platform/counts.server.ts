import { type SQL, sql } from "drizzle-orm";

/** How many of something there are. Rooms that count give rows of this form, so that one statement can ask several. */
export interface CountRow {
  /** What is counted, such as jobs. */
  part: string;
  /** Which of them. */
  name: string;
  /** What else tells them apart; else empty. */
  detail: string;
  count: number;
  /** When it began, or since when it waits; null where that says nothing. */
  at: string | null;
}

/** The columns of such a row, in the order that a compound statement needs. */
export function countColumns(row: Record<keyof CountRow, SQL>) {
  return {
    part: sql<string>`${row.part}`.as("part"),
    name: sql<string>`${row.name}`.as("name"),
    detail: sql<string>`${row.detail}`.as("detail"),
    count: sql<number>`${row.count}`.as("count"),
    at: sql<string | null>`${row.at}`.as("at"),
  };
}
