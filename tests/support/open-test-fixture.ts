import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { afterAll, beforeEach } from "vitest";
import {
  errorCounts,
  errorGroups,
  errorReports,
  funnelCounts,
  measureBatches,
  measures,
} from "~/monitoring/monitoring-tables.server";
import { openDatabase } from "~/platform/database.server";
import { rateWindows } from "~/platform/rate/rate-tables.server";
import { createJobsFixture, type JobsFixture } from "./jobs-fixture";

/** What is counted, gathered and noted, and what limits it. */
export const COUNTER_TABLES: readonly SQLiteTable[] = [
  ...[errorReports, errorGroups, errorCounts, measureBatches, measures, funnelCounts, rateWindows],
];

/** A database that fails whoever asks it anything. */
export const unavailableDatabase = openDatabase({
  prepare: () => {
    throw new Error("D1 is away");
  },
} as unknown as D1Database);

/**
 * The one world of a file's tests, as at the beginning before each of them.
 * @param tables are emptied as well.
 */
export async function openTestFixture(tables: readonly SQLiteTable[] = []): Promise<JobsFixture> {
  const fixture = await createJobsFixture();
  afterAll(() => fixture.close());
  beforeEach(async () => {
    await fixture.reset();
    for (const table of tables) await fixture.db.delete(table);
  });
  return fixture;
}
