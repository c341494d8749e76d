import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = "migrations";

/** Lists the applied migrations; beside the local database, so that both are deleted together. */
const STAMP = "v3/d1/migrated.txt";

/** As wrangler makes it, which goes on from here. */
const TABLE =
  "CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)";

const statementsOf = (name: string) =>
  readFileSync(join(FOLDER, name), "utf8")
    .split("--> statement-breakpoint")
    .filter((sql) => sql.trim() !== "");

/**
 * Brings the local database up to date. `wrangler d1 migrations apply` does the same, and starts a runtime for
 * each of the migrations: most of a minute for an empty database.
 */
export async function migrate({ stateDir }: { stateDir: string }): Promise<void> {
  const names = readdirSync(FOLDER)
    .filter((name) => name.endsWith(".sql"))
    .sort();
  const stamp = join(stateDir, STAMP);
  const all = names.join("\n");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === all) return;
  // Loaded only now, as it takes seconds, and most starts need neither.
  const [{ Miniflare }, { unstable_readConfig }] = await Promise.all([
    import("miniflare"),
    import("wrangler"),
  ]);
  const [database] = unstable_readConfig({ config: "wrangler.toml" }).d1_databases;
  const miniflare = new Miniflare({
    modules: true,
    script: "export default {};",
    d1Databases: { DB: database?.database_id ?? "" },
    defaultPersistRoot: join(stateDir, "v3"),
  });
  try {
    const db = await miniflare.getD1Database("DB");
    await db.prepare(TABLE).run();
    const { results } = await db.prepare("SELECT name FROM d1_migrations").all();
    const applied = new Set(results.map(({ name }) => name));
    // A batch is one transaction.
    for (const name of names.filter((each) => !applied.has(each)))
      await db.batch([
        ...statementsOf(name).map((sql) => db.prepare(sql)),
        db.prepare("INSERT INTO d1_migrations (name) VALUES (?1)").bind(name),
      ]);
  } finally {
    await miniflare.dispose();
  }
  writeFileSync(stamp, all);
}
