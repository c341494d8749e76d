import { Miniflare } from "miniflare";
import type { DriveClient } from "~/drive/drive-client.server";
import type { DriveConnection } from "~/drive/drive-connection.server";
import type { ObjectSource } from "~/drive/mirror-file.server";
import type { RenderedClip } from "~/drive/mirror-plan";
import { createSandboxKey } from "~/drive/service-account.server";
import type { LogEvent, LogFields } from "~/monitoring/log";
import { openDatabase } from "~/platform/database.server";
import type { Fetcher } from "~/platform/http-client";
import { randomIds } from "~/platform/ids";
import { jobRows } from "../../workers/jobs/job-rows";
import { mirrorDrive, storedSource } from "../../workers/jobs/mirror-drive";
import { type Outcome, runJob } from "../../workers/jobs/run-job";
import { drive } from "../../workers/sandbox/drive";
import { type DriveFailure, setDriveFailure } from "../../workers/sandbox/drive-failures";
import { allFiles, createDriveTables } from "../../workers/sandbox/drive-store";
import type { ChunkStore } from "../../workers/sandbox/drive-uploads";
import { batchedDatabase, DATABASE_WORKER_SCRIPT } from "./batched-database";
import { applyMigrations } from "./board-fixture";
import { installDigestStream } from "./digest-stream";
import { type SentFile, submitFiles } from "./drive-submission";
import { memoryCarrier } from "./memory-carrier";
import { noopRunContext } from "./noop-run-context";
import { receivingDeps } from "./receiving-deps";
import "./steady-runtime";

/** A room for chunks in memory. */
function memoryChunks(): ChunkStore {
  const chunks = new Map<string, Uint8Array<ArrayBuffer>>();
  return {
    put: async (key, body) =>
      chunks.set(key, new Uint8Array(await new Response(body as BodyInit).arrayBuffer())),
    get: async (key) => {
      const bytes = chunks.get(key);
      return bytes && (new Blob([bytes]).stream() as ReadableStream<Uint8Array>);
    },
    remove: async (keys) => {
      for (const key of keys) chunks.delete(key);
    },
  };
}

/** The system of record, the bucket and the drive's stand-in, in memory, with a clock of their own. */
export async function createDriveFixture() {
  installDigestStream();
  const miniflare = new Miniflare({
    modules: true,
    script: DATABASE_WORKER_SCRIPT,
    d1Databases: ["DB", "SANDBOX_DB"],
  });
  const binding = batchedDatabase(miniflare);
  const sandboxDb = batchedDatabase(miniflare, "SANDBOX_DB");
  // Buckets of the runtime would take most of the time, and what is held here is none of theirs.
  const { carrier, objects } = memoryCarrier();
  const files = {
    put: async (key: string, bytes: Uint8Array<ArrayBuffer>) => void objects.set(key, bytes),
    delete: async (key: string) => void objects.delete(key),
  };
  const chunks = memoryChunks();
  await applyMigrations(binding);
  await createDriveTables(sandboxDb);
  const db = openDatabase(binding);
  const source = storedSource(receivingDeps(db, carrier));
  let serial = 0;
  const state = {
    now: new Date("2026-11-21T12:00:00Z"),
    source: source as ObjectSource,
    calls: [] as Request[],
    lines: [] as [LogEvent, LogFields | undefined][],
    clips: [] as RenderedClip[],
  };
  const key = createSandboxKey();
  const clock = () => state.now;
  const log = (_: unknown, event: LogEvent, fields?: LogFields) =>
    void state.lines.push([event, fields]);

  function send(request: Request): Promise<Response> {
    // Files are too large to be kept twice.
    const isToken = request.url.startsWith("https://oauth2.");
    state.calls.push(isToken ? (request.clone() as Request) : request);
    return drive(request, { db: sandboxDb, chunks }, clock);
  }

  function client(through: Fetcher = send): DriveClient {
    const driveId = "sandbox-drive";
    const account = { email: "portal@sandbox.iam.gserviceaccount.com", key };
    return { send: through, account, tokens: {}, clock, driveId, rootId: driveId };
  }

  function handler(connection: DriveConnection = { state: "sandbox", client: client() }) {
    const clips = async () => state.clips;
    return mirrorDrive({ db, drive: connection, source: state.source, clips, ids: randomIds, log });
  }

  function run(jobId: string, as = client()): Promise<Outcome> {
    const mirror = handler({ state: "sandbox", client: as });
    const handlerOf = (type: string) => (type === "mirror-drive" ? mirror : undefined);
    const rows = jobRows(db, clock);
    return runJob(
      { ...noopRunContext, rows, handlerOf, log, now: clock, random: () => 0.5 },
      jobId,
    );
  }

  return Object.assign(state, {
    db,
    sandboxDb,
    files,
    later: (seconds: number) => {
      state.now = new Date(state.now.getTime() + seconds * 1000);
    },
    /** The stand-in, as a run reaches it; tests put themselves in between by `client`. */
    send,
    client,
    handler,
    /** Runs a job as a message of the queue does. */
    run,
    fails: (
      mode: DriveFailure["mode"],
      call: DriveFailure["call"] = "any",
      times: DriveFailure["times"] = 1,
    ) => setDriveFailure(sandboxDb, { mode, call, times }),
    /** What the drive holds outside the bin. */
    held: async () => (await allFiles(sandboxDb)).filter(({ trashed }) => !trashed),
    binned: async () => (await allFiles(sandboxDb)).filter(({ trashed }) => trashed),
    /** Records a submission with these files in the bucket, and its job. */
    submit: (sentFiles: SentFile[]) => {
      serial += 1;
      return submitFiles({ db, files }, sentFiles, serial, state.now);
    },
    /** An empty drive, and nothing that fails. */
    async clear() {
      state.now = new Date("2026-11-21T12:00:00Z");
      state.calls.length = 0;
      state.lines.length = 0;
      state.clips = [];
      state.source = source;
      for (const table of ["files", "sessions", "failures"])
        await sandboxDb.exec(`DELETE FROM drive_sandbox_${table}`);
    },
    close: () => miniflare.dispose(),
  });
}
export type DriveFixture = Awaited<ReturnType<typeof createDriveFixture>>;
