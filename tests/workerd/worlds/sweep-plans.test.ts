import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { r2Backend } from "~/domain/uploads/receiving/storage-backends.server";
import { randomIds } from "~/platform/ids";
import { readBoardNews } from "../../../workers/jobs/board-statuses";
import { sweep } from "../../../workers/jobs/sweep";
import {
  mailActions,
  sendDelayedMails,
  sendWaitingMails,
} from "../../../workers/jobs/sweep/sweep-mails";
import { noopSweepActions } from "../../support/jobs-fixture";
import { permissiveMailRules } from "../../support/mail-fixture";
import { meteredDatabase, type StatementUse } from "../../support/metered-database";
import { mondayAnswering } from "../../support/monday-answering";
import { openForFile } from "../../support/open-for-file";
import { receivingDeps } from "../../support/receiving-deps";

const database = await openForFile(meteredDatabase);
const { db } = database;
const now = new Date("2026-11-23T12:00:00Z");
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();

/** Inserts a row of a table for each number, as SQL for `i`; `at` is an hour to 400 days ago. */
async function addRows(from: number, to: number, table: string, cells: Record<string, string>) {
  const numbers = sql`WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to}),
    aged AS (SELECT i, CASE i % 4 WHEN 0 THEN ${daysAgo(10)} WHEN 1 THEN ${daysAgo(100)}
      WHEN 2 THEN ${daysAgo(1 / 24)}
      ELSE ${daysAgo(400)} END AS at FROM n)`;
  const [names, values] = [Object.keys(cells), Object.values(cells)].map((list) => list.join(", "));
  await db.run(
    sql`${numbers} INSERT INTO ${sql.raw(`${table} (${names}) SELECT ${values}`)} FROM aged`,
  );
}

/** Stores releases whose work is done, with everything that their submission leaves. */
async function addReleases(from: number, to: number): Promise<void> {
  const add = (table: string, cells: Record<string, string>) => addRows(from, to, table, cells);
  const times = { created_at: "at", updated_at: "at" };
  await add("drafts", {
    ...{ id: "'D' || i", key_hash: "i", answers: "'{}'", completed_steps: "'[]'" },
    ...{ submitted_at: "at", expires_at: "at", ...times },
  });
  await add("draft_keys", { key_hash: "'K' || i", draft_id: "'D' || i", created_at: "at" });
  await add("uploads", {
    ...{ id: "'U' || i", draft_id: "'D' || i", kind: "'track'", slot: "'audio:1'", size: "9" },
    ...{ file_name: "'a.wav'", content_type: "'audio/wav'", key: "'k' || i", multipart_id: "''" },
    ...{ part_size: "5", state: "'complete'", sha256: "i", choice: "i", ...times },
  });
  await add("upload_parts", {
    upload_id: "'U' || i",
    number: "1",
    etag: "1",
    size: "9",
    created_at: "at",
  });
  await add("track_findings", { upload_id: "'U' || i", findings: "'{}'", created_at: "at" });
  await add("submissions", {
    ...{ id: "'01S' || i", draft_id: "'D' || i", reference: "i", monday_item_id: "i" },
    ...{ artist_name: "'Ada'", email: "i || '@example.com'", release_title: "'Tide'" },
    ...{ form_data: "'{}'", files: "'[{}]'", status_history: "'[]'", reply_due_at: "at" },
    ...{ status: "CASE i % 4 WHEN 1 THEN 'rejected' ELSE 'live' END", others_left: "1", ...times },
  });
  for (const type of ["sync-board", "mirror-drive", "confirm-by-mail"])
    await add("jobs", {
      ...{ id: `'${type}' || i`, type: `'${type}'`, submission_id: "'01S' || i" },
      ...{ state: "'done'", ...times },
    });
  await add("jobs", {
    ...{ id: "'M' || i", type: "'send-mail'", submission_id: "'01S' || i", subject: "'M' || i" },
    ...{ state: "'done'", ...times },
  });
  const job = { job_id: "'M' || i", attempt: "1", outcome: "'done'", at: "at" };
  // What is older than 90 days is gone after the first sweep.
  await add("job_events", job);
  await add("mail_outbox", {
    ...{ id: "'M' || i", dedupe_key: "i", kind: "'confirmation'", recipient: "i", address: "i" },
    ...{ mailbox: "i", submission_id: "'01S' || i", subject: "'s'", text_body: "'t'" },
    ...{ html_body: "'h'", state: "'sent'", sent_at: "at", created_at: "at" },
  });
  await add("mail_addresses", { address: "i", verified_at: "at", created_at: "at" });
  await add("drive_folders", {
    ...{ submission_id: "'01S' || i", folder: "''", lease_until: "at", created_at: "at" },
  });
  await add("drive_files", { source_id: "'U' || i", submission_id: "'01S' || i", ...times });
  await add("board_parts", { submission_id: "'01S' || i", part: "'columns'", hash: "i", ...times });
  await add("split_confirmations", {
    ...{ id: "i", submission_id: "'01S' || i", track_id: "1", songwriter_id: "1", name: "'Ada'" },
    ...{
      email: "i",
      share: "50",
      split_hash: "i",
      token_hash: "i",
      state: "'confirmed'",
      ...times,
    },
  });
}

const mailer = {
  db,
  ids: randomIds,
  log: () => {},
  now: () => now,
  brand: { name: "Mahogany", supportEmail: "help@label.example", deliveryWeeks: 4 },
  rules: permissiveMailRules,
  staff: "team@label.example",
  sendJobs: async () => {},
};
/** A board that has changed one item since it was asked. */
const changedItem = {
  id: "1",
  updated_at: now.toISOString(),
  column_values: [{ id: "status", text: "Live", label: "Live" }],
};
const page = { cursor: null, items: [changedItem] };
const send = async () => Response.json({ data: { boards: [{ items_page: page }] } });
const board = mondayAnswering({ send, now: () => now });

/** Runs a sweep with all of its parts; a third party answers again, or fails. */
async function runSweep(mailWorks: boolean): Promise<StatementUse[]> {
  await db.run(sql`DELETE FROM sweep_runs`);
  database.takeUses();
  const failures: unknown[] = [];
  const mail = async () => {
    if (mailWorks) return "Fine.";
    throw new Error("Away.");
  };
  await sweep({
    db,
    uploads: receivingDeps(db, r2Backend(database.files, "a secret of these tests")),
    queue: {
      sendBatch: async () => ({ metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } }),
    },
    log: (_, event, fields) => void (event === "sweep.failed" && failures.push(fields)),
    now: () => now,
    release: "jobs-test",
    calls: {
      ...noopSweepActions,
      ...mailActions(mailer, "https://submit.example.com"),
      sendWaitingMails: () => sendWaitingMails(mailer),
      watch: { ...noopSweepActions.watch, names: ["d1", "mail"], mailIsLive: true },
      archive: { ...noopSweepActions.archive, afterDays: 365 },
      stores: { d1: async () => "Fine." },
      thirdParties: { mail },
      onRecovered: { mail: () => sendDelayedMails(mailer) },
      boardNews: readBoardNews({ db, board, now: () => now }),
    },
  });
  expect(failures).toEqual([]);
  return database.takeUses();
}

/** Sweeps until nothing is left to do, and then once more with a mail server that has come back. */
async function settledSweep(): Promise<StatementUse[]> {
  for (let n = 0; n < 4; n++) await runSweep(false);
  return runSweep(true);
}

/** What may read more the more is stored, and why. */
const GROWING: readonly [RegExp, string][] = [
  [/^insert into "storage_totals"/, "once a day; a sum of all has to read all"],
];

/** Tables that a step may scan, and why. */
const SCANNED: Readonly<Record<string, string>> = {
  backfills: "a row for each that a migration left to the sweep",
  sqlite_master: "the tables",
  restorations: "one row, or none",
  backup_runs: "a row for each copy, for a while",
  incidents: "what is older goes",
  alert_silences: "what has ended goes",
  undoable_decisions: "what has ended goes",
  staff_presence: "a row for each of the team",
  measure_batches: "by their id, some at a time",
  job_events: "the last one, by its id",
  kinds: "the kinds of mails",
  young: "job events by their id, until the first that stays",
  stored: "once a day; a sum of all uploads",
  object: "the same, by their objects",
  artists: "only for accepted submissions past seven years",
};

function sumBySql(uses: readonly StatementUse[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { sql: text, rowsRead } of uses) sums.set(text, (sums.get(text) ?? 0) + rowsRead);
  return sums;
}

test("a sweep reads no more rows the more is stored, whatever its age", async () => {
  await addReleases(1, 60);
  const before = sumBySql(await settledSweep());
  expect(before.size).toBeGreaterThan(80);
  await addReleases(61, 180);
  const after = sumBySql(await settledSweep());
  const grown = [...after]
    .filter(([text, rows]) => rows > (before.get(text) ?? 0) + 5)
    .filter(([text]) => !GROWING.some(([exempt]) => exempt.test(text)))
    .map(([text, rows]) => `${before.get(text)} -> ${rows}: ${text.slice(0, 200)}`);
  expect(grown).toEqual([]);
});

test("no statement of the sweep scans a table that grows", async () => {
  const partial = await db.all<{ name: string }>(
    sql`SELECT name FROM sqlite_master WHERE type = 'index' AND sql LIKE '% WHERE %'`,
  );
  const partialNames = partial.map(({ name }) => name);
  const statements = new Map((await runSweep(true)).map((use) => [use.sql, use]));
  const scans: string[] = [];
  for (const use of statements.values())
    for (const step of await database.plan(use)) {
      const [, name, index] =
        /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?(?! VIRTUAL)/.exec(step) ?? [];
      const isNoTable = / VIRTUAL TABLE | CONSTANT ROW|VALUES CLAUSE/.test(step);
      if (!name || isNoTable || name in SCANNED || partialNames.includes(index ?? "")) continue;
      scans.push(`${step}: ${use.sql.slice(0, 200)}`);
    }
  expect(scans).toEqual([]);
});
