import type { ColumnMap } from "~/board/column-map";
import { readColumnMap } from "~/board/column-map-store.server";
import { type BoardConnection, boardConnection } from "~/board/connection.server";
import {
  type SpotifyConnection,
  spotifyConnection,
  spotifyMemory,
} from "~/catalogue/connection.server";
import {
  type DriveConnection,
  driveConnection,
  driveMemory,
  driveState,
} from "~/drive/connection.server";
import { readSubmissionMode, type SubmissionMode } from "~/entry/submission-mode.server";
import { type Health, readHealth } from "~/monitoring/health.server";
import { consoleLog, type Log, type LogFields, reasonOf } from "~/monitoring/log";
import { type Clock, systemClock } from "~/platform/clock";
import { type Database, openDatabase } from "~/platform/database.server";
import { type Drill, drill } from "~/platform/drill.server";
import { type Ids, randomIds } from "~/platform/ids";
import { integrationState } from "~/platform/integration";
import { jobBacklog } from "~/platform/jobs/job-store.server";
import { jobMessage } from "~/platform/jobs/message";
import { parseSettings, type Settings } from "~/platform/settings";
import { isFromOwnOrigin } from "~/session/origin-check";
import { carriersFor } from "~/uploads/receiving/carriers.server";
import type { UploadRooms } from "~/uploads/receiving/upload-rooms.server";

/** The bindings of the site worker, as wrangler.toml names them. */
export interface SiteBindings {
  DB: D1Database;
  FILES: R2Bucket;
  CONFIG: KVNamespace;
  JOBS: Queue;
  DRAFT_LIMIT: RateLimit;
  UPLOAD_LIMIT: RateLimit;
  LOOKUP_LIMIT: RateLimit;
  REPORT_LIMIT: RateLimit;
  /** Only in local runs. */
  SANDBOX?: Fetcher;
}

/** What every page and API route works with: typed stores, never bindings. */
export type Portal = {
  settings: Settings;
  clock: Clock;
  ids: Ids;
  log: Log;
  /** Writes the one line about an error that nobody can act on. */
  logFailure: (error: unknown) => void;
  /** Whether this request may change anything: it comes from a page of this site. */
  fromOwnOrigin: boolean;
  /** Names this request in every log line. */
  requestId: string;
  /** The value that lets a script of ours past the content security policy. */
  nonce: string;
  db: Database;
  uploads: UploadRooms;
  /** How Spotify is reached, if at all. */
  spotify: SpotifyConnection;
  /** How the board is reached, if at all, and where things stand on it. */
  board: BoardConnection;
  boardColumns: () => Promise<ColumnMap>;
  /** How the cloud drive is reached, if at all. */
  drive: DriveConnection;
  submissionMode: () => Promise<SubmissionMode>;
  health: () => Promise<Health>;
  /** Hands jobs to the queue; a failure is logged with `about`, since the sweep re-sends them. */
  sendJobs: (jobIds: string[], about?: LogFields) => Promise<void>;
  /** Whether this visitor may do this once more just now. */
  mayOpenDraft: (visitor: string) => Promise<boolean>;
  mayStartUpload: (visitor: string) => Promise<boolean>;
  mayLookUp: (visitor: string) => Promise<boolean>;
  mayReport: (visitor: string) => Promise<boolean>;
  /** Fails on purpose where a local run asks for it. */
  drill: Drill;
};

declare module "@remix-run/cloudflare" {
  interface AppLoadContext extends Portal {}
  interface Future {
    v3_singleFetch: true;
  }
}

let parsed: Settings | undefined;
/** Spotify's token and what it answered a moment ago, for every request of this isolate. */
const spotify = spotifyMemory();
/** The cloud drive's token, for every request of this isolate. */
const drives = driveMemory();

/** The settings, parsed once per isolate; a malformed one is logged and stops every request. */
function settingsOf(env: SiteBindings, log: Log): Settings {
  try {
    parsed ??= parseSettings({ ...env });
    return parsed;
  } catch (error) {
    log("error", "config.unreadable", { reason: reasonOf(error) });
    throw error;
  }
}

/**
 * The one place where bindings become typed stores.
 * @throws Error when a setting is missing or malformed.
 */
export function openPortal(
  env: SiteBindings,
  request: Request,
  { requestId, nonce, route }: { requestId: string; nonce: string; route: string },
): Portal {
  const log = consoleLog({ requestId, route, method: request.method });
  const settings = settingsOf(env, log);
  const db = openDatabase(env.DB);
  const { SANDBOX: sandbox } = env;
  return {
    settings,
    clock: systemClock,
    ids: randomIds,
    log,
    logFailure: (error) => log("error", "request.failed", { reason: reasonOf(error) }),
    fromOwnOrigin: isFromOwnOrigin(request),
    requestId,
    nonce,
    db,
    uploads: { db, ...carriersFor(settings, env.FILES, systemClock) },
    spotify: spotifyConnection(settings, sandbox && ((sent) => sandbox.fetch(sent)), spotify),
    board: boardConnection(settings, sandbox && ((sent) => sandbox.fetch(sent))),
    boardColumns: () => readColumnMap(env.CONFIG, log),
    drive: driveConnection(settings, sandbox && ((sent) => sandbox.fetch(sent)), drives),
    submissionMode: () => readSubmissionMode(env.CONFIG, log),
    health: () =>
      readHealth({
        db,
        files: env.FILES,
        config: env.CONFIG,
        backlog: () => jobBacklog(db, systemClock()),
        integrations: integrations(settings, sandbox !== undefined),
      }),
    sendJobs: async (jobIds, about) => {
      try {
        await env.JOBS.sendBatch(jobIds.map((id) => ({ body: jobMessage(id) })));
      } catch (error) {
        const fields = { ...about, count: jobIds.length, reason: reasonOf(error) };
        log("error", "queue.send-failed", fields);
      }
    },
    mayOpenDraft: async (visitor) => (await env.DRAFT_LIMIT.limit({ key: visitor })).success,
    mayStartUpload: async (visitor) => (await env.UPLOAD_LIMIT.limit({ key: visitor })).success,
    mayLookUp: async (visitor) => (await env.LOOKUP_LIMIT.limit({ key: visitor })).success,
    mayReport: async (visitor) => (await env.REPORT_LIMIT.limit({ key: visitor })).success,
    drill: drill(sandbox),
  };
}

function integrations(settings: Settings, sandbox: boolean) {
  return {
    board: integrationState({ configured: Boolean(settings.MONDAY_TOKEN), sandbox }),
    drive: driveState(settings, sandbox),
    spotify: integrationState({ configured: Boolean(settings.SPOTIFY_CLIENT_ID), sandbox }),
    // Mail has no stand-in: without a server it stays in the outbox.
    mail: integrationState({ configured: Boolean(settings.SMTP_HOST), sandbox: false }),
  };
}
