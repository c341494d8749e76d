import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { migrate } from "../../workers/commands/serve";

const path = (from: string) => fileURLToPath(new URL(from, import.meta.url));
const MIGRATIONS = path("../../migrations");
const CACHE = path("../../node_modules/.cache/migrated");
/** What decides how an empty database looks, besides the migrations. */
const DECIDING = [path("../../wrangler.toml"), path("../../node_modules/wrangler/package.json")];

function fingerprint(): string {
  const hash = createHash("sha256");
  const sql = readdirSync(MIGRATIONS).filter((name) => name.endsWith(".sql"));
  for (const file of [...sql.sort().map((name) => join(MIGRATIONS, name)), ...DECIDING])
    hash.update(file).update(readFileSync(file));
  return hash.digest("hex").slice(0, 16);
}

/**
 * Puts an empty, migrated database into a state folder. The real command makes it once for each set of
 * migrations, at 9 s of a core; every other app of the tests gets a copy.
 */
export async function migratedState(stateDir: string): Promise<void> {
  const template = join(CACHE, fingerprint());
  if (!existsSync(template)) {
    mkdirSync(CACHE, { recursive: true });
    const temporaryDir = mkdtempSync(join(CACHE, "unfinished-"));
    await migrate({ stateDir: temporaryDir });
    try {
      renameSync(temporaryDir, template);
    } catch (error) {
      // Another process was first, which is as good.
      rmSync(temporaryDir, { recursive: true, force: true });
      if (!existsSync(template)) throw error;
    }
  }
  cpSync(template, stateDir, { recursive: true });
}
