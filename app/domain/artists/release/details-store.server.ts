import { and, eq, type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import { plainLine } from "~/forms/fields";
import { jobValues } from "~/jobs/job-store.server";
import { jobs } from "~/jobs/job-tables.server";
import { type Database, isOneOfSql, type Statement } from "~/platform/database.server";
import { sha256Hex } from "~/platform/hash";
import { statusesWith } from "~/reference/statuses";
import { releaseDetails } from "../artist-tables.server";
import { isReleaseInProgress, type ReleaseOwner } from "../release-condition.server";
import { splitsSchema } from "../splits/splits";
import type { ReleaseCode } from "./check-details";
import { type Details, detailsSchema } from "./details";

export const storedAnswersSchema = v.object({
  details: v.optional(detailsSchema),
  splits: v.optional(splitsSchema),
  /** What songwriters typed of their own IPI numbers, by their names. */
  ownIpis: v.optional(v.record(v.string(), plainLine)),
});
export type ReleaseAnswers = v.InferOutput<typeof storedAnswersSchema>;
export type ReleasePart = "details" | "splits";

/** Version token of a page's answers, for optimistic locking; "new" without answers. */
export async function answersVersion(answers: object | undefined): Promise<string> {
  return answers ? (await sha256Hex(JSON.stringify(answers))).slice(0, 16) : "new";
}

/** As JSON, without people of whom nothing was typed: a page adds a line for each. */
const withoutBlanks = (details: Details) =>
  JSON.stringify({ ...details, people: details.people.filter(({ isni }) => isni) });

/** Whether details differ from those that were sent; false while none were. */
export const hasUnsentChanges = (sent: Details | undefined, details: Details): boolean =>
  sent !== undefined && withoutBlanks(sent) !== withoutBlanks(details);

/** Enough for an album with all lyrics. */
const MAX_BYTES = 900_000;

/** Undefined while nothing was saved. */
export async function readReleaseDetails(db: Database, submissionId: string) {
  const [row] = await db
    .select()
    .from(releaseDetails)
    .where(eq(releaseDetails.submissionId, submissionId));
  if (!row) return undefined;
  const { answers, sent, sentAt, version, updatedAt } = row;
  return {
    answers: v.parse(storedAnswersSchema, JSON.parse(answers)),
    sent: sent === null ? undefined : v.parse(storedAnswersSchema, JSON.parse(sent)),
    sentAt,
    version,
    updatedAt,
  };
}

/** `moved-on`: the release no longer accepts details. */
type SavedPart =
  | { kind: "saved"; token: string; version: number; savedAt: string }
  | { kind: "conflict"; token: string; savedAt: string }
  | { kind: "moved-on" }
  | { kind: "too-large" };

/**
 * Saves one page, unless it was changed since. Pages are independent: details and shares in two
 * tabs do not conflict.
 * @param base version token that the page was opened with; undefined if the form has none.
 */
export async function savePart<P extends ReleasePart>(
  db: Database,
  owner: ReleaseOwner,
  { part, value, base, now }: { part: P; value: object; base: string | undefined; now: Date },
): Promise<SavedPart> {
  const json = JSON.stringify(value);
  if (new TextEncoder().encode(json).length > MAX_BYTES) return { kind: "too-large" };
  const { submissionId } = owner;
  const timestamp = now.toISOString();
  const token = await answersVersion(value);
  const isOpen = isReleaseInProgress(owner);
  await db.run(sql`INSERT INTO ${releaseDetails}
    (submission_id, answers, version, created_at, updated_at)
    SELECT ${submissionId}, '{}', 1, ${timestamp}, ${timestamp} WHERE ${isOpen} ON CONFLICT DO NOTHING`);
  for (;;) {
    const details = await readReleaseDetails(db, submissionId);
    if (!details) return { kind: "moved-on" };
    const current = await answersVersion(details.answers[part]);
    if (base !== undefined && base !== current && token !== current)
      return { kind: "conflict", token: current, savedAt: details.updatedAt };
    const [row] = await db
      .update(releaseDetails)
      .set({
        answers: sql`json_set(${releaseDetails.answers}, ${`$.${part}`}, json(${json}))`,
        version: details.version + 1,
        updatedAt: timestamp,
      })
      .where(
        and(
          eq(releaseDetails.submissionId, submissionId),
          eq(releaseDetails.version, details.version),
          isOpen,
        ),
      )
      .returning({ version: releaseDetails.version });
    if (row) return { kind: "saved", token, version: row.version, savedAt: timestamp };
    // Another save came first, or the release has moved on.
    const [open] = await db.all<{ open: number }>(sql`SELECT ${isOpen} AS open`);
    if (!open?.open) return { kind: "moved-on" };
  }
}

const refusedStatuses = statusesWith(({ outcome }) => outcome === "no");

/** Codes submitted by other releases, except the same recording by the same artist. */
function usedCodes({ submissionId, artistId }: ReleaseOwner, codes: readonly ReleaseCode[]): SQL {
  return sql`SELECT DISTINCT asked.value ->> 'field' AS field
    FROM release_details AS other
    JOIN submissions AS theirs ON theirs.id = other.submission_id,
      json_each(other.sent, '$.codes') AS known, json_each(${JSON.stringify(codes)}) AS asked
    WHERE other.submission_id <> ${submissionId}
      AND NOT ${isOneOfSql(sql`lower(theirs.status)`, refusedStatuses)}
      AND known.value ->> 'code' = asked.value ->> 'code'
      AND known.value ->> 'kind' = asked.value ->> 'kind'
      AND NOT (asked.value ->> 'kind' = 'isrc' AND theirs.artist_id IS ${artistId}
        AND known.value ->> 'title' = asked.value ->> 'title')`;
}

export async function findUsedCodes(
  db: Database,
  owner: ReleaseOwner,
  codes: readonly ReleaseCode[],
): Promise<ReleaseCode[]> {
  if (codes.length === 0) return [];
  const rows = await db.all<{ field: string }>(usedCodes(owner, codes));
  return codes.filter(({ field }) => rows.some((row) => row.field === field));
}

/** The recordings of the artist's other releases that have one of these titles, with their ISRCs. */
export async function findKnownRecordings(
  db: Database,
  { submissionId, artistId }: ReleaseOwner,
  titles: readonly string[],
): Promise<{ title: string; code: string }[]> {
  return db.all(sql`SELECT DISTINCT known.value ->> 'title' AS title, known.value ->> 'code' AS code
    FROM submissions AS theirs JOIN release_details AS other ON other.submission_id = theirs.id,
      json_each(other.sent, '$.codes') AS known
    WHERE theirs.artist_id = ${artistId} AND theirs.id <> ${submissionId}
      AND NOT ${isOneOfSql(sql`lower(theirs.status)`, refusedStatuses)}
      AND known.value ->> 'kind' = 'isrc'
      AND known.value ->> 'title' IN (SELECT value FROM json_each(${JSON.stringify(titles)}))
    LIMIT 100`);
}

interface DetailsSubmission {
  answers: ReleaseAnswers;
  codes: readonly ReleaseCode[];
  version: number;
  now: Date;
  jobId: string;
  requestId: string;
  hasBoard: boolean;
  /** For the same batch; `when` holds if it was submitted. */
  extraStatements: (when: SQL) => Promise<readonly Statement[]>;
}

/**
 * Submits the details; later edits do not change what was submitted. One batch with the job that
 * updates the board. The statement checks again that nothing changed since validation and that no
 * other release uses a code.
 * @returns whether it was submitted.
 */
export async function submitDetails(
  db: Database,
  owner: ReleaseOwner,
  submission: DetailsSubmission,
): Promise<boolean> {
  const { answers, codes, version, now, jobId, requestId, hasBoard, extraStatements } = submission;
  const { submissionId } = owner;
  const timestamp = now.toISOString();
  const isSent = sql`EXISTS (SELECT 1 FROM ${releaseDetails}
    WHERE submission_id = ${submissionId} AND sent_at = ${timestamp} AND version = ${version + 1})`;
  const job = { id: jobId, type: "sync-board", submissionId, subject: jobId, requestId } as const;
  const [rows] = await db.batch([
    db
      .update(releaseDetails)
      .set({ sent: JSON.stringify({ ...answers, codes }), sentAt: timestamp, version: version + 1 })
      .where(
        and(
          eq(releaseDetails.submissionId, submissionId),
          eq(releaseDetails.version, version),
          isReleaseInProgress(owner),
          sql`NOT EXISTS (${usedCodes(owner, codes)})`,
        ),
      )
      .returning({ id: releaseDetails.submissionId }),
    db
      .insert(jobs)
      .select(
        sql`SELECT ${jobValues({ ...job, at: now })} WHERE ${isSent} AND ${hasBoard ? sql`TRUE` : sql`FALSE`}`,
      ),
    ...(await extraStatements(isSent)),
  ]);
  return rows.length > 0;
}
