import { createHash } from "node:crypto";
import { expect } from "vitest";
import type { Mirror } from "~/domain/mirror/mirror";
import type { RenderedClip } from "~/domain/mirror/mirror-plan";
import { submissions } from "~/domain/submission/submission-tables.server";
import type { DriveClient } from "~/integrations/drive/drive-client.server";
import { type ObjectSource, storedSource } from "~/integrations/drive/mirror-file.server";
import { driveMirror } from "~/integrations/drive/mirror-submission.server";
import { createSandboxKey } from "~/integrations/drive/service-account.server";
import { insertJob } from "~/jobs/job-store.server";
import type { LogEvent, LogFields } from "~/observability/log";
import { type Database, openDatabase } from "~/platform/database.server";
import type { Fetcher } from "~/platform/http-client";
import { randomIds } from "~/platform/ids";
import { jobRows } from "../../workers/jobs/job-rows";
import { mirrorDrive } from "../../workers/jobs/mirror-drive";
import { type Outcome, runJob } from "../../workers/jobs/run-job";
import { drive } from "../../workers/sandbox/drive";
import { allFiles, createDriveTables } from "../../workers/sandbox/drive-store";
import type { ChunkStore } from "../../workers/sandbox/drive-uploads";
import { type FaultMode, setFault } from "../../workers/sandbox/faults";
import { batchedDatabase, DATABASE_WORKER_SCRIPT } from "./batched-database";
import { applyMigrations } from "./board-fixture";
import { installDigestStream } from "./digest-stream";
import { memoryCarrier } from "./memory-carrier";
import { noopRunContext } from "./noop-run-context";
import { receivingDeps } from "./receiving-deps";
import { SteadyMiniflare } from "./steady-runtime";
import { submissionRow } from "./submission-row";

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

/** The system of record, a bucket and the drive's sandbox in memory, with a manual clock. */
export async function createDriveFixture() {
  installDigestStream();
  const miniflare = new SteadyMiniflare({
    modules: true,
    script: DATABASE_WORKER_SCRIPT,
    d1Databases: ["DB", "SANDBOX_DB"],
  });
  const binding = batchedDatabase(miniflare);
  const sandboxDb = batchedDatabase(miniflare, "SANDBOX_DB");
  // A bucket in memory, because the runtime's buckets are slow and not under test here.
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
    // Files are too large to be copied.
    const isToken = request.url.startsWith("https://oauth2.");
    state.calls.push(isToken ? (request.clone() as Request) : request);
    return drive(request, { db: sandboxDb, chunks }, clock);
  }

  function client(through: Fetcher = send): DriveClient {
    const driveId = "sandbox-drive";
    const account = { email: "portal@sandbox.iam.gserviceaccount.com", key };
    return { fetcher: through, account, tokens: {}, clock, driveId, rootId: driveId };
  }

  const mirror = (as = client()) =>
    driveMirror({ db, client: as, source: state.source, ids: randomIds });

  /** @param drive the mirror that the job copies to; null for none. */
  function handler(drive: Mirror | null = mirror()) {
    const clips = async () => state.clips;
    return mirrorDrive({ db, mirror: drive ?? undefined, clips, log });
  }

  function run(jobId: string, as = client()): Promise<Outcome> {
    const job = handler(mirror(as));
    const findHandler = (type: string) => (type === "mirror-drive" ? job : undefined);
    const rows = jobRows(db, clock);
    return runJob(
      { ...noopRunContext, rows, findHandler, log, now: clock, random: () => 0.5 },
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
    /** Sends a request to the sandbox; tests can intercept it by `client`. */
    send,
    client,
    mirror,
    handler,
    /** Runs a job as a message of the queue does. */
    run,
    fails: (
      mode: FaultMode,
      call: "any" | "token" | "api" | "delete" | "start" | "chunk" = "any",
      times = 1,
    ) => setFault(sandboxDb, "drive", { mode, call, times }),
    /** The files of the drive outside the bin. */
    held: async () => (await allFiles(sandboxDb)).filter(({ trashed }) => !trashed),
    binned: async () => (await allFiles(sandboxDb)).filter(({ trashed }) => trashed),
    /** Records a submission with these files in the bucket, and its job. */
    submit: (sentFiles: SentFile[]) => {
      serial += 1;
      return submitFiles({ db, files }, sentFiles, serial, state.now);
    },
    /** Empties the drive and removes its failures. */
    async clear() {
      state.now = new Date("2026-11-21T12:00:00Z");
      state.calls.length = 0;
      state.lines.length = 0;
      state.clips = [];
      state.source = source;
      for (const table of ["files", "sessions"])
        await sandboxDb.exec(`DELETE FROM drive_sandbox_${table}`);
      await setFault(sandboxDb, "drive", { mode: "none" });
    },
    close: () => miniflare.dispose(),
  });
}
export type DriveFixture = Awaited<ReturnType<typeof createDriveFixture>>;

export const KIB = 1024;
/** Larger than a first chunk, and of an odd length. */
export const audioBytes = seededBytes(1_300 * KIB + 77);
export const secondAudioBytes = seededBytes(3, 2);
export const driveCoverBytes = seededBytes(256 * KIB, 3);

const FOLDER = "application/vnd.google-apps.folder";

/** A release of two tracks with its artwork. */
export function twoTracks(fixture: DriveFixture) {
  return fixture.submit([
    { kind: "track", bytes: audioBytes },
    { kind: "track", bytes: secondAudioBytes },
    { kind: "artwork", bytes: driveCoverBytes },
  ]);
}

/** The contents of the drive outside the bin, by path: "folder", or the MD5 of a file. */
export async function listDriveTree(fixture: DriveFixture): Promise<Record<string, string>> {
  const files = await fixture.held();
  const toPath = (id: string): string => {
    const file = files.find((file) => file.id === id);
    return file ? `${toPath(file.parent)}/${file.name}` : "";
  };
  return Object.fromEntries(
    files.map((file) => [toPath(file.id), file.mime_type === FOLDER ? "folder" : (file.md5 ?? "")]),
  );
}

/** Expects all files of a release of two tracks on the drive, each once. */
export async function expectMirroredOnce(
  fixture: DriveFixture,
  { reference }: { reference: string },
) {
  const artist = `/Ada- Lovelace (${reference})`;
  expect(await listDriveTree(fixture)).toEqual({
    [artist]: "folder",
    [`${artist}/audio`]: "folder",
    [`${artist}/images`]: "folder",
    [`${artist}/audio/01 Song 1.wav`]: md5(audioBytes),
    [`${artist}/audio/02 Song 2.wav`]: md5(secondAudioBytes),
    [`${artist}/images/Artwork.jpg`]: md5(driveCoverBytes),
  });
  // Two files of one name would look like one above.
  expect(await fixture.held()).toHaveLength(6);
}

/** A file of a future submission. */
interface SentFile {
  kind: "track" | "artwork" | "custom-artwork";
  bytes: Uint8Array<ArrayBuffer>;
}

/** Where sent files are put. */
interface SentFiles {
  put: (key: string, bytes: Uint8Array<ArrayBuffer>) => Promise<unknown>;
}

export const md5 = (bytes: Uint8Array) => createHash("md5").update(bytes).digest("hex");

/** Seeded bytes without repetition within a chunk's size. */
export function seededBytes(size: number, seed = 1): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let state = seed;
  for (let i = 0; i < size; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[i] = state >>> 24;
  }
  return bytes;
}

/** Records a submission with these files in the bucket, and the job that mirrors it. */
async function submitFiles(
  { db, files }: { db: Database; files: SentFiles },
  sentFiles: readonly SentFile[],
  serial: number,
  now: Date,
) {
  const id = `S${serial}`;
  const jobId = `01DR1VE${String(serial).padStart(19, "0")}`;
  const reference = `ABCDE-${String(serial).padStart(5, "0")}`;
  const storedFiles = sentFiles.map(({ kind, bytes }, index) => {
    const uploadId = `${id}-U${index + 1}`;
    const end = kind === "track" ? "wav" : "jpg";
    const key = `artists/ada-${id}/${uploadId}-file.${end}`;
    const contentType = kind === "track" ? "audio/wav" : "image/jpeg";
    const fileName = `Mix ${index + 1}.${end}`;
    const slot = kind === "artwork" ? "artwork" : `${kind}:track-${index + 1}`;
    return { uploadId, kind, slot, key, contentType, fileName, size: bytes.length };
  });
  for (const [index, { key }] of storedFiles.entries())
    await files.put(key, sentFiles[index]?.bytes ?? new Uint8Array());
  const tracks = storedFiles.filter(({ kind }) => kind === "track");
  const createdAt = now.toISOString();
  const row = submissionRow({
    id,
    draftId: `draft-${id}`,
    reference,
    artistName: "Ada: Lovelace",
    releaseTitle: "Engine",
    formData: JSON.stringify({
      tracks: tracks.map(({ uploadId }, index) => ({
        title: `Song ${index + 1}`,
        uploadId,
        metadata: { soloWork: true },
      })),
    }),
    files: JSON.stringify(storedFiles),
    createdAt,
  });
  await db.insert(submissions).values(row);
  await insertJob(db, { id: jobId, type: "mirror-drive", submissionId: id, at: now });
  return { id, jobId, reference, keys: storedFiles.map(({ key }) => key) };
}
