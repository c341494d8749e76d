import { and, desc, eq, exists, gt, isNull, lt, type SQL, sql } from "drizzle-orm";
import {
  parseSubmissionRow,
  type Submission,
} from "~/domain/submission/record/submission-store.server";
import { submissions } from "~/domain/submission/submission-tables.server";
import { addDays } from "~/platform/clock";
import { type Database, type ExtraStatement, rowValues } from "~/platform/database.server";
import { readSignedId, signId } from "~/platform/signed-id";
import type { ListeningForm } from "./listening-form";
import { listeningLinks, listeningPlays } from "./listening-tables.server";

/** Links that work at once, for one release: a round of letters to the press. */
export const MAX_LISTENING_LINKS = 50;
/** In this time a track that is begun again, or read on, is the same play. */
const PLAY_MS = 30 * 60_000;
/** A link that has ended says so for this long; then it is forgotten. */
const ENDED_DAYS = 90;

export type ListeningLink = typeof listeningLinks.$inferSelect;

/** The secret path of a link's page. */
export const listeningPath = async (secret: string, id: string) =>
  `/listen/${await signId(secret, "listen", id)}`;

const isLiveSql = (now: Date) =>
  and(isNull(listeningLinks.revokedAt), gt(listeningLinks.expiresAt, now.toISOString()));

/**
 * Makes a link, with its entry in the trail. One that is posted twice is made once.
 * @returns false where the release has too many that work.
 */
export async function makeListeningLink(
  db: Database,
  link: Pick<ListeningLink, "id" | "submissionId" | "staffId" | "staffName"> & ListeningForm,
  now: Date,
  extraStatement: ExtraStatement,
): Promise<boolean> {
  const { days, ...rest } = link;
  const dates = { createdAt: now.toISOString(), expiresAt: addDays(now, days).toISOString() };
  const row = { ...rest, ...dates, revokedAt: null };
  const isThere = sql`EXISTS (SELECT 1 FROM ${listeningLinks} WHERE ${listeningLinks.id} = ${row.id})`;
  const hasRoom = sql`(SELECT count(*) FROM ${listeningLinks} WHERE ${and(
    eq(listeningLinks.submissionId, row.submissionId),
    isLiveSql(now),
  )}) < ${MAX_LISTENING_LINKS}`;
  const isNew = sql`NOT ${isThere} AND ${hasRoom}`;
  const [, , rows] = await db.batch([
    extraStatement(isNew),
    db.insert(listeningLinks).select(sql`SELECT ${rowValues(listeningLinks, row)} WHERE ${isNew}`),
    db
      .select({ id: listeningLinks.id })
      .from(listeningLinks)
      .where(and(eq(listeningLinks.id, row.id), eq(listeningLinks.submissionId, row.submissionId))),
  ]);
  return rows.length > 0;
}

/** Ends a link for good. @returns whether this call did. */
export async function revokeListeningLink(
  db: Database,
  { id, submissionId }: Pick<ListeningLink, "id" | "submissionId">,
  now: Date,
  extraStatement: ExtraStatement,
): Promise<boolean> {
  const isOpen = and(
    ...[eq(listeningLinks.id, id), eq(listeningLinks.submissionId, submissionId)],
    isNull(listeningLinks.revokedAt),
  );
  const [, rows] = await db.batch([
    extraStatement(exists(db.select({ id: listeningLinks.id }).from(listeningLinks).where(isOpen))),
    db
      .update(listeningLinks)
      .set({ revokedAt: now.toISOString() })
      .where(isOpen)
      .returning({ id: listeningLinks.id }),
  ]);
  return rows.length > 0;
}

/** The links of a release, the latest first, each with how often a track was begun by it. */
export function listListeningLinks(db: Database, submissionId: string) {
  const plays = sql<number>`(SELECT count(*) FROM ${listeningPlays}
    WHERE ${listeningPlays.linkId} = ${listeningLinks.id})`;
  return db
    .select({ link: listeningLinks, plays })
    .from(listeningLinks)
    .where(eq(listeningLinks.submissionId, submissionId))
    .orderBy(desc(listeningLinks.id));
}

/** A link and its release; "over" once it has ended, undefined for what is no link of ours. */
export async function followListeningLink(
  db: Database,
  { secret, token, now }: { secret: string; token: string; now: Date },
): Promise<{ link: ListeningLink; submission: Submission } | "over" | undefined> {
  const id = await readSignedId(secret, "listen", token);
  if (id === undefined) return undefined;
  const [row] = await db
    .select({ link: listeningLinks, submission: submissions })
    .from(listeningLinks)
    .innerJoin(submissions, eq(submissions.id, listeningLinks.submissionId))
    .where(eq(listeningLinks.id, id));
  if (!row) return undefined;
  const { link, submission } = row;
  if (link.revokedAt !== null || link.expiresAt <= now.toISOString()) return "over";
  return { link, submission: parseSubmissionRow(submission) };
}

/** Counts that a track was begun, once in half an hour. */
export async function countPlay(
  db: Database,
  { linkId, uploadId }: { linkId: string; uploadId: string },
  now: Date,
): Promise<void> {
  const startedAt = new Date(now.getTime() - (now.getTime() % PLAY_MS)).toISOString();
  await db
    .insert(listeningPlays)
    .values({ linkId, uploadId, startedAt, createdAt: now.toISOString() })
    .onConflictDoNothing();
}

/** Statements that delete the links of submissions, with their plays. @param ids for IN. */
export function removeListeningStatements(db: Database, ids: SQL) {
  const theirs = sql`${listeningLinks.submissionId} IN ${ids}`;
  return [
    db
      .delete(listeningPlays)
      .where(sql`${listeningPlays.linkId} IN (SELECT id FROM ${listeningLinks} WHERE ${theirs})`),
    db.delete(listeningLinks).where(theirs),
  ];
}

/** Forgets links that ended a while ago, with their plays. */
export async function purgeListeningLinks(db: Database, now: Date): Promise<void> {
  const before = addDays(now, -ENDED_DAYS).toISOString();
  const ended = lt(listeningLinks.expiresAt, before);
  await db.batch([
    db
      .delete(listeningPlays)
      .where(sql`${listeningPlays.linkId} IN (SELECT id FROM ${listeningLinks} WHERE ${ended})`),
    db.delete(listeningLinks).where(ended),
  ]);
}
