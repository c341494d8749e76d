import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { drafts } from "~/domain/submission/submission-tables.server";
import { uploadParts, uploads } from "~/domain/uploads/receiving/upload-tables.server";
import type { StorageBackend } from "~/domain/uploads/storage-backend";
import { parseSettings } from "~/platform/settings";
import { sweep } from "../../../workers/jobs/sweep";
import { createJobsFixture } from "../../support/jobs-fixture";
import { openForFile } from "../../support/open-for-file";
import { receivingDeps } from "../../support/receiving-deps";

const settings = parseSettings({ SIGNING_SECRET: "x".repeat(32) });
/** Sweeps in an hour: the cron's own five minutes. */
const SWEEPS = 12;

const fixture = await openForFile(createJobsFixture);
beforeEach(async () => {
  await fixture.reset();
  for (const table of [uploads, uploadParts]) await fixture.db.delete(table);
});

/** A bucket that holds nothing and counts what it is asked. */
function countingBucket() {
  const callCounts = { calls: 0, atOnce: 0, most: 0 };
  const request = async () => {
    callCounts.calls += 1;
    callCounts.atOnce += 1;
    callCounts.most = Math.max(callCounts.most, callCounts.atOnce);
    await Promise.resolve();
    callCounts.atOnce -= 1;
  };
  const carrier: StorageBackend = {
    ...fixture.uploads.carrier,
    abort: request,
    remove: request,
    list: async () => {
      await request();
      return [];
    },
  };
  return { callCounts, uploads: receivingDeps(fixture.db, carrier) };
}

const long = (days: number) => new Date(fixture.now().getTime() - days * 86_400_000).toISOString();
const numbersTo = (count: number) =>
  sql`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;
const addUploads = (count: number, state: string, draftId = sql`'D'`) =>
  fixture.db.run(sql`${numbersTo(count)}
    INSERT INTO uploads (id, draft_id, kind, slot, file_name, size, content_type, key, multipart_id,
      part_size, state, created_at, updated_at)
    SELECT 'U' || i, ${draftId}, 'track', 'audio:track-1', 'a.wav', 9, 'audio/wav', 'k' || i, 'm', 5,
      ${state}, ${long(15)}, ${long(15)} FROM n`);
const addDrafts = (count: number) =>
  fixture.db.run(sql`${numbersTo(count)}
    INSERT INTO drafts (id, key_hash, answers, completed_steps, expires_at, created_at, updated_at)
    SELECT 'D' || i, 'D' || i, '{"artist":{}}', '[]', ${long(1)}, ${long(15)}, ${long(15)} FROM n`);

test("a sweep ends ten times the uploads that all visitors together can begin meanwhile", async () => {
  const { callCounts, uploads: deps } = countingBucket();
  const inflow = settings.LIMIT_UPLOADS_PER_HOUR / SWEEPS;
  await addUploads(10 * inflow + 100, "open");
  await fixture.db.run(sql`INSERT INTO upload_parts (upload_id, number, etag, size, created_at)
    SELECT id, 1, 'e', 5, created_at FROM uploads`);
  await sweep({ ...fixture, uploads: deps }, 60, ["uploads"]);
  const isExpired = sql`state = 'expired'`;
  expect(await fixture.db.$count(uploads, isExpired)).toBeGreaterThanOrEqual(10 * inflow);
  // What an invocation may ask others for, and at the same time.
  expect(callCounts.calls).toBeLessThan(9_000);
  expect(callCounts.most).toBeLessThanOrEqual(6);
  await sweep({ ...fixture, uploads: deps }, 60, ["uploads"]);
  expect(await fixture.db.$count(uploads, isExpired)).toBe(10 * inflow + 100);
  expect(await fixture.db.$count(uploadParts)).toBe(0);
});

test("those that the bucket refuses stand in no other's way, however many they are", async () => {
  const { uploads: deps } = countingBucket();
  await addUploads(700, "open");
  const abort = async (key: string) => {
    if (Number(key.slice(1)) <= 300) throw new Error("We encountered an internal error. (10001)");
  };
  const brokenDeps = receivingDeps(deps.db, { ...deps.carrier, abort });
  await sweep({ ...fixture, uploads: brokenDeps }, 60, ["uploads"]);
  const isCleared = sql`state = 'expired' AND multipart_id = ''`;
  expect(await fixture.db.$count(uploads, isCleared)).toBe(400);
  await sweep({ ...fixture, uploads: deps }, 60, ["uploads"]);
  expect(await fixture.db.$count(uploads, isCleared)).toBe(700);
});

test("a sweep ends every draft that may be open, were they all over at once", async () => {
  await addDrafts(settings.LIMIT_OPEN_DRAFTS);
  await sweep(fixture, 60, ["drafts"]);
  expect(await fixture.db.$count(drafts, sql`expired_at IS NULL`)).toBe(0);
  expect(await fixture.db.$count(drafts, sql`answers = '{}'`)).toBe(settings.LIMIT_OPEN_DRAFTS);
});

test("the files of drafts that are over go, ten times the inflow in a sweep, refused ones later", async () => {
  const { uploads: deps } = countingBucket();
  const inflow = settings.LIMIT_UPLOADS_PER_HOUR / SWEEPS;
  await addDrafts(10 * inflow);
  await addUploads(10 * inflow, "complete", sql`'D' || i`);
  const remove = async (...keys: string[]) => {
    if (keys.includes("k7")) throw new Error("We encountered an internal error. (10001)");
  };
  const brokenDeps = receivingDeps(deps.db, { ...deps.carrier, remove });
  await sweep({ ...fixture, uploads: brokenDeps }, 60, ["drafts", "files"]);
  expect(await fixture.db.$count(drafts, sql`expired_at IS NULL`)).toBe(0);
  const remainingRows = await fixture.db.select({ id: uploads.id }).from(uploads);
  expect(remainingRows).toEqual([{ id: "U7" }]);
  await sweep({ ...fixture, uploads: deps }, 60, ["files"]);
  expect(await fixture.db.$count(uploads)).toBe(0);
});

test("everything that grows has an age, and is forgotten when it is over", async () => {
  const rows: Record<
    string,
    [age: number, insert: (id: string, timestamp: string) => ReturnType<typeof sql>]
  > = {
    error_reports: [
      30,
      (
        id,
        timestamp,
      ) => sql`INSERT INTO error_reports (id, fingerprint, message, stage, severity, category,
          occurred_at, metadata, created_at) VALUES (${id}, ${id}, 'm', 's', 'LOW', 'other', ${timestamp}, '{}', ${timestamp})`,
    ],
    error_groups: [
      90,
      (id, timestamp) =>
        sql`INSERT INTO error_groups (id, source, stage, category, severity, message, count, first_seen_at,
          last_seen_at) VALUES (${id}, 'site', 's', 'page', 'LOW', 'm', 1, ${timestamp}, ${timestamp})`,
    ],
    measure_batches: [
      1,
      (_, timestamp) => sql`INSERT INTO measure_batches (at, cells) VALUES (${timestamp}, '{}')`,
    ],
    measures: [
      400,
      (id, timestamp) =>
        sql`INSERT INTO measures (topic, slot, cells) VALUES (${id}, ${timestamp}, '{}')`,
    ],
    error_counts: [
      400,
      (id, timestamp) =>
        sql`INSERT INTO error_counts VALUES (${timestamp}, ${id}, 'page', 'LOW', 1)`,
    ],
    funnel_counts: [
      400,
      (id, timestamp) => sql`INSERT INTO funnel_counts VALUES (${timestamp}, ${id}, '', 1)`,
    ],
    incidents: [
      400,
      (id, timestamp) =>
        sql`INSERT INTO incidents (id, rule, detail, opened_at, last_seen_at, closed_at)
          VALUES (${id}, 'r', 'd', ${timestamp}, ${timestamp}, ${timestamp})`,
    ],
    alert_silences: [
      30,
      (id, timestamp) =>
        sql`INSERT INTO alert_silences (rule, until, staff_id, staff_name, created_at)
          VALUES (${id}, ${timestamp}, 's', 's', ${timestamp})`,
    ],
    health_checks: [
      30,
      (_, timestamp) =>
        sql`INSERT INTO health_checks (at, integration, ok, ms) VALUES (${timestamp}, 'd1', 1, 1)`,
    ],
    form_sessions: [
      0.02,
      (id, timestamp) =>
        sql`INSERT INTO form_sessions (draft_id, started_at, created_at) VALUES (${id}, ${timestamp}, ${timestamp})`,
    ],
    rate_windows: [
      0,
      (id, timestamp) =>
        sql`INSERT INTO rate_windows (key, count, ends_at) VALUES (${id}, 1, ${timestamp})`,
    ],
    dead_letters: [
      90,
      (_, timestamp) =>
        sql`INSERT INTO dead_letters (body, reason, at) VALUES ('b', 'r', ${timestamp})`,
    ],
    job_events: [
      90,
      (id, timestamp) =>
        sql`INSERT INTO job_events (job_id, attempt, outcome, at) VALUES (${id}, 1, 'done', ${timestamp})`,
    ],
    jobs: [
      90,
      (id, timestamp) => sql`INSERT INTO jobs (id, type, state, subject, created_at, updated_at)
          VALUES (${id}, 'send-mail', 'done', ${id}, ${timestamp}, ${timestamp})`,
    ],
    mail_outbox: [
      90,
      (
        id,
        timestamp,
      ) => sql`INSERT INTO mail_outbox (id, dedupe_key, kind, recipient, mailbox, subject,
          text_body, html_body, state, created_at) VALUES (${id}, ${id}, 'draft-expiry', 'a@b.co', 'a@b.co', 's',
          't', 'h', 'sent', ${timestamp})`,
    ],
  };
  for (const [table, [age, insert]] of Object.entries(rows)) {
    await fixture.db.run(sql`DELETE FROM ${sql.identifier(table)}`);
    await fixture.db.run(insert("old", long(age + 0.01)));
    await fixture.db.run(insert("young", long(age - 0.01)));
  }
  await sweep(fixture, 60, ["forgetting"]);
  for (const table of Object.keys(rows))
    expect([table, await fixture.db.$count(sql`${sql.identifier(table)}`)]).toEqual([table, 1]);
});

test("a table that cannot be cleaned keeps no other from it, and is named", async () => {
  await fixture.db.run(sql`DELETE FROM dead_letters`);
  await fixture.db.run(
    sql`INSERT INTO dead_letters (body, reason, at) VALUES ('b', 'r', ${long(91)})`,
  );
  // The first of them all.
  await fixture.db.run(sql`ALTER TABLE form_sessions RENAME TO lost`);
  await sweep(fixture, 60, ["forgetting"]);
  await fixture.db.run(sql`ALTER TABLE lost RENAME TO form_sessions`);
  expect(await fixture.db.$count(sql`dead_letters`)).toBe(0);
  const failures = fixture.lines.flatMap(([event, fields]) =>
    event === "sweep.failed" ? fields : [],
  );
  expect(failures).toMatchObject([{ part: "forgetting", table: "formSessions" }]);
});

test("the page on retention names the age of every table", async () => {
  const tables = await fixture.db.all<{ name: string }>(
    sql`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '[_]*' AND name NOT LIKE 'sqlite%'
      AND name NOT GLOB 'review_search_*' AND name NOT GLOB 'review_words_*'`,
  );
  const page = readFileSync("docs/retention.md", "utf8");
  const ages = page.slice(page.indexOf("| Table | Age |"), page.indexOf("\n## What happens"));
  for (const { name } of tables) expect(ages).toContain(`\`${name}\``);
});
