import {
  and,
  asc,
  eq,
  gt,
  inArray,
  isNull,
  lt,
  lte,
  ne,
  notExists,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import * as v from "valibot";
import { addDays } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { draftKeys, drafts, submissions } from "../submission-tables.server";
import { unusedDraftsSql } from "./draft-capacity.server";
import { EMPTY_DRAFT_DAYS } from "./draft-days";

const WARNING_DAYS = 2;
/** Hours after expiry before a draft is emptied: a save or submit that began in time can finish. */
const GRACE_HOURS = 1;
/** Days an expired draft is kept, so that its pages can say that it expired. */
const KEEP_EXPIRED_DAYS = 90;

export type EndingDraft = Awaited<ReturnType<typeof draftsToWarn>>[number];

const text = v.fallback(v.string(), "");
const answersSchema = v.object({
  artist: v.optional(v.object({ email: text, firstName: text }), { email: "", firstName: "" }),
  music: v.optional(v.object({ releaseTitle: text }), { releaseTitle: "" }),
});

const isAlive = and(
  isNull(drafts.submittedAt),
  isNull(drafts.expiredAt),
  // A draft with a submission is never touched, whatever its row says.
  notExists(sql`(SELECT 1 FROM ${submissions} WHERE ${submissions.draftId} = ${drafts.id})`),
);

/** A draft of an account is written about to the address of the account. Table of another room. */
const accountEmail = sql<string | null>`(SELECT owner.email FROM artists AS owner
  WHERE owner.id = drafts.artist_id AND owner.deleted_at IS NULL)`;

/** Drafts that end within two days and whose artists were not warned, the first to end first. */
export async function draftsToWarn(db: Database, now: Date, limit: number) {
  const until = addDays(now, WARNING_DAYS).toISOString();
  const isUnwarned = or(isNull(drafts.warnedOf), ne(drafts.warnedOf, drafts.expiresAt));
  const draftEmail = sql`json_extract(${drafts.answers}, '$.artist.email')`;
  const isReachable = sql`coalesce(${accountEmail}, ${draftEmail}) <> ''`;
  const endsSoon = and(gt(drafts.expiresAt, now.toISOString()), lte(drafts.expiresAt, until));
  const rows = await db
    .select({ draft: drafts, accountEmail })
    .from(drafts)
    .where(and(isAlive, endsSoon, isUnwarned, isReachable))
    .orderBy(asc(drafts.expiresAt))
    .limit(limit);
  return rows.map(({ draft: { id, answers, expiresAt }, accountEmail: loginEmail }) => {
    const { artist, music } = v.parse(answersSchema, JSON.parse(answers));
    const email = loginEmail ?? artist.email;
    return { id, ...artist, email, title: music.releaseTitle, expiresAt: new Date(expiresAt) };
  });
}

/** Records that the artist was warned of this end; a later change moves the end. */
export async function recordWarning(db: Database, draft: EndingDraft): Promise<void> {
  const expiresAt = draft.expiresAt.toISOString();
  await db
    .update(drafts)
    .set({ warnedOf: expiresAt })
    .where(and(eq(drafts.id, draft.id), eq(drafts.expiresAt, expiresAt)));
}

/** Statements for the batch that ends drafts; nobody submits them after `endedAt`. */
type RemoveFiles = (endedAt: string) => BatchItem<"sqlite">[];

const CLEARED = { answers: "{}", completedSteps: "[]", prefill: null };

const emptyEnd = sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', ${drafts.createdAt}, ${`+${EMPTY_DRAFT_DAYS} days`})`;

interface EndOptions {
  limit: number;
  removeFiles: RemoveFiles;
}

async function endDraftsWhere(
  db: Database,
  now: Date,
  condition: SQL | undefined,
  { limit, removeFiles, expiresAt }: EndOptions & { expiresAt?: SQL<string> },
): Promise<string[]> {
  const endedAt = now.toISOString();
  const draftIds = sql`(SELECT ${drafts.id} FROM ${drafts} WHERE ${and(isAlive, condition)}
    ORDER BY ${drafts.expiresAt} LIMIT ${limit})`;
  const clearQuery = db
    .update(drafts)
    .set({ ...CLEARED, expiredAt: endedAt, expiresAt })
    .where(inArray(drafts.id, draftIds))
    .returning({ id: drafts.id });
  const [endedDrafts] = await db.batch([clearQuery, ...removeFiles(endedAt)]);
  return endedDrafts.map(({ id }) => id);
}

/**
 * Empties expired drafts, the first to end first. Their rows stay, so that their pages can say that
 * they expired.
 * @param removeFiles go into the same batch: before its end is written, a draft may still be
 * submitted with its files.
 * @returns the ids of the ended drafts.
 */
export async function emptyExpiredDrafts(
  db: Database,
  now: Date,
  limit: number,
  removeFiles: RemoveFiles,
): Promise<string[]> {
  const before = new Date(now.getTime() - GRACE_HOURS * 3_600_000).toISOString();
  return endDraftsWhere(db, now, lt(drafts.expiresAt, before), { limit, removeFiles });
}

/** Ends drafts that stayed empty for a day. */
export async function endEmptyDrafts(
  db: Database,
  now: Date,
  limit: number,
  removeFiles: RemoveFiles,
): Promise<string[]> {
  return endDraftsWhere(db, now, unusedDraftsSql(now), { limit, removeFiles, expiresAt: emptyEnd });
}

export async function endDrafts(
  db: Database,
  now: Date,
  condition: SQL,
  { limit, removeFiles }: EndOptions,
): Promise<string[]> {
  const endedIds = await endDraftsWhere(db, now, condition, { limit, removeFiles });
  const draftIds = sql`(SELECT value FROM json_each(${JSON.stringify(endedIds)}))`;
  if (endedIds.length > 0) await db.delete(draftKeys).where(inArray(draftKeys.draftId, draftIds));
  return endedIds;
}

/**
 * Deletes drafts 90 days after they expired (unused ones after an hour) with their links, and the
 * links of drafts that were submitted 90 days ago.
 */
export async function deleteExpiredDrafts(db: Database, now: Date): Promise<void> {
  const endedBefore = addDays(now, -KEEP_EXPIRED_DAYS).toISOString();
  const hourAgo = new Date(now.getTime() - GRACE_HOURS * 3_600_000).toISOString();
  // The unused ones of a day: any that was missed goes with the others.
  const wasUnused = and(
    lt(drafts.expiredAt, hourAgo),
    gt(drafts.expiredAt, addDays(now, -1).toISOString()),
    eq(drafts.expiresAt, emptyEnd),
  );
  const isOld = or(lt(drafts.expiredAt, endedBefore), wasUnused);
  const ofDraft = (condition: SQL | undefined) =>
    sql`${draftKeys.draftId} IN (SELECT ${drafts.id} FROM ${drafts} WHERE ${condition})`;
  const isSubmitted = sql`EXISTS (SELECT 1 FROM ${drafts} WHERE ${drafts.id} = ${draftKeys.draftId}
    AND ${drafts.submittedAt} < ${endedBefore})`;
  await db.batch([
    db.delete(draftKeys).where(ofDraft(isOld)),
    // A draft's keys are mostly older than its submission.
    db.delete(draftKeys).where(and(lt(draftKeys.createdAt, endedBefore), isSubmitted)),
    db.delete(drafts).where(isOld),
  ]);
}
