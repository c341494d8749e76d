import { boardConnection } from "~/board/connection.server";
import { signedFileLink } from "~/board/file-links.server";
import { consoleLog, reasonOf } from "~/monitoring/log";
import { systemClock } from "~/platform/clock";
import { type Database, openDatabase } from "~/platform/database.server";
import type { JobMessage } from "~/platform/jobs/message";
import { parseSettings, type Settings } from "~/platform/settings";
import { carriersFor } from "~/uploads/receiving/carriers.server";
import type { UploadRooms } from "~/uploads/receiving/upload-rooms.server";
import compiledConverter from "../../app/media/clips/build/converter.wasm";
import { confirmByMail } from "./confirm-by-mail";
import { jobRows } from "./job-rows";
import { processClips } from "./process-clips";
import type { RunContext } from "./run-job";
import { submissionStore } from "./submission-store";
import { syncBoard } from "./sync-board";

/** The bindings of wrangler.toml; the settings come beside them as texts. */
export interface Bindings {
  DB: D1Database;
  CONFIG: KVNamespace;
  FILES: R2Bucket;
  JOBS: Queue<JobMessage>;
  /** Bound in local runs only. */
  SANDBOX?: { fetch(request: Request): Promise<Response> };
}

const LOCAL_ADDRESS = "http://localhost:8788";

export const log = consoleLog();

let parsed: Settings | undefined;

/**
 * The settings, parsed once per isolate.
 * @throws Error naming each missing or malformed setting, after logging it: nothing is acknowledged,
 * so that the work is still there when the setting is right.
 */
function settingsOf(env: Bindings): Settings {
  if (parsed) return parsed;
  try {
    parsed = parseSettings({ ...env });
    return parsed;
  } catch (error) {
    log("error", "config.unreadable", { reason: reasonOf(error) });
    throw error;
  }
}

/** Where the uploads are that the sweep looks after. */
export function uploadRooms(env: Bindings, db: Database): UploadRooms {
  return { db, ...carriersFor(settingsOf(env), env.FILES, systemClock) };
}

/** Everything a job needs, made from the bindings. */
export function runContext(env: Bindings): RunContext {
  const settings = settingsOf(env);
  const { SANDBOX: sandbox, CONFIG: config } = env;
  const db = openDatabase(env.DB);
  const now = systemClock;
  const uploads = uploadRooms(env, db);
  const board = boardConnection(settings, sandbox && ((request) => sandbox.fetch(request)));
  const submissions = submissionStore(db);
  const links = signedFileLink(settings.PUBLIC_URL ?? LOCAL_ADDRESS, settings.SIGNING_SECRET);
  const brand = { name: settings.BRAND_NAME, supportEmail: settings.SUPPORT_EMAIL };
  return {
    rows: jobRows(db, now),
    handlers: {
      "sync-board": syncBoard({ submissions, config, board, links, log, now }),
      "confirm-by-mail": confirmByMail({ db, brand, log, now }),
      "process-clip": processClips({ uploads, compiled: compiledConverter, now }),
    },
    log,
    now,
    random: Math.random,
  };
}
