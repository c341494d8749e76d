import { existsSync } from "node:fs";
import { migrationNames, toStatements } from "./board-fixture";

const MIGRATIONS = new URL("../../migrations/", import.meta.url);
/** As some migrations were when they landed: they filled whole tables themselves. */
const LANDED = new URL("../fixtures/landed-migrations/", import.meta.url);

function landedFile(name: string): URL {
  const landed = new URL(name.replace(/\.sql$/, ".landed.sql"), LANDED);
  return existsSync(landed) ? landed : new URL(name, MIGRATIONS);
}

/**
 * Applies migrations as they were when they landed.
 * @param after the last one that was applied, such as "0038"; if left out, from the first on.
 * @param until the last one to apply.
 */
export async function applyLanded(
  db: Pick<D1Database, "exec">,
  { after = "", until }: { after?: string; until: string },
): Promise<void> {
  const names = migrationNames.filter(
    (name) => name.slice(0, 4) > after && name.slice(0, 4) <= until,
  );
  await db.exec(toStatements(names.map(landedFile)));
}

type Cells = Record<string, string | number | null>;

/** Inserts a row, with the columns that a version has; a table that it has not stays out. */
export async function insertKnown(db: D1Database, table: string, cells: Cells): Promise<void> {
  const { results } = await db
    .prepare(`SELECT name FROM pragma_table_info('${table}')`)
    .all<{ name: string }>();
  const known = Object.entries(cells).filter(([name]) => results.some((row) => row.name === name));
  if (results.length === 0) return;
  const columns = known.map(([name]) => name).join(", ");
  const values = known.map((_, index) => `?${index + 1}`).join(", ");
  await db
    .prepare(`INSERT INTO ${table} (${columns}) VALUES (${values})`)
    .bind(...known.map(([, value]) => value))
    .run();
}
