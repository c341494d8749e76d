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
import { r2Backend } from "~/uploads/receiving/storage-backends.server";
import { jobRows } from "../../workers/jobs/job-rows";
import { mirrorDrive, storedSource } from "../../workers/jobs/mirror-drive";
import { type Outcome, runJob } from "../../workers/jobs/run-job";
import { drive } from "../../workers/sandbox/drive";
import { type DriveFailure, setDriveFailure } from "../../workers/sandbox/drive-failures";
import { allFiles, createDriveTables } from "../../workers/sandbox/drive-store";
import { bucketChunks, type ChunkStore } from "../../workers/sandbox/drive-uploads";
import { batchedDatabase, DATABASE_WORKER_SCRIPT } from "./batched-database";
import { applyMigrations } from "./board-fixture";
import { installDigestStream } from "./digest-stream";
import { type SentFile, submitFiles } from "./drive-submission";
import { noopRunContext } from "./noop-run-context";
import { receivingDeps } from "./receiving-deps";
import { adaptStreamsToNode } from "./upload-fixture";
import "./steady-runtime";

/** The system of record, the bucket and the drive's stand-in, in memory, with a clock of their own. */
export async function createDriveFixture() {
  installDigestStream();
  const miniflare = new Miniflare({
    modules: true,
    script: DATABASE_WORKER_SCRIPT,
    d1Databases: ["DB", "SANDBOX_DB"],
    r2Buckets: ["FILES", "SANDBOX_FILES"],
  });
  const binding = batchedDatabase(miniflare);
  const sandboxDb = batchedDatabase(miniflare, "SANDBOX_DB");
  const files = (await miniflare.getR2Bucket("FILES")) as unknown as R2Bucket;
  const bucket = (await miniflare.getR2Bucket("SANDBOX_FILES")) as unknown as R2Bucket;
  const chunks: ChunkStore = {
    ...bucketChunks(bucket),
    // Outside of the workers no stream has the known length that R2 needs.
    put: async (key, body) =>
      bucket.put(key, body instanceof Uint8Array ? body : await new Response(body).arrayBuffer()),
  };
  await applyMigrations(binding);
  await createDriveTables(sandboxDb);
  const db = openDatabase(binding);
  const source = storedSource(
    receivingDeps(db, adaptStreamsToNode(r2Backend(files, "a secret of these tests"))),
  );
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
