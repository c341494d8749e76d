import { randomBytes, randomInt } from "node:crypto";
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { loadEnvFile } from "node:process";
import { type Settings, settingNames } from "../../app/platform/settings";
import { errorMessage } from "./explain-failure";
import { parseGivenSettings } from "./given-settings";
import { unknownSettings } from "./unknown-settings";

export interface LocalRun {
  /** TCP port, 1 to 65535. */
  port: number;
  /** Absolute folder where local D1, KV, R2 and queue state live. */
  stateDir: string;
  settings: Settings;
  /** Whether the workers' log lines go to the terminal, too. */
  logsToTerminal: boolean;
  /** The passcode that was created for this state, to be printed; undefined where one is set. */
  createdPasscode?: string;
}

/** Ends the command with one sentence instead of a stack trace. */
export function exitWithMessage(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

/** Ends the command with what went wrong. */
export const exitForError = (error: unknown): never => exitWithMessage(errorMessage(error));

const DEFAULT_PORT = "8788";
const DEFAULT_STATE_DIR = ".wrangler/state";

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65_535)
    throw new Error(`PORT must be a whole number from 1 to 65535, not "${text}".`);
  return port;
}

function readLog(text: string | undefined): boolean {
  if (text && text !== "0" && text !== "1")
    throw new Error(`LOG must be 1 (log lines in the terminal, too) or 0, not "${text}".`);
  return text === "1";
}

/** The path of a folder that exists and is writable, or can be created. */
function readStateDir(text: string): string {
  const stateDir = resolve(text);
  let nearest = stateDir;
  while (!existsSync(nearest)) nearest = dirname(nearest);
  if (!statSync(nearest).isDirectory())
    throw new Error(`STATE_DIR must be a folder, but ${nearest} is a file.`);
  try {
    accessSync(nearest, constants.W_OK);
  } catch {
    throw new Error(`STATE_DIR must be a folder that can be written to: ${nearest} cannot.`);
  }
  return stateDir;
}

/** The errors of settings that only local commands read: a sentence each. */
export function localSettingErrors(env: Record<string, string | undefined>): string[] {
  const checks = [
    () => readPort(env.PORT || DEFAULT_PORT),
    () => readStateDir(env.STATE_DIR || DEFAULT_STATE_DIR),
    () => readLog(env.LOG),
  ];
  return checks.flatMap((check) => {
    try {
      check();
      return [];
    } catch (error) {
      return [errorMessage(error)];
    }
  });
}

/** Ends the command with the errors of its settings, and unknown names, as a misspelt one may be the cause. */
export function exitForSettings(error: unknown, env: Record<string, string | undefined>): never {
  return exitWithMessage([errorMessage(error), ...unknownSettings(env)].join("\n"));
}

/** Warns of names in the environment that look like settings but are none. */
export function warnOfUnknownSettings(env: Record<string, string | undefined>): void {
  for (const sentence of unknownSettings(env)) console.warn(sentence);
}

/** Creates one folder after the other, as Node's recursive option never returns where it may not write. */
function createFolder(path: string): void {
  if (existsSync(path)) return;
  createFolder(dirname(path));
  mkdirSync(path);
}

/** A secret of a local run: created once and stored beside its state. */
function localSecret(stateDir: string, name: string, make: () => string): string {
  const file = join(stateDir, name);
  try {
    createFolder(stateDir);
    if (!existsSync(file)) writeFileSync(file, make(), { mode: 0o600 });
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    throw new Error(
      `STATE_DIR must be a folder that can be written to: ${file} cannot be. (${errorMessage(error)})`,
    );
  }
}

/** Letters and digits that cannot be confused. */
const PASSCODE_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";

/** A passcode that can be typed from a screen: four times four characters, 79 random bits. */
function createPasscode(): string {
  const createGroup = () =>
    Array.from({ length: 4 }, () => PASSCODE_ALPHABET[randomInt(PASSCODE_ALPHABET.length)]).join(
      "",
    );
  return [createGroup(), createGroup(), createGroup(), createGroup()].join("-");
}

export function passcodeLine({ createdPasscode, settings }: LocalRun): string {
  if (settings.ACCESS_TEAM_DOMAIN) return "Staff sign in through Cloudflare Access.";
  return `Staff passcode   ${createdPasscode ?? "as STAFF_PASSCODE has it"}`;
}

/**
 * Reads PORT, STATE_DIR, LOG and all settings from the environment, and from `.env` if it exists.
 * Stops the command with a sentence that names the first missing or malformed setting.
 * @param defaults the values of settings that are not set.
 */
export function readLocalRun(
  env: NodeJS.ProcessEnv = process.env,
  defaults: Partial<Settings> = {},
): LocalRun {
  if (env === process.env && existsSync(".env")) loadEnvFile(".env");
  try {
    const port = readPort(env.PORT || DEFAULT_PORT);
    const stateDir = readStateDir(env.STATE_DIR || DEFAULT_STATE_DIR);
    const createdPasscode = env.STAFF_PASSCODE
      ? undefined
      : localSecret(stateDir, "staff-passcode", createPasscode);
    const secret = () => randomBytes(32).toString("hex");
    const settings = parseGivenSettings({
      ...defaults,
      ...env,
      STAFF_PASSCODE: env.STAFF_PASSCODE || createdPasscode,
      SIGNING_SECRET: env.SIGNING_SECRET || localSecret(stateDir, "signing-secret", secret),
      // The sandbox's board signs its events with it.
      MONDAY_SIGNING_SECRET:
        env.MONDAY_SIGNING_SECRET || localSecret(stateDir, "board-signing-secret", secret),
      PUBLIC_URL: env.PUBLIC_URL || `http://localhost:${port}`,
    });
    const logsToTerminal = readLog(env.LOG);
    return { port, stateDir, settings, logsToTerminal, createdPasscode: createdPasscode };
  } catch (error) {
    exitForSettings(error, env);
  }
}

/** The settings as the environment of a child process, which passes them to every worker. */
export function settingsAsEnv(settings: Settings): Record<string, string> {
  return Object.fromEntries(
    settingNames.flatMap((name) => {
      const value = settings[name];
      return value === undefined ? [] : [[name, String(value)]];
    }),
  );
}
