import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { loadEnvFile } from "node:process";
import { parseSettings, type Settings, settingNames } from "../../app/platform/settings";

/** What a local run needs to know. */
export interface LocalRun {
  /** TCP port, 1 to 65535. */
  port: number;
  /** Absolute folder where local D1, KV, R2 and queue state live. */
  stateDir: string;
  settings: Settings;
}

/** Ends the command with one sentence instead of a stack trace. */
export function stopWith(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

function readPort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    stopWith(`PORT must be a whole number from 1 to 65535, not "${text}".`);
  return port;
}

/** The signing secret of a local run: made once, kept beside the state it signs for. */
function localSecret(stateDir: string): string {
  const file = join(stateDir, "signing-secret");
  mkdirSync(stateDir, { recursive: true });
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString("hex"), { mode: 0o600 });
  return readFileSync(file, "utf8").trim();
}

/**
 * Reads PORT, STATE_DIR and every setting from the environment, and from `.env` where there is one.
 * Stops the command with a sentence that names the first missing or malformed setting.
 * @param unlessSet what this command takes for settings that are not given.
 */
export function readLocalRun(
  env: NodeJS.ProcessEnv = process.env,
  unlessSet: Partial<Settings> = {},
): LocalRun {
  if (env === process.env && existsSync(".env")) loadEnvFile(".env");
  const port = readPort(env.PORT || "8788");
  const stateDir = resolve(env.STATE_DIR || ".wrangler/state");
  try {
    const settings = parseSettings({
      ...unlessSet,
      ...env,
      SIGNING_SECRET: env.SIGNING_SECRET || localSecret(stateDir),
      PUBLIC_URL: env.PUBLIC_URL || `http://localhost:${port}`,
    });
    return { port, stateDir, settings };
  } catch (error) {
    stopWith(error instanceof Error ? error.message : String(error));
  }
}

/** The settings as the environment of a child process, which hands them to every worker. */
export function settingsAsEnv(settings: Settings): Record<string, string> {
  return Object.fromEntries(
    settingNames.flatMap((name) => {
      const value = settings[name];
      return value === undefined ? [] : [[name, String(value)]];
    }),
  );
}
