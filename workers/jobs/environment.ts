import { boardConnection } from "~/board/connection.server";
import { signedFileLink } from "~/board/file-links.server";
import { partStore } from "~/board/part-store.server";
import { spotifyConnection, spotifyMemory } from "~/catalogue/connection.server";
import { driveConnection, driveMemory } from "~/drive/connection.server";
import { brandOf, mailConnection, staffAddress } from "~/mail/mail-server";
import { type bindableLog, consoleLog, type Log, reasonOf } from "~/monitoring/log";
import { systemClock } from "~/platform/clock";
import { type Database, openDatabase } from "~/platform/database.server";
import { randomIds } from "~/platform/ids";
import { jobBacklog } from "~/platform/jobs/job-store.server";
import { type JobMessage, jobMessage } from "~/platform/jobs/message";
import { parseSettings, type Settings } from "~/platform/settings";
import { carriersFor } from "~/uploads/receiving/carriers.server";
import compiledConverter from "../../app/media/clips/build/converter.wasm";
import type { StaffRoom } from "./alert-staff";
import { boardStatuses } from "./board-statuses";
import { clipsForBoard, clipsForDrive, whenClipsAreCut } from "./clip-news";
import { confirmByMail } from "./confirm-by-mail";
import { folderFor } from "./folder-for";
import { type CallRooms, followedUp } from "./follow-up";
import { jobRows } from "./job-rows";
import { mirrorDrive, whenMirrored } from "./mirror-drive";
import { processClips } from "./process-clips";
import { afterFailure, reportFailure } from "./report-failure";
import type { JobFacts, RunContext } from "./run-job";
import { sendMail } from "./send-mail";
import { storedSource } from "./stored-source";
import { submissionStore } from "./submission-store";
import { mailPorts, sendWaitingMails } from "./sweep/mail-ports";
import type { SweepPorts, SweepRooms } from "./sweep/sweep-rooms";
import { thirdParties } from "./sweep/third-parties";
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

/** What it takes to ask for further jobs; needs no settings. */
export function callRooms(env: Bindings, log: Log): CallRooms {
  const sendJobs = sendToQueue(env.JOBS, log);
  return { db: openDatabase(env.DB), ids: randomIds, now: systemClock, sendJobs };
}

function mailRoom(env: Bindings, log: Log): StaffRoom {
  const settings = settingsOf(env);
  const sendJobs = sendToQueue(env.JOBS, log);
  const [brand, staff] = [brandOf(settings), staffAddress(settings)];
  return { db: openDatabase(env.DB), brand, staff, sendJobs, log, now: systemClock };
}

/** With a memory of its own each time: a token kept from before would prove nothing. */
function spotifyOf(env: Bindings) {
  const { SANDBOX: sandbox } = env;
  const standIn = sandbox && ((request: Request) => sandbox.fetch(request));
  return spotifyConnection(settingsOf(env), standIn, spotifyMemory());
}

function driveOf(env: Bindings) {
  const { SANDBOX: sandbox } = env;
  const standIn = sandbox && ((request: Request) => sandbox.fetch(request));
  return driveConnection(settingsOf(env), standIn, drives);
}

/** A log that learns which job it is about. */
export type JobLog = ReturnType<typeof bindableLog>;

/** Everything one job needs, made from the bindings; its log is its own. */
export function runContext(env: Bindings, { log, bind: bindLog }: JobLog): RunContext {
  const settings = settingsOf(env);
  const { SIGNING_SECRET: secret, PUBLIC_URL: site = LOCAL_ADDRESS } = settings;
  const db = openDatabase(env.DB);
  const now = systemClock;
  const carriers = carriersFor(settings, env.FILES, now);
  const source = storedSource(carriers);
  const room = mailRoom(env, log);
  const calls = callRooms(env, log);
  const clips = processClips({ uploads: { db, ...carriers }, compiled: compiledConverter, now });
  const drive = driveOf(env);
  const mirror = mirrorDrive({
    db,
    drive,
    source,
    clips: clipsForDrive(db),
    ids: randomIds,
    log,
  });
  return {
    rows: jobRows(db, now),
    handlers: {
      "sync-board": syncBoard({
        submissions: submissionStore(db),
        parts: partStore(db),
        links: signedFileLink(site, secret),
        clips: clipsForBoard(db, site, secret),
        folder: folderFor(db, site, drive.state !== "off"),
        open: async (key) => (await env.FILES.get(key))?.body,
        config: env.CONFIG,
        board: boardOf(env),
        log,
        now,
      }),
      "confirm-by-mail": confirmByMail(room),
      "process-clip": followedUp(clips, whenClipsAreCut(db), calls),
      "mirror-drive": followedUp(mirror, whenMirrored, calls),
      "send-mail": sendMail({ db, mail: mailConnection(settings), log, now }),
    },
    log,
    bindLog,
    onFailed: (job, error) => afterFailure(calls, room, job, error),
    now,
    random: Math.random,
  };
}

/** Tells staff of a job that has failed for good. Settings that cannot be read are logged. */
export async function tellOfFailure(
  env: Bindings,
  log: Log,
  job: JobFacts,
  error: string,
): Promise<void> {
  let room: StaffRoom;
  try {
    room = mailRoom(env, log);
  } catch {
    return;
  }
  await reportFailure(room, job, error);
}

/** A probe of something that answers or throws. */
const answers = (ask: () => Promise<unknown>) => async () => {
  await ask();
  return undefined;
};

function portsOf(env: Bindings, db: Database): SweepPorts {
  const settings = settingsOf(env);
  const [board, drive, mail] = [boardOf(env), driveOf(env), mailConnection(settings)];
  const room = mailRoom(env, log);
  return {
    ...mailPorts(room, settings.PUBLIC_URL ?? LOCAL_ADDRESS),
    ...(mail.state === "live" && { sendWaiting: () => sendWaitingMails(room) }),
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
    thirdParties: thirdParties({ board, drive, mail, spotify: spotifyOf(env) }),
  };
}

/** Everything the sweep looks after, made from the bindings. */
export function sweepRooms(env: Bindings): SweepRooms {
  const db = openDatabase(env.DB);
  const uploads = { db, ...carriersFor(settingsOf(env), env.FILES, systemClock) };
  return { db, uploads, queue: env.JOBS, log, now: systemClock, ports: portsOf(env, db) };
}
