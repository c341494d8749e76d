import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openDatabase } from "~/platform/database.server";
import { BACKFILLS, nextSlice, runBackfills } from "../../../workers/jobs/sweep/run-backfills";
import { batchedDatabase, DATABASE_WORKER_SCRIPT } from "../../support/batched-database";
import { applyMigrationsFrom, migrationNames } from "../../support/board-fixture";
import { applyLanded, insertKnown } from "../../support/landed-migrations";
import { openForFile } from "../../support/open-for-file";
import { SteadyMiniflare } from "../../support/steady-runtime";

/* Migrations used to fill whole tables. Slices of the sweep leave the same rows. */

const LAST = migrationNames.at(-1)?.slice(0, 4) ?? "";
/** The versions before migrations that leave a back-fill. */
const VERSIONS = ["0017", "0026", "0031", "0033", "0035", "0036", "0039", "0054"];

const fixture = await openForFile(async () => {
  const miniflare = new SteadyMiniflare({
    modules: true,
    script: DATABASE_WORKER_SCRIPT,
    d1Databases: VERSIONS.flatMap((version) => [`landed-${version}`, `sliced-${version}`]),
  });
  return { miniflare, close: () => miniflare.dispose() };
});

const now = () => new Date("2026-11-27T12:00:00.000Z");
const at = (hour: number) => `2025-03-01T${String(hour).padStart(2, "0")}:00:00.000Z`;
const dates = { created_at: at(1), updated_at: at(1) };

const HISTORY = JSON.stringify([{ status: "pending", at: at(1) }]);
const ANSWERED = JSON.stringify([
  { status: "pending", at: at(1) },
  { status: "rejected", at: at(2), by: "Bo", id: "1" },
  { status: "pending", at: at(2), by: "Bo", id: "2", undone: "rejected" },
  { status: "pending", at: at(3), by: "Ida", id: "3", reason: "Louder", changes: true },
  { status: "approved", at: at(4), by: "Bo", id: "4" },
]);
const SINGLE = {
  ...{ uploadType: "new", releaseType: "single", primaryGenre: "Folk", releaseDate: "2025-06-01" },
  tracks: [{ title: "One" }],
};
const TRANSFER = { uploadType: "transfer", catalogueItems: [{ title: "Old Song" }] };

/** Rows of everything that a back-fill looks at. */
async function leaveHistory(db: D1Database): Promise<void> {
  const insert = (table: string, cells: Parameters<typeof insertKnown>[2]) =>
    insertKnown(db, table, cells);
  for (const [id, steps, submitted] of [
    ["D1", ["artist"], null],
    ["D2", ["music", "artist"], null],
    ["D3", [], null],
    ["D4", ["artist", "music", "about"], at(2)],
  ] as const)
    await insert("drafts", {
      ...{ id, key_hash: id, answers: "{}", completed_steps: JSON.stringify(steps), ...dates },
      ...{ expires_at: at(9), submitted_at: submitted, artist_id: null },
    });
  for (const [key, session] of [
    ["k1", "ada@example.com"],
    ["k2", "a sign-in"],
    ["k3", null],
  ] as const)
    await insert("draft_keys", {
      ...{ key_hash: key, draft_id: "D1", session_id: session, created_at: at(1) },
    });
  for (const [id, title, form, status, history] of [
    ["S1", "Tide", JSON.stringify(SINGLE), "pending", HISTORY],
    ["S2", "Engine", JSON.stringify(SINGLE), "approved", ANSWERED],
    ["S3", "", JSON.stringify(TRANSFER), "rejected", HISTORY],
    ["S4", "", "no JSON", "pending", "no JSON"],
    ["S5", "", "{}", "live", "[]"],
  ] as const)
    await insert("submissions", {
      ...{ id, draft_id: id === "S2" ? "D4" : `D-${id}`, reference: `MHG-${id}`, entry: "open" },
      ...{ artist_name: `Björk ${id}`, email: `typed-${id}@example.com`, release_title: title },
      ...{ form_data: form, files: "[]", status, status_history: history, artist_id: "A" },
      ...{ reply_due_at: at(5), others_left: 1, ...dates },
    });
  for (const [id, ai, sent] of [
    ["S1", "none", "none"],
    ["S2", "yes", "some"],
    ["S3", "most", null],
    ["S5", "", null],
  ] as const)
    await insert("release_details", {
      ...{
        submission_id: id,
        answers: JSON.stringify({ details: { ai }, splits: {} }),
        version: 1,
      },
      ...{ sent: sent && JSON.stringify({ details: { ai: sent, upc: "1" }, codes: [] }), ...dates },
    });
  await insert("uploads", {
    ...{ id: "U", draft_id: "D4", kind: "track", slot: "audio:track-1", file_name: "u", size: 1 },
    ...{ content_type: "audio/wav", key: "u", multipart_id: "", part_size: 1, state: "complete" },
    ...dates,
  });
  for (const [id, state] of [
    ["U1", "complete"],
    ["U2", "open"],
  ] as const)
    await insert("uploads", {
      ...{ id, draft_id: "D1", kind: "track", slot: "audio:track-1", file_name: "u", size: 1 },
      ...{ content_type: "audio/wav", key: id, multipart_id: "", part_size: 1, state, ...dates },
    });
  await insert("track_findings", {
    ...{ upload_id: "U", findings: JSON.stringify({ over: { samples: 3 } }), created_at: at(1) },
  });
  for (const id of ["W1", "W2", "W3"])
    await insert("waiting_list", {
      ...{ id, reference: id, artist_name: `Waiting ${id}`, email: "w@example.com" },
      ...{ listen_link: "x", artist_data: "{}", status: id === "W2" ? "closed" : "pending" },
      ...{ status_history: id === "W1" ? ANSWERED : HISTORY, reply_due_at: at(4), ...dates },
    });
  for (const [id, email, deletedAt] of [
    ["A", "now@example.com", null],
    ["B", "b@example.com", at(3)],
    ["C", "second@example.com", null],
  ] as const)
    await insert("artists", {
      ...{ id, artist_id: `A-${id}`, code_mark: "m", email, profile: "{}", deleted_at: deletedAt },
      ...dates,
    });
  for (const [hash, artist, email, hour] of [
    ["l1", "A", "first@example.com", 2],
    ["l2", "A", "second@example.com", 3],
    ["l3", "B", "before-b@example.com", 2],
    ["l4", "A", "first@example.com", 4],
    ["l5", "C", "second@example.com", 8],
  ] as const)
    await insert("artist_links", {
      ...{ token_hash: hash, artist_id: artist, kind: "sign-in", email, created_at: at(hour) },
      expires_at: at(9),
    });
  await insert("artist_links", {
    ...{ token_hash: "change", artist_id: "A", kind: "email", email: "now@example.com" },
    ...{ created_at: at(5), expires_at: at(9) },
  });
  for (const [id, kind, key, recipient, submission, hour] of [
    ["M1", "account", "account:A:mark", "Coded@example.com", null, 2],
    ["M2", "email-changed", "email-changed:change", "third@example.com", null, 6],
    ["M3", "status-change", "status:S2", "letters@example.com", "S2", 3],
    ["M4", "waiting-list", "w", "second@example.com", null, 2],
    ["M5", "waiting-list", "w2", "now@example.com", null, 7],
    ["M6", "deletion-asked", "deletion-asked:DR", "now@example.com", null, 7],
    ["M7", "waiting-list", "w3", "nobody@example.com", null, 7],
    ["M8", "waiting-list", "w4", "", null, 7],
  ] as const)
    await insert("mail_outbox", {
      ...{ id, kind, dedupe_key: key, recipient, address: recipient.toLowerCase() },
      ...{ mailbox: recipient.toLowerCase(), submission_id: submission, subject: "x" },
      ...{ text_body: "x", html_body: "x", state: "sent", created_at: at(hour) },
    });
  await insert("data_requests", {
    ...{ id: "DR", artist_id: "A", kind: "deletion", due_at: at(9), created_at: at(1) },
  });
  for (const artist of ["A", "B"])
    await insert("signature_requests", {
      ...{ id: `sign-${artist}`, artist_id: artist, provider: "portal", status: "signed" },
      ...{ template_version: "1", text: "t", text_hash: "h", expires_at: at(9), ...dates },
    });
  for (const [id, action, subject, staff] of [
    ["1", "status-set", "S1", "ida"],
    ["2", "status-set", "W1", "ida"],
    ["3", "status-set", "gone", "ida"],
    ["4", "account-made", "A", "ida"],
    ["5", "account-made", "B", "ida"],
    ["6", "board-item-made", "", "ida"],
    ["7", "agreement-signed", "sign-A", "artist:A-A"],
    ["8", "agreement-signed", "sign-B", "artist:A-B"],
    ["9", "agreement-signed", "sign-gone", "artist:A-X"],
  ] as const)
    await insert("audit", {
      ...{ id, staff_id: staff, staff_name: "Ida", action, subject, detail: `Of ${subject}` },
      created_at: at(1),
    });
}

async function all(
  db: D1Database,
  query: string,
  ...values: string[]
): Promise<Record<string, unknown>[]> {
  return (
    await db
      .prepare(query)
      .bind(...values)
      .all()
  ).results;
}

/** The rows of all tables, except for what the order and the moment of filling decide. */
async function readRows(db: D1Database): Promise<Record<string, unknown>> {
  const tables = await all(
    db,
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'review_search*' AND name NOT GLOB 'review_words*'
       AND name NOT GLOB '_cf_*' AND name NOT IN ('sqlite_sequence', 'backfills') ORDER BY name`,
  );
  const rows: Record<string, unknown> = {};
  for (const { name } of tables) {
    const lines = (await all(db, `SELECT * FROM ${name}`)).map((row) => {
      // Staleness is a count of changes: 0 or not.
      if (name === "review_items")
        Object.assign(row, { number: null, search_stale: row.search_stale !== 0 });
      // By which an address was somebody's until the migration.
      if (name === "former_addresses" && !String(row.until).startsWith("2025")) row.until = "now";
      // When the migration ran.
      if (name === "sweep_runs") row.at = "now";
      return JSON.stringify(row);
    });
    rows[String(name)] = lines.sort();
  }
  for (const word of ["jork", "renamed", "tide", "old song", "waiting", "typed s2"])
    rows[`search for ${word}`] = await all(
      db,
      `SELECT id FROM review_search JOIN review_items ON number = review_search.rowid
       WHERE review_search MATCH '"${word}"' ORDER BY id`,
    );
  rows["words with W"] = await all(
    db,
    `SELECT id FROM review_words JOIN review_items ON number = review_words.rowid
     WHERE review_words MATCH '"w" *' ORDER BY id`,
  );
  return rows;
}

async function checkIndexes(db: D1Database): Promise<void> {
  for (const index of ["review_search", "review_words"])
    await db.prepare(`INSERT INTO ${index} (${index}, rank) VALUES ('integrity-check', 1)`).run();
}

const openMarkers = (db: D1Database) =>
  all(db, "SELECT name FROM backfills WHERE finished_at IS NULL ORDER BY name");

const readTables = (db: D1Database) =>
  all(
    db,
    `SELECT name, iif(type = 'trigger', type, sql) AS sql FROM sqlite_master
     WHERE name NOT GLOB '_cf_*' ORDER BY name`,
  );

test.each(VERSIONS)("slices leave the rows that the migrations after %s left", async (version) => {
  const landed = batchedDatabase(fixture.miniflare, `landed-${version}`);
  const sliced = batchedDatabase(fixture.miniflare, `sliced-${version}`);
  for (const db of [landed, sliced]) {
    await applyLanded(db, { until: version });
    await leaveHistory(db);
  }
  await applyLanded(landed, { after: version, until: LAST });
  await applyMigrationsFrom(sliced, String(Number(version) + 1).padStart(4, "0"));
  expect(await openMarkers(landed)).toEqual([]);
  expect((await openMarkers(sliced)).length).toBeGreaterThan(0);

  // What happens before the sweep comes by.
  for (const db of [landed, sliced])
    await db.batch(
      [
        "UPDATE submissions SET artist_name = 'Renamed' WHERE id = 'S1'",
        "DELETE FROM submissions WHERE id = 'S5'",
        "DELETE FROM waiting_list WHERE id = 'W3'",
      ].map((statement) => db.prepare(statement)),
    );

  const failures: unknown[] = [];
  const deps = {
    db: openDatabase(sliced),
    now,
    log: (_: unknown, event: string, fields?: object) => void failures.push([event, fields]),
  };
  // Two sweeps at a time, and never all at once.
  for (let n = 0; n < 40 && (await openMarkers(sliced)).length > 0; n++)
    await Promise.all([1, 2].map(() => runBackfills(deps, { slices: 2, rows: 2 })));
  expect(failures).toEqual([]);
  expect(await openMarkers(sliced)).toEqual([]);
  const filled = await readRows(sliced);
  expect(filled).toEqual(await readRows(landed));
  expect(
    await all(
      sliced,
      "SELECT id, replied_by AS staff FROM review_items WHERE replied_at = ?",
      at(3),
    ),
  ).toEqual([
    { id: "S2", staff: "Ida" },
    { id: "W1", staff: "Ida" },
  ]);
  await checkIndexes(landed);
  await checkIndexes(sliced);
  expect(await readTables(sliced)).toEqual(await readTables(landed));

  // Once more changes nothing.
  await sliced.prepare("UPDATE backfills SET cursor = '', finished_at = NULL").run();
  await runBackfills(deps);
  expect(await openMarkers(sliced)).toEqual([]);
  expect(await readRows(sliced)).toEqual(filled);
});

test("a slice reads the rows of its keys, and no table whole", async () => {
  const db = openDatabase(batchedDatabase(fixture.miniflare, "sliced-0017"));
  /** Of a whole table, or of all rows that have one of few values. */
  const readsMuch =
    /^SCAN (?!\(subquery|found|entry VIRTUAL TABLE)|^SEARCH .*\((?:action|kind|state|status)=\?\)$/;
  const wide: string[] = [];
  for (const backfill of BACKFILLS)
    for (const statement of nextSlice(backfill, 1_000).fill) {
      const plan = await db.all<{ detail: string }>(sql`EXPLAIN QUERY PLAN ${statement}`);
      expect(plan.some(({ detail }) => detail.startsWith("SEARCH backfills"))).toBe(true);
      for (const { detail } of plan)
        if (readsMuch.test(detail)) wide.push(`${backfill.name}: ${detail}`);
    }
  expect(wide).toEqual([]);
});

test("a draft that no slice has come to counts each of its steps once", async () => {
  const db = batchedDatabase(fixture.miniflare, "sliced-0026");
  const passed =
    "SELECT step, sum(count) AS drafts FROM funnel_counts WHERE event = 'passed' GROUP BY step";
  await db.prepare("DELETE FROM funnel_counts").run();
  for (const [before, after] of [
    ["passed_steps = '[]'", '["artist","music"]'],
    ["version = 2", '["music"]'],
    ["version = 3", '["music","artist"]'],
  ])
    await db.batch([
      db.prepare(`UPDATE drafts SET ${before} WHERE id = 'D1'`),
      db.prepare("UPDATE drafts SET completed_steps = ? WHERE id = 'D1'").bind(after),
    ]);
  expect(await all(db, passed)).toEqual([{ step: "music", drafts: 1 }]);
});
