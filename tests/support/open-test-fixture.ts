import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { afterAll, beforeEach } from "vitest";
import {
  errorCounts,
  errorGroups,
  errorReports,
  funnelCounts,
  measureBatches,
  measures,
} from "~/observability/monitoring-tables.server";
import { openDatabase } from "~/platform/database.server";
import { rateWindows } from "~/platform/rate/rate-tables.server";
import { createJobsFixture, type JobsFixture } from "./jobs-fixture";

/** The tables of measures, errors and rate limits. */
export const COUNTER_TABLES: readonly SQLiteTable[] = [
  ...[errorReports, errorGroups, errorCounts, measureBatches, measures, funnelCounts, rateWindows],
];

/** A database whose every query fails. */
export const unavailableDatabase = openDatabase({
  prepare: () => {
    throw new Error("D1 is away");
  },
} as unknown as D1Database);

/**
 * Opens the fixture of a test file, and resets it before each test.
 * @param tables additional tables to empty.
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
