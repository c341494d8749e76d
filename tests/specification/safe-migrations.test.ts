import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { unstable_splitSqlQuery } from "wrangler";
import { BACKFILLS } from "../../workers/jobs/sweep/run-backfills";
import { batchedDatabase, DATABASE_WORKER_SCRIPT } from "../support/batched-database";
import { openForFile } from "../support/open-for-file";
import { SteadyMiniflare } from "../support/steady-runtime";

const FOLDER = new URL("../../migrations/", import.meta.url);
const migrations = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".sql"))
  .sort()
  .map((name) => ({ name, text: readFileSync(new URL(name, FOLDER), "utf8") }));

const { db } = await openForFile(async () => {
  const miniflare = new SteadyMiniflare({
    modules: true,
    script: DATABASE_WORKER_SCRIPT,
    d1Databases: ["DB"],
  });
  return { db: batchedDatabase(miniflare), close: () => miniflare.dispose() };
});

const withoutComments = (sql: string) => sql.replaceAll(/^\s*--.*$/gm, "").trim();

/** The statements of a migration as they were written. */
const statementsOf = (text: string) =>
  text.split("--> statement-breakpoint").map(withoutComments).filter(Boolean);

const all = migrations.flatMap(({ name, text }) =>
  statementsOf(text).map((statement) => ({ name, statement })),
);

const FIRST_DAY = "the project's first day, before anybody used it";

/** Statements that go through a table at once, each with what bounds it. */
const BOUNDED: Readonly<Record<string, string>> = {
  "0001 UPDATE uploads": FIRST_DAY,
  "0003 INSERT __new_jobs": FIRST_DAY,
  "0003 DROP jobs": FIRST_DAY,
  "0007 UPDATE drafts": "drafts of 14 days, by their expiry; 30,000 may be open",
  "0009 UPDATE drafts": "drafts of 14 days, by their expiry; 30,000 may be open",
  "0037 DROP review_search": "dropping a table only frees its pages",
  "0037 DROP review_words": "dropping a table only frees its pages",
  "0038 UPDATE uploads": "files of open drafts, by their draft; 30,000 may be open",
  "0038 INSERT slots": "files of open drafts, by `uploads_by_choice`",
  "0053 UPDATE saved_reasons": "at most 50 reasons, see MAX_SAVED_REASONS",
  "0054 UPDATE saved_reasons": "at most 50 reasons, see MAX_SAVED_REASONS",
  "0054 INSERT saved_reasons": "at most 50 reasons, see MAX_SAVED_REASONS",
  "0057 UPDATE saved_reasons": "at most 50 reasons, see MAX_SAVED_REASONS",
};

const isBoundedByIndex = (statement: string) =>
  BOUNDED[statement] !== FIRST_DAY && !statement.includes(" DROP ");

/**
 * Of a whole table, or of all rows in one of few states. These indexes are of open drafts and their files;
 * saved reasons are few.
 */
const READS_MUCH =
  /^SCAN (?!held|saved_reasons|\(subquery)(?!\w+ USING (?:COVERING )?INDEX (?:drafts_by_email|drafts_open|uploads_by_choice)$)|\(state=\?\)$/;

/** What a statement does to rows that are there, and to which table; undefined where it does nothing. */
function effectOn(statement: string): string | undefined {
  const flat = statement.replaceAll(/[`"]/g, "").replaceAll(/\s+/g, " ");
  if (
    /^CREATE (TABLE (IF NOT EXISTS )?\w+ \(|(UNIQUE )?INDEX|TRIGGER|VIEW|VIRTUAL TABLE)/i.test(flat)
  )
    return undefined;
  if (/^(ALTER TABLE \w+ (ADD|RENAME)|DROP (INDEX|TRIGGER|VIEW)|PRAGMA) /i.test(flat))
    return undefined;
  if (
    /^INSERT (OR \w+ )?INTO \w+ ?\([^)]*\) VALUES /i.test(flat) &&
    !/\b(SELECT|rebuild)\b/i.test(flat)
  )
    return undefined;
  const [, verb, table] =
    /^(UPDATE|DELETE|INSERT|REPLACE|DROP)(?: OR \w+)?(?: INTO| FROM| TABLE)? (\w+)/i.exec(flat) ??
    [];
  return `${verb ?? flat.split(" ", 1)[0]} ${table ?? flat}`;
}

test("wrangler splits every migration into the statements that were written, and SQLite takes each", async () => {
  const wide: string[] = [];
  for (const { name, text } of migrations) {
    // As `wrangler d1 migrations apply` adds it.
    const added = `INSERT INTO d1_migrations (name)\n\t\t\t\t\t\t\t\tvalues ('${name}');\n`;
    const pieces = unstable_splitSqlQuery(`${text}\n${added}`);
    const withoutEnd = (statement: string) => statement.replace(/;$/, "").replaceAll(/\s+/g, " ");
    expect([name, pieces.slice(0, -1).map(withoutEnd)]).toEqual([
      name,
      statementsOf(text).map(withoutEnd),
    ]);
    for (const piece of pieces.slice(0, -1)) {
      const effect = effectOn(withoutComments(piece));
      if (effect && isBoundedByIndex(`${name.slice(0, 4)} ${effect}`)) {
        const { results } = await db
          .prepare(`EXPLAIN QUERY PLAN ${piece}`)
          .all<{ detail: string }>();
        for (const { detail } of results)
          if (READS_MUCH.test(detail)) wide.push(`${name}: ${detail}`);
      }
      await db.prepare(piece).run();
    }
  }
  expect(wide).toEqual([]);
  const { results } = await db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'")
    .all();
  expect(results.length).toBeGreaterThan(20);
});

test("a trigger is one line with one END and no CASE, which Cloudflare's own splitter needs", () => {
  const triggers = all.filter(({ statement }) => /^CREATE TRIGGER\b/i.test(statement));
  expect(triggers.length).toBeGreaterThan(20);
  const isSafe = (statement: string) =>
    /^CREATE TRIGGER `\w+` [^\n]* BEGIN [^\n]*; END;$/.test(statement) &&
    statement.match(/\bEND\b/gi)?.length === 1 &&
    statement.match(/\bBEGIN\b/gi)?.length === 1 &&
    !/\bCASE\b|--|\/\*/i.test(statement);
  expect(triggers.filter(({ statement }) => !isSafe(statement))).toEqual([]);
  expect(migrations.filter(({ text }) => text.includes("\r"))).toEqual([]);
});

test("no statement goes through a whole table, unless it is known what bounds it", () => {
  const effects = all.flatMap(({ name, statement }) => {
    const effect = effectOn(statement);
    return effect ? [`${name.slice(0, 4)} ${effect}`] : [];
  });
  expect([...new Set(effects)].sort()).toEqual(Object.keys(BOUNDED).sort());
});

test.each([
  ["UPDATE submissions SET status = 'pending'", "UPDATE submissions"],
  ["DELETE FROM `audit` WHERE id IS NULL", "DELETE audit"],
  ["INSERT OR IGNORE INTO `slots` (a)\n\tSELECT a FROM uploads", "INSERT slots"],
  ["INSERT INTO slots (a) VALUES ((SELECT max(id) FROM uploads))", "INSERT slots"],
  ["INSERT INTO review_words (review_words) VALUES ('rebuild')", "INSERT review_words"],
  ["ALTER TABLE `drafts` DROP COLUMN `typed`", "ALTER ALTER TABLE drafts DROP COLUMN typed"],
  ["CREATE TABLE copy AS SELECT * FROM drafts", "CREATE CREATE TABLE copy AS SELECT * FROM drafts"],
  ["WITH old AS (SELECT 1) DELETE FROM drafts", "WITH WITH old AS (SELECT 1) DELETE FROM drafts"],
  ["ALTER TABLE `drafts` ADD `typed` text", undefined],
])("%s is seen", (statement, effect) => {
  expect(effectOn(statement)).toBe(effect);
});

test("every back-fill that a migration marks is run by the sweep, and the other way round", () => {
  const marked = all.flatMap(({ statement }) =>
    /^INSERT INTO backfills\b/.test(statement)
      ? Array.from(statement.matchAll(/\('([\w-]+)', strftime/g), ([, name]) => name)
      : [],
  );
  expect(marked.sort()).toEqual(BACKFILLS.map(({ name }) => name).sort());
});
