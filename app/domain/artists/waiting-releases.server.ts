import { and, asc, desc, eq, inArray, ne, sql } from "drizzle-orm";
import * as v from "valibot";
import { releaseFormSchema } from "~/domain/submission/record/release-form";
import { submissionTitleSql } from "~/domain/submission/record/title-sql.server";
import { submissions } from "~/domain/submission/submission-tables.server";
import { addDays } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import {
  artists,
  releaseDetails,
  signatureRequests,
  splitConfirmations,
} from "./artist-tables.server";
import { shareStates } from "./splits/split-store.server";
import { splitsSchema, startingSplits } from "./splits/splits";
import type { WaitingFacts, WaitingRelease } from "./waiting-tasks";

const formText = v.pipe(v.string(), v.parseJson(), releaseFormSchema);

/** Later, a rejection is no longer something to do. */
const REJECTION_DAYS = 30;
const MAX_RELEASES = 12;

const answersSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ splits: v.optional(splitsSchema) }),
);

/** What may wait for an artist, besides drafts, in one batch. */
export async function readWaitingFacts(
  db: Database,
  artistId: string,
  now: Date,
): Promise<Omit<WaitingFacts, "drafts">> {
  const { status } = submissions;
  const isRecent = sql`${submissions.updatedAt} > ${addDays(now, -REJECTION_DAYS).toISOString()}`;
  const isWaiting = sql`(lower(${status}) = 'in progress' OR (lower(${status}) = 'rejected' AND ${isRecent}))`;
  const isTheirs = and(eq(submissions.artistId, artistId), isWaiting);
  const ids = db.select({ id: submissions.id }).from(submissions).where(isTheirs);
  const isResent = sql<number>`EXISTS (SELECT 1 FROM drafts
    WHERE drafts.resend_of = ${submissions.id} AND drafts.expired_at IS NULL)`;
  const [signatures, rows, splitRows] = await db.batch([
    db
      .select({ version: signatureRequests.templateVersion })
      .from(artists)
      .innerJoin(signatureRequests, eq(signatureRequests.id, artists.contractSignatureId))
      .where(eq(artists.id, artistId)),
    db
      .select({
        id: submissions.id,
        itemId: submissions.mondayItemId,
        title: submissionTitleSql,
        status,
        form: submissions.formData,
        answers: releaseDetails.answers,
        sentAt: releaseDetails.sentAt,
        isResent,
      })
      .from(submissions)
      .leftJoin(releaseDetails, eq(releaseDetails.submissionId, submissions.id))
      .where(isTheirs)
      .orderBy(desc(submissions.id))
      .limit(MAX_RELEASES),
    db
      .select()
      .from(splitConfirmations)
      .where(
        and(
          inArray(splitConfirmations.submissionId, ids),
          ne(splitConfirmations.state, "replaced"),
        ),
      )
      .orderBy(asc(splitConfirmations.id)),
  ]);
  const releases = rows.map(async (row): Promise<WaitingRelease> => {
    const form = v.safeParse(formText, row.form);
    const answers = row.answers === null ? {} : v.parse(answersSchema, row.answers);
    const splitsOfRelease = splitRows.filter(({ submissionId }) => submissionId === row.id);
    // A release whose answers cannot be read has no shares to ask for; the dashboard opens all the same.
    const states = form.success
      ? await shareStates(startingSplits(answers.splits, form.output), form.output.tracks, {
          rows: splitsOfRelease,
          now,
        })
      : [];
    return {
      id: row.itemId ?? row.id,
      title: row.title,
      status: row.status.toLowerCase(),
      hasSentDetails: row.sentAt !== null,
      shares: states.flat().map(({ state }) => state),
      isResent: row.isResent === 1,
    };
  });
  return { signedVersion: signatures[0]?.version, releases: await Promise.all(releases) };
}
