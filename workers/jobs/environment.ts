import { boardConnection } from "~/board/connection.server";
import { signedFileLink } from "~/board/file-links.server";
import { testConnection } from "~/board/monday-client.server";
import { partStore } from "~/board/part-store.server";
import { brandOf, mailConnection, staffAddress } from "~/mail/mail-server";
import { bindableLog, consoleLog, type Log, reasonOf } from "~/monitoring/log";
import { systemClock } from "~/platform/clock";
import { type Database, openDatabase } from "~/platform/database.server";
import { jobBacklog } from "~/platform/jobs/job-store.server";
import { type JobMessage, jobMessage } from "~/platform/jobs/message";
import { driveConnection, driveMemory } from "~/drive/connection.server";
import { consoleLog, reasonOf } from "~/monitoring/log";
import { systemClock } from "~/platform/clock";
import { type Database, openDatabase } from "~/platform/database.server";
import { randomIds } from "~/platform/ids";
import type { JobMessage } from "~/platform/jobs/message";
import { parseSettings, type Settings } from "~/platform/settings";
import { carriersFor } from "~/uploads/receiving/carriers.server";
import type { StaffRoom } from "./alert-staff";
import { boardStatuses } from "./board-statuses";
import { confirmByMail } from "./confirm-by-mail";
import type { JobHandler } from "./job-handler";
import { jobRows } from "./job-rows";
import { reportFailure } from "./report-failure";
import type { RunContext } from "./run-job";
import { sendMail } from "./send-mail";
import { mirrorDrive } from "./mirror-drive";
import type { RunContext } from "./run-job";
import { storedSource } from "./stored-source";
import { submissionStore } from "./submission-store";
import { mailPorts } from "./sweep/mail-ports";
import type { SweepPorts, SweepRooms } from "./sweep/sweep-rooms";
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

const log = consoleLog();

/** Work that is not set up: the product does without it. */
const off: JobHandler = { run: async () => ({ kind: "done", reason: "off" }) };

let parsed: Settings | undefined;
const drives = driveMemory();

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

function boardOf(env: Bindings) {
  const { SANDBOX: sandbox } = env;
  return boardConnection(settingsOf(env), sandbox && ((request) => sandbox.fetch(request)));
}

/** Hands jobs to the queue; a failure is logged, since the sweep sends what was never picked up. */
const sendToQueue = (queue: Bindings["JOBS"], log: Log) => async (jobIds: string[]) => {
  try {
    await queue.sendBatch(jobIds.map((id) => ({ body: jobMessage(id) })));
  } catch (error) {
    log("error", "queue.send-failed", { count: jobIds.length, reason: reasonOf(error) });
  }
};

function mailRoom(env: Bindings, log: Log): StaffRoom {
  const settings = settingsOf(env);
  const sendJobs = sendToQueue(env.JOBS, log);
  const [brand, staff] = [brandOf(settings), staffAddress(settings)];
  return { db: openDatabase(env.DB), brand, staff, sendJobs, log, now: systemClock };
}

/** Everything one job needs, made from the bindings; its log is its own. */
export function runContext(env: Bindings): RunContext {
  const settings = settingsOf(env);
  const { CONFIG: config } = env;
  const db = openDatabase(env.DB);
  const now = systemClock;
  const { log, bind: bindLog } = bindableLog();
  const board = boardOf(env);
  const standIn = sandbox && ((request: Request) => sandbox.fetch(request));
  const board = boardConnection(settings, standIn);
  const drive = driveConnection(settings, standIn, drives);
  const source = storedSource(carriersFor(settings, env.FILES, now));
  const clips = async () => ({ cut: [], waiting: false });
  const submissions = submissionStore(db);
  const links = signedFileLink(settings.PUBLIC_URL ?? LOCAL_ADDRESS, settings.SIGNING_SECRET);
  const room = mailRoom(env, log);
  return {
    rows: jobRows(db, now),
    handlers: {
      "sync-board": syncBoard({
        submissions,
        parts: partStore(db),
        links,
        open: async (key) => (await env.FILES.get(key))?.body,
        config,
        board,
        log,
        now,
      }),
      "confirm-by-mail": confirmByMail(room),
      "process-clip": off,
      "mirror-drive": mirrorDrive({ db, drive, source, clips, ids: randomIds, log }),
      "send-mail": sendMail({ db, mail: mailConnection(settings), log, now }),
    },
    log,
    bindLog,
    onFailed: (job, error) => reportFailure(room, job, error),
    now,
    random: Math.random,
  };
}

/** A probe of something that answers or throws. */
const answers = (ask: () => Promise<unknown>) => async () => {
  await ask();
  return undefined;
};

function portsOf(env: Bindings, db: Database): SweepPorts {
  const board = boardOf(env);
  const site = settingsOf(env).PUBLIC_URL ?? LOCAL_ADDRESS;
  return {
    ...mailPorts(mailRoom(env, log), site),
    stores: {
      d1: answers(() => db.run("SELECT 1")),
      r2: answers(() => env.FILES.head("health")),
      kv: answers(() => env.CONFIG.get("health")),
      queue: async () => {
        const { waiting, oldestSeconds, failed } = await jobBacklog(db, systemClock());
        return `${waiting} waiting, the oldest for ${oldestSeconds} s; ${failed} failed`;
      },
    },
    changedStatuses: boardStatuses({ db, config: env.CONFIG, board, log, now: systemClock }),
    thirdParties: {
      ...(board.state !== "off" && {
        board: async () => `version ${(await testConnection(board.client)).apiVersion}`,
      }),
    },
  };
}

/** Everything the sweep looks after, made from the bindings. */
export function sweepRooms(env: Bindings): SweepRooms {
  const db = openDatabase(env.DB);
  const uploads = { db, ...carriersFor(settingsOf(env), env.FILES, systemClock) };
  return { db, uploads, queue: env.JOBS, log, now: systemClock, ports: portsOf(env, db) };
}
