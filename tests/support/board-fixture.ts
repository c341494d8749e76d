import { readdirSync, readFileSync } from "node:fs";
import { submissions } from "~/domain/submission/submission-tables.server";
import { r2Backend } from "~/domain/uploads/receiving/storage-backends.server";
import { partStore } from "~/integrations/board/board-parts.server";
import { readColumnMap } from "~/integrations/board/board-setup.server";
import { insertJob } from "~/jobs/job-store.server";
import type { JobType } from "~/jobs/job-types";
import type { LogEvent } from "~/observability/log";
import { type Clock, systemClock } from "~/platform/clock";
import { openDatabase } from "~/platform/database.server";
import { monday } from "../../workers/sandbox/monday";
import { batchedDatabase, DATABASE_WORKER_SCRIPT } from "./batched-database";
import { type MondayAnswers, mondayAnswering } from "./monday-answering";
import { receivingDeps } from "./receiving-deps";
import { SteadyMiniflare } from "./steady-runtime";

const migrations = new URL("../../migrations/", import.meta.url);

/** The statements of migrations, each on its own line, as `exec` requires. */
export const toStatements = (files: readonly URL[]) =>
  files
    .flatMap((file) => readFileSync(file, "utf8").split("--> statement-breakpoint"))
    .map((sql) =>
      sql
        .replaceAll(/^\s*--.*$/gm, "")
        .trim()
        .replaceAll(/\s*\n\s*/g, " "),
    )
    .join("\n");

const readStatements = (names: readonly string[]) =>
  toStatements(names.map((name) => new URL(name, migrations)));

/** Of all migrations, in their order. */
export const migrationNames = readdirSync(migrations)
  .filter((name) => name.endsWith(".sql"))
  .toSorted();
const TABLES = readStatements(migrationNames);

type ExecDatabase = Pick<D1Database, "exec">;

/** Creates the tables of the app in one call, as 200 calls take seconds. */
export async function applyMigrations(db: ExecDatabase): Promise<void> {
  await db.exec(TABLES);
}

/** Applies a migration, such as "0038", and those after it. */
export async function applyMigrationsFrom(db: ExecDatabase, name: string): Promise<void> {
  await db.exec(readStatements(migrationNames.filter((each) => each >= name)));
}

/**
 * The system of record and the board's sandbox over real D1 databases in memory.
 * @param now the time at the board.
 */
export async function createBoardFixture(now: Clock = systemClock) {
  const miniflare = new SteadyMiniflare({
    modules: true,
    script: DATABASE_WORKER_SCRIPT,
    d1Databases: ["DB", "SANDBOX_DB"],
    kvNamespaces: ["CONFIG"],
    r2Buckets: ["FILES"],
  });
  const binding = batchedDatabase(miniflare);
  const sandboxDb = batchedDatabase(miniflare, "SANDBOX_DB");
  await applyMigrations(binding);
  const db = openDatabase(binding);
  const files = (await miniflare.getR2Bucket("FILES")) as unknown as R2Bucket;
  const calls: { text: () => Promise<string> }[] = [];
  const events: LogEvent[] = [];
  const config = await miniflare.getKVNamespace("CONFIG");
  const log = (_: unknown, event: LogEvent) => void events.push(event);
  const columns = () => readColumnMap(config, log);
  const send = (request: Request) => {
    calls.push(request.clone());
    return monday(request, sandboxDb, now);
  };
  return {
    db,
    files,
    uploads: receivingDeps(db, r2Backend(files, "a secret of these tests")),
    sandboxDb,
    config,
    columns,
    /** The board over the sandbox. */
    board: (answers: Partial<MondayAnswers> = {}) =>
      mondayAnswering({ send, now, columns, parts: partStore(db), ...answers }),
    calls,
    events,
    log,
    send,
    close: () => miniflare.dispose(),
  };
}
export type BoardFixture = Awaited<ReturnType<typeof createBoardFixture>>;

const track = (title: string, uploadId: string) => ({
  title,
  uploadId,
  metadata: {
    soloWork: false,
    songwriters: [{ firstName: "Ada", lastName: "Lovelace", percentage: 100 }],
  },
});

/**
 * Records a submission with two tracks and an artwork, and one job of each type named.
 * @param form the values that differ from the default form.
 */
export async function recordSubmission(
  { db }: Pick<BoardFixture, "db">,
  id: string,
  jobs: Partial<Record<JobType, string>> = {},
  recordedAt = new Date("2026-11-21T12:00:00Z"),
  form: object = {},
): Promise<void> {
  const file = { key: `${id}/k`, contentType: "audio/wav", size: 48_200_000 };
  await db.insert(submissions).values({
    id,
    draftId: `draft-${id}`,
    reference: `MHG-${id}`,
    artistName: "Ada",
    email: "ada@example.com",
    releaseTitle: "Engine",
    formData: JSON.stringify({
      artistName: "Ada",
      firstName: "Ada",
      email: "ada@example.com",
      phone: "020 7946 0000",
      country: "United Kingdom",
      city: "London",
      instagramProfile: "https://instagram.com/ada",
      releaseType: "ep",
      releaseTitle: "Engine",
      primaryGenre: "Electronic",
      releaseDate: "2027-05-01",
      tracks: [track("One", "u1"), track("Two", "u2")],
      artworkUploadId: "u3",
      bio: "Counts.",
      publishingAdministrationInterest: true,
      ...form,
    }),
    files: JSON.stringify([
      { ...file, uploadId: "u1", kind: "track", slot: "audio:track-1", fileName: "one.wav" },
      { ...file, uploadId: "u2", kind: "track", slot: "audio:track-2", fileName: "two 2.wav" },
      { ...file, uploadId: "u3", kind: "artwork", slot: "artwork", fileName: "art.jpg" },
    ]),
    statusHistory: "[]",
    replyDueAt: "2026-12-08T00:00:00.000Z",
    createdAt: recordedAt.toISOString(),
    updatedAt: recordedAt.toISOString(),
  });
  for (const type of ["sync-board", "confirm-by-mail"] as const) {
    const jobId = jobs[type];
    if (jobId) await insertJob(db, { id: jobId, type, submissionId: id, at: recordedAt });
  }
}
