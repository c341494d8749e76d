import { and, asc, eq, ne, type SQL, sql } from "drizzle-orm";
import { type Database, isOneOfSql, type Statement } from "~/platform/database.server";
import { sha256Hex } from "~/platform/hash";
import { inProgressStatuses } from "~/reference/statuses";
import { inTrackOrder, releaseDetails, splitConfirmations } from "../artist-tables.server";
import { linkCutoff } from "./split-state";
import type { SplitRow } from "./split-store.server";

/** What a mailed link opens: all questions to one songwriter about one release. */
export interface SplitLink {
  submissionId: string;
  /** In lower case. */
  email: string;
  tokenHash: string;
  /** When its letter was written. */
  createdAt: string;
  /** In the order of the tracks, without replaced ones. */
  rows: SplitRow[];
}

/**
 * The questions of a link; undefined for an unknown one. Every letter to a songwriter opens all of
 * theirs about the release, so that an older link never shows less than the newest.
 */
export async function findSplitLink(db: Database, token: string): Promise<SplitLink | undefined> {
  const tokenHash = await sha256Hex(token);
  const [letter] = await db
    .select()
    .from(splitConfirmations)
    .where(eq(splitConfirmations.tokenHash, tokenHash))
    .limit(1);
  if (!letter) return undefined;
  const { submissionId, email, createdAt } = letter;
  const rows = await db
    .select()
    .from(splitConfirmations)
    .where(
      and(
        eq(splitConfirmations.submissionId, submissionId),
        eq(splitConfirmations.email, email),
        ne(splitConfirmations.state, "replaced"),
      ),
    )
    .orderBy(inTrackOrder(splitConfirmations.trackId), asc(splitConfirmations.id));
  return { submissionId, email, tokenHash, createdAt, rows };
}

/** A question with the answer that a page has shown of it. */
export const answerKey = ({
  id,
  state,
  answeredAt,
}: Pick<SplitRow, "id" | "state" | "answeredAt">) => `${id} ${state}:${answeredAt ?? ""}`;

const isLinkOpen = (
  { submissionId, tokenHash }: Pick<SplitLink, "submissionId" | "tokenHash">,
  now: Date,
) => sql`EXISTS (SELECT 1 FROM ${splitConfirmations} AS letter
    WHERE letter.token_hash = ${tokenHash} AND letter.created_at >= ${linkCutoff(now)})
  AND EXISTS (SELECT 1 FROM submissions AS asked WHERE asked.id = ${submissionId}
    AND ${isOneOfSql(sql`lower(asked.status)`, inProgressStatuses)})`;

/**
 * Stores what a songwriter typed of their own IPI number, beside the artist's answers; an empty one removes it.
 * @returns false if the link has expired or the release has moved on.
 */
export async function storeOwnIpi(
  db: Database,
  link: Omit<SplitLink, "email" | "createdAt">,
  ipi: string,
  now: Date,
): Promise<boolean> {
  const patch = JSON.stringify({ ownIpis: { [link.rows[0]?.name ?? ""]: ipi || null } });
  const stored = await db
    .update(releaseDetails)
    .set({ answers: sql`json_patch(${releaseDetails.answers}, ${patch})` })
    .where(sql`submission_id = ${link.submissionId} AND ${isLinkOpen(link, now)}`)
    .returning({ id: releaseDetails.submissionId });
  return stored.length > 0;
}

/**
 * Stores or changes answers to those questions of a link that are as the page has shown them, while
 * the link works and the release is in progress; of two concurrent answers one counts.
 * @param keys of the questions, see {@link answerKey}.
 * @param extraStatements for the same batch; `when` holds if any of these answers was stored.
 * @returns how many were stored.
 */
export async function answerSplits(
  db: Database,
  { submissionId, email, tokenHash }: Omit<SplitLink, "rows">,
  {
    keys,
    state,
    note,
    now,
  }: { keys: readonly string[]; state: "confirmed" | "disputed"; note: string; now: Date },
  extraStatements: (when: SQL) => Promise<readonly Statement[]>,
): Promise<number> {
  const timestamp = now.toISOString();
  const isOwn = sql`submission_id = ${submissionId} AND email = ${email}`;
  const isAnswered = sql`EXISTS (SELECT 1 FROM ${splitConfirmations} WHERE ${isOwn}
    AND id IN (SELECT substr(value, 1, instr(value, ' ') - 1) FROM json_each(${JSON.stringify(keys)}))
    AND state = ${state} AND answered_at = ${timestamp})`;
  const [rows] = await db.batch([
    db
      .update(splitConfirmations)
      .set({ state, note: note || null, answeredAt: timestamp, updatedAt: timestamp })
      .where(
        sql`${isOwn} AND state <> 'replaced'
          AND id || ' ' || state || ':' || coalesce(answered_at, '') IN (SELECT value FROM json_each(${JSON.stringify(keys)}))
          AND ${isLinkOpen({ submissionId, tokenHash }, now)}`,
      )
      .returning({ id: splitConfirmations.id }),
    ...(await extraStatements(isAnswered)),
  ]);
  return rows.length;
}
