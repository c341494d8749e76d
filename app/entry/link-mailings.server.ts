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

/** How many links of a list get their mails at a time, so that other mails come in between. */
export const MAILED_AT_ONCE = 40;
/** What is not written by then is not written any more: tokens are not kept for longer. */
const TOKENS_DAYS = 2;
const KEPT_DAYS = 90;

/** A list of links to be mailed. */
interface NewMailing {
  id: string;
  jobId: string;
  tokens: readonly string[];
  /** The setting SIGNING_SECRET, which seals the tokens: only their hashes are stored otherwise. */
  secret: string;
  at: Date;
  by: Staff;
  requestId: string;
}

/** The name of a list: the same for the same links. */
export const mailingId = (tokens: readonly string[]) => sha256Hex(tokens.toSorted().join("\n"));

/**
 * The statements that ask for the mails of a list, once: its row and its job; and the condition, for
 * what else goes into their batch, that they have.
 */
export async function openMailing(
  db: Database,
  { id, jobId, tokens, secret, at, by, requestId }: NewMailing,
) {
  const isAsked = sql`EXISTS (SELECT 1 FROM ${linkMailings} WHERE id = ${id} AND job_id = ${jobId})`;
  const row = db
    .insert(linkMailings)
    .values({
      id,
      jobId,
      total: tokens.length,
      tokens: await sealText(secret, JSON.stringify(tokens)),
      staffId: by.id,
      staffName: by.name,
      createdAt: at.toISOString(),
    })
    .onConflictDoNothing()
    .returning({ id: linkMailings.id });
  const work = { id: jobId, type: "mail-links", submissionId: sql`NULL`, subject: id, at } as const;
  const job = db
    .insert(jobs)
    .select(sql`SELECT ${jobValues({ ...work, requestId })} WHERE ${isAsked}`);
  return { isAsked, statements: [row, job] as const };
}

/** The links that work of those with these hashes. */
export function workingLinks(db: Database, hashes: readonly string[], now: Date) {
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
 * The next tokens of a list, and where they stand in it.
 * @returns undefined for one that is over; `sealed` where another secret has sealed it.
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
    tokens: tokens.slice(row.done, row.done + MAILED_AT_ONCE),
  };
}

/** The statement that takes the next links of a list, and the condition that it did. */
export function takeTokens(
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
  const isTaken: SQL = sql`EXISTS (SELECT 1 FROM ${linkMailings} WHERE id = ${id} AND claim = ${claim})`;
  return { statement, isTaken };
}

/** The statement that adds to the mails that a list has written. @param countSql how many more. */
export const countWritten = (db: Database, id: string, countSql: SQL, isTaken: SQL) =>
  db
    .update(linkMailings)
    .set({ written: sql`${linkMailings.written} + ${countSql}` })
    .where(and(eq(linkMailings.id, id), isTaken));

/** The lists whose mails were asked for since then, the latest first. */
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

/** Forgets the tokens of lists that came to no end in two days, and lists after 90 days. */
export async function forgetMailings(db: Database, now: Date): Promise<void> {
  const before = (days: number) => lt(linkMailings.createdAt, addDays(now, -days).toISOString());
  const { id, tokens } = linkMailings;
  const late = db
    .select({ id })
    .from(linkMailings)
    .where(and(before(TOKENS_DAYS), ne(tokens, "")));
  await db.batch([
    db.update(linkMailings).set({ tokens: "" }).where(inArray(id, late)),
    db.delete(linkMailings).where(before(KEPT_DAYS)),
  ]);
}
