import { and, eq, type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import { jobValues } from "~/jobs/job-store.server";
import { jobs } from "~/jobs/job-tables.server";
import type { Database, Statement } from "~/platform/database.server";
import { sha256Hex } from "~/platform/hash";
import { releaseDetails } from "../artist-tables.server";
import { isReleaseInProgress, type ReleaseOwner } from "../release-condition.server";
import { splitsSchema } from "../splits/splits";
import type { ReleaseCode } from "./check-details";
import { detailsSchema } from "./details";

const answersSchema = v.object({
  details: v.optional(detailsSchema),
  splits: v.optional(splitsSchema),
});
/** What was typed of a release, by the page it was typed on. */
type ReleaseAnswers = v.InferOutput<typeof answersSchema>;
export type ReleasePart = keyof ReleaseAnswers;

/** Names a state of a page's answers, so that one that was overtaken is known; "new" for none. */
export async function answersVersion(answers: object | undefined): Promise<string> {
  return answers ? (await sha256Hex(JSON.stringify(answers))).slice(0, 16) : "new";
}

/** More than an album with all its lyrics. */
const MOST_BYTES = 900_000;

/** What is stored of a release. */
export interface StoredDetails {
  answers: ReleaseAnswers;
  sent: ReleaseAnswers | undefined;
  sentAt: string | null;
  version: number;
  updatedAt: string;
}

/** What is stored of a release; undefined while nothing was typed. */
export async function readReleaseDetails(
  db: Database,
  submissionId: string,
): Promise<StoredDetails | undefined> {
  const [row] = await db
    .select()
    .from(releaseDetails)
    .where(eq(releaseDetails.submissionId, submissionId));
  if (!row) return undefined;
  const { answers, sent, sentAt, version, updatedAt } = row;
  return {
    answers: v.parse(answersSchema, JSON.parse(answers)),
    sent: sent === null ? undefined : v.parse(answersSchema, JSON.parse(sent)),
    sentAt,
    version,
    updatedAt,
  };
}

/** What became of a save; `moved-on`: the release is not asked for its details any more. */
type SavedPart =
  | { kind: "saved"; token: string; version: number; savedAt: string }
  | { kind: "conflict"; token: string; savedAt: string }
  | { kind: "moved-on" }
  | { kind: "too-large" };

/**
 * Saves what a page shows, unless somebody has saved something else there since. Each page is on its
 * own: two tabs on details and shares never undo each other.
 * @param base the token of what the page was typed over; undefined for a form that does not say.
 */
export async function savePart<P extends ReleasePart>(
  db: Database,
  own: ReleaseOwner,
  { part, value, base, now }: { part: P; value: object; base: string | undefined; now: Date },
): Promise<SavedPart> {
  const json = JSON.stringify(value);
  if (new TextEncoder().encode(json).length > MOST_BYTES) return { kind: "too-large" };
  const { submissionId } = own;
  const at = now.toISOString();
  const token = await answersVersion(value);
  const isOpen = isReleaseInProgress(own);
  await db.run(sql`INSERT INTO ${releaseDetails}
    (submission_id, answers, version, created_at, updated_at)
    SELECT ${submissionId}, '{}', 1, ${at}, ${at} WHERE ${isOpen} ON CONFLICT DO NOTHING`);
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
        updatedAt: at,
      })
      .where(
        and(
          eq(releaseDetails.submissionId, submissionId),
          eq(releaseDetails.version, details.version),
          isOpen,
        ),
      )
      .returning({ version: releaseDetails.version });
    if (row) return { kind: "saved", token, version: row.version, savedAt: at };
    // Another save was faster, or the release has moved on.
    const [open] = await db.all<{ open: number }>(sql`SELECT ${isOpen} AS open`);
    if (!open?.open) return { kind: "moved-on" };
  }
}

/** Codes that another release has sent: all but the same recording of the same artist once more. */
function takenCodes({ submissionId, artistId }: ReleaseOwner, codes: readonly ReleaseCode[]): SQL {
  return sql`SELECT DISTINCT asked.value ->> 'field' AS field
    FROM release_details AS other
    JOIN submissions AS theirs ON theirs.id = other.submission_id,
      json_each(other.sent, '$.codes') AS known, json_each(${JSON.stringify(codes)}) AS asked
    WHERE other.submission_id <> ${submissionId}
      AND lower(theirs.status) NOT IN ('rejected', 'failed')
      AND known.value ->> 'code' = asked.value ->> 'code'
      AND known.value ->> 'kind' = asked.value ->> 'kind'
      AND NOT (asked.value ->> 'kind' = 'isrc' AND theirs.artist_id IS ${artistId}
        AND known.value ->> 'title' = asked.value ->> 'title')`;
}

/** Which of these codes are another release's. */
export async function findUsedCodes(
  db: Database,
  own: ReleaseOwner,
  codes: readonly ReleaseCode[],
): Promise<ReleaseCode[]> {
  if (codes.length === 0) return [];
  const rows = await db.all<{ field: string }>(takenCodes(own, codes));
  return codes.filter(({ field }) => rows.some((row) => row.field === field));
}

interface Sending {
  answers: ReleaseAnswers;
  codes: readonly ReleaseCode[];
  /** Of the row that was checked. */
  version: number;
  now: Date;
  jobId: string;
  requestId: string;
  hasBoard: boolean;
  /** Statements of the same batch, given the condition that it was sent. */
  alongside: (when: SQL) => Promise<readonly Statement[]>;
}

/**
 * Sends the details to us: what is sent stays as it is until it is sent again, whatever is typed
 * meanwhile. In one batch with the job that tells the board; the statement that sends decides that
 * nothing was typed since it was checked, and that no code is another release's by now.
 * @returns whether it was sent.
 */
export async function submitDetails(
  db: Database,
  own: ReleaseOwner,
  sending: Sending,
): Promise<boolean> {
  const { answers, codes, version, now, jobId, requestId, hasBoard, alongside } = sending;
  const { submissionId } = own;
  const at = now.toISOString();
  const wasSent = sql`EXISTS (SELECT 1 FROM ${releaseDetails}
    WHERE submission_id = ${submissionId} AND sent_at = ${at} AND version = ${version + 1})`;
  const job = { id: jobId, type: "sync-board", submissionId, subject: jobId, requestId } as const;
  const [rows] = await db.batch([
    db
      .update(releaseDetails)
      .set({ sent: JSON.stringify({ ...answers, codes }), sentAt: at, version: version + 1 })
      .where(
        and(
          eq(releaseDetails.submissionId, submissionId),
          eq(releaseDetails.version, version),
          isReleaseInProgress(own),
          sql`NOT EXISTS (${takenCodes(own, codes)})`,
        ),
      )
      .returning({ id: releaseDetails.submissionId }),
    db
      .insert(jobs)
      .select(
        sql`SELECT ${jobValues({ ...job, at: now })} WHERE ${wasSent} AND ${hasBoard ? sql`TRUE` : sql`FALSE`}`,
      ),
    ...(await alongside(wasSent)),
  ]);
  return rows.length > 0;
}
