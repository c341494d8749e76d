import { and, desc, eq, gt, inArray, isNull, lt, ne, type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import { jobValues } from "~/jobs/job-store.server";
import { jobs } from "~/jobs/job-tables.server";
import { addDays } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { sha256Hex } from "~/platform/hash";
import type { Staff } from "~/platform/principal";
import { sealText, unsealText } from "~/platform/sealed-text";
import { linkMailings, returningLinks } from "./entry-tables.server";

/** Links mailed at a time, so that other mails come in between. */
export const MAILING_BATCH_SIZE = 40;
/** Tokens are deleted after this time, even if mails are left. */
const TOKEN_RETENTION_DAYS = 2;
const RETENTION_DAYS = 90;

interface NewMailing {
  id: string;
  jobId: string;
  tokens: readonly string[];
  /** SIGNING_SECRET; encrypts the tokens, of which only hashes are stored elsewhere. */
  secret: string;
  createdAt: Date;
  staff: Staff;
  requestId: string;
}

/** Equal lists have equal ids. */
export const mailingId = (tokens: readonly string[]) => sha256Hex(tokens.toSorted().join("\n"));

/**
 * Statements that insert a mailing and its job, once; and the condition that they did, for other
 * statements of the batch.
 */
export async function openMailing(
  db: Database,
  { id, jobId, tokens, secret, createdAt: now, staff, requestId }: NewMailing,
) {
  const isRequested = sql`EXISTS (SELECT 1 FROM ${linkMailings} WHERE id = ${id} AND job_id = ${jobId})`;
  const insertMailing = db
    .insert(linkMailings)
    .values({
      id,
      jobId,
      total: tokens.length,
      tokens: await sealText(secret, JSON.stringify(tokens)),
      staffId: staff.id,
      staffName: staff.name,
      createdAt: now.toISOString(),
    })
    .onConflictDoNothing()
    .returning({ id: linkMailings.id });
  const jobRow = {
    id: jobId,
    type: "mail-links",
    submissionId: sql`NULL`,
    subject: id,
    at: now,
  } as const;
  const insertJob = db
    .insert(jobs)
    .select(sql`SELECT ${jobValues({ ...jobRow, requestId })} WHERE ${isRequested}`);
  return { isRequested, statements: [insertMailing, insertJob] as const };
}

export function activeLinksQuery(db: Database, hashes: readonly string[], now: Date) {
  const { id, tokenHash, artistName, email, expiresAt, deactivatedAt } = returningLinks;
  return db
    .select({ id, tokenHash, artistName, email, expiresAt })
    .from(returningLinks)
    .where(
      and(
        sql`${tokenHash} IN (SELECT value FROM json_each(${JSON.stringify(hashes)}))`,
        isNull(deactivatedAt),
        gt(expiresAt, now.toISOString()),
      ),
    );
}

const tokensSchema = v.array(v.string());

/**
 * The next tokens of a list and their position.
 * @returns undefined for a finished list; `sealed` if another secret has encrypted it.
 */
export async function nextTokens(db: Database, id: string, secret: string) {
  const [row] = await db.select().from(linkMailings).where(eq(linkMailings.id, id));
  if (!row || row.tokens === "") return undefined;
  const tokensJson = await unsealText(secret, row.tokens);
  if (tokensJson === undefined) return "sealed";
  const tokens = v.parse(tokensSchema, JSON.parse(tokensJson));
  return {
    done: row.done,
    total: row.total,
    tokens: tokens.slice(row.done, row.done + MAILING_BATCH_SIZE),
  };
}

/** Claims the next links of a list. @returns the statement and the condition that it succeeded. */
export function claimTokens(
  db: Database,
  id: string,
  { done, count, claim }: { done: number; count: number; claim: string },
) {
  const statement = db
    .update(linkMailings)
    .set({
      done: done + count,
      claim,
      tokens: sql`CASE WHEN ${done + count} >= ${linkMailings.total} THEN '' ELSE ${linkMailings.tokens} END`,
    })
    .where(and(eq(linkMailings.id, id), eq(linkMailings.done, done), ne(linkMailings.tokens, "")))
    .returning({ id: linkMailings.id });
  const isClaimed: SQL = sql`EXISTS (SELECT 1 FROM ${linkMailings} WHERE id = ${id} AND claim = ${claim})`;
  return { statement, isClaimed };
}

export const countWritten = (db: Database, id: string, countSql: SQL, isClaimed: SQL) =>
  db
    .update(linkMailings)
    .set({ written: sql`${linkMailings.written} + ${countSql}` })
    .where(and(eq(linkMailings.id, id), isClaimed));

/** Mailings since then, latest first. */
export function mailingsSince(db: Database, since: Date, limit: number) {
  const { id, total, done, written, staffName, createdAt, tokens } = linkMailings;
  return db
    .select({
      id,
      total,
      done,
      written,
      staffName,
      createdAt,
      isOpen: sql<number>`${tokens} <> ''`.mapWith(Boolean),
    })
    .from(linkMailings)
    .where(gt(createdAt, since.toISOString()))
    .orderBy(desc(createdAt))
    .limit(limit);
}

/** Deletes tokens after two days, and lists after 90 days. */
export async function purgeMailings(db: Database, now: Date): Promise<void> {
  const isOlderThan = (days: number) =>
    lt(linkMailings.createdAt, addDays(now, -days).toISOString());
  const { id, tokens } = linkMailings;
  const expired = db
    .select({ id })
    .from(linkMailings)
    .where(and(isOlderThan(TOKEN_RETENTION_DAYS), ne(tokens, "")));
  await db.batch([
    db.update(linkMailings).set({ tokens: "" }).where(inArray(id, expired)),
    db.delete(linkMailings).where(isOlderThan(RETENTION_DAYS)),
  ]);
}
