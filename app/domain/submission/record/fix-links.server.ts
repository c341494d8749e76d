import { and, eq, gt, isNull, lt, type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import { addDays } from "~/platform/clock";
import { type Database, rowValues, type Statement } from "~/platform/database.server";
import { sha256Hex } from "~/platform/hash";
import { fixLinks, submissions } from "../submission-tables.server";
import { FIX_LINK_DAYS, type FixLinkKind, fixKind, isFinalNo } from "./fix-link";
import { lastReason, pastStatusesSchema } from "./past-statuses";
import { findReplacement, type Replacement } from "./replacement.server";
import { parseSubmissionRow, type Submission } from "./submission-store.server";

interface NewFixLink {
  tokenHash: string;
  submissionId: string;
  kind: FixLinkKind;
}

/** The statement that stores a new link, of which only the hash is kept. */
export function insertFixLink(
  db: Database,
  { tokenHash, submissionId, kind }: NewFixLink,
  now: Date,
  condition: SQL,
): Statement {
  const row: typeof fixLinks.$inferInsert = {
    tokenHash,
    submissionId,
    kind,
    expiresAt: addDays(now, FIX_LINK_DAYS).toISOString(),
    createdAt: now.toISOString(),
  };
  return db.insert(fixLinks).select(sql`SELECT ${rowValues(fixLinks, row)} WHERE ${condition}`);
}

/** The condition that a link is neither ended nor expired, and of this submission. */
export const isLiveFixLinkSql = (submissionId: string, tokenHash: string, now: Date) =>
  sql`EXISTS (SELECT 1 FROM ${fixLinks} WHERE ${and(
    ...[eq(fixLinks.tokenHash, tokenHash), eq(fixLinks.submissionId, submissionId)],
    ...[isNull(fixLinks.endedAt), gt(fixLinks.expiresAt, now.toISOString())],
  )})`;

export interface FollowedFixLink {
  tokenHash: string;
  kind: FixLinkKind;
  /**
   * `sent`: a new version was sent. `final`: it was rejected for good. `decided`: there is another
   * decision by now. `expired`: its 30 days are over.
   */
  state: "live" | "sent" | "final" | "decided" | "expired";
  isUsed: boolean;
  expiresAt: string;
  submission: Submission;
  /** What the team wrote. */
  reason: string | undefined;
  replacement: Replacement | undefined;
}

/** The link with a token, with its submission; undefined for an unknown one. */
export async function findFixLink(
  db: Database,
  token: string,
  now: Date,
): Promise<FollowedFixLink | undefined> {
  const [row] = await db
    .select({ link: fixLinks, submission: submissions })
    .from(fixLinks)
    .innerJoin(submissions, eq(submissions.id, fixLinks.submissionId))
    .where(eq(fixLinks.tokenHash, await sha256Hex(token)));
  if (!row) return undefined;
  const { link, submission } = row;
  const replacement = await findReplacement(db, submission.id);
  const history = v.parse(pastStatusesSchema, JSON.parse(submission.statusHistory));
  const parsed = parseSubmissionRow(submission);
  return {
    ...{ tokenHash: link.tokenHash, kind: link.kind, expiresAt: link.expiresAt },
    state: linkState(link, { submission: parsed, replacement, now }),
    isUsed: link.usedAt !== null,
    submission: parsed,
    reason: lastReason(history),
    replacement,
  };
}

function linkState(
  { endedAt, expiresAt }: Pick<typeof fixLinks.$inferSelect, "endedAt" | "expiresAt">,
  {
    submission,
    replacement,
    now,
  }: { replacement: Replacement | undefined; now: Date } & Pick<FollowedFixLink, "submission">,
): FollowedFixLink["state"] {
  if (replacement) return "sent";
  if (isFinalNo(submission)) return "final";
  if (endedAt !== null || !fixKind(submission)) return "decided";
  return expiresAt > now.toISOString() ? "live" : "expired";
}

/** For this long an expired link still says so. */
const EXPIRED_LINK_DAYS = 90;

export async function purgeFixLinks(db: Database, now: Date): Promise<void> {
  await db
    .delete(fixLinks)
    .where(lt(fixLinks.expiresAt, addDays(now, -EXPIRED_LINK_DAYS).toISOString()));
}
