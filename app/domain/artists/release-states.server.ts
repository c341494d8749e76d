import { and, asc, desc, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import { NO_RELEASE_DATE } from "~/domain/submission/music/release-dates";
import { pastStatusSchema } from "~/domain/submission/record/past-statuses";
import type { ReleaseState } from "~/domain/submission/record/pending-actions";
import { type ReleaseForm, releaseFormSchema } from "~/domain/submission/record/release-form";
import { type ReleaseProgress, releaseProgress } from "~/domain/submission/record/release-progress";
import { isReplacedSql } from "~/domain/submission/record/replacement.server";
import { hasSignedAgreementSql } from "~/domain/submission/record/signed-agreement.server";
import { releaseDateSql, submissionTitleSql } from "~/domain/submission/record/title-sql.server";
import { submissions } from "~/domain/submission/submission-tables.server";
import { addDays, type Clock } from "~/platform/clock";
import { type Database, isOneOfSql } from "~/platform/database.server";
import { isoDate } from "~/platform/formats/dates";
import { writtenName } from "~/platform/formats/written-name";
import {
  fixableStatuses,
  inProgressStatuses,
  needsAgreement,
  statusesWith,
} from "~/reference/statuses";
import {
  artists,
  releaseDetails,
  rightsProofs,
  signatureRequests,
  splitConfirmations,
} from "./artist-tables.server";
import { startingDetails } from "./release/details";
import { hasUnsentChanges, storedAnswersSchema } from "./release/details-store.server";
import { proofsOf } from "./release/proof-store.server";
import { findRightsGaps } from "./release/rights";
import { type SplitAnswerRow, writerStates } from "./splits/split-state";
import { currentSplitTracks } from "./splits/splits";
import type { WaitingRelease } from "./waiting-tasks";

/** Later, a rejection is no longer something to do. */
const REJECTION_DAYS = 30;
/** As many as a page of the dashboard has, and as a calendar of staff. */
const [MAX_RELEASES, MAX_UNRELEASED] = [60, 200];

const formText = v.pipe(v.string(), v.parseJson(), releaseFormSchema);
const answersText = v.pipe(v.string(), v.parseJson(), storedAnswersSchema);

export interface StoredRelease extends WaitingRelease {
  artistName: string;
  /** In ISO format. */
  replyDueAt: string;
  progress: ReleaseProgress;
}

/** By what the days of releases are counted. */
export interface ReleaseClock {
  now: Date;
  deliveryWeeks: number;
}

export const releaseClock = (context: {
  clock: Clock;
  settings: { DELIVERY_WEEKS: number };
}): ReleaseClock => ({ now: context.clock(), deliveryWeeks: context.settings.DELIVERY_WEEKS });

const lastStatusText = v.pipe(
  v.string(),
  v.parseJson(),
  v.partial(v.pick(pastStatusSchema, ["reason", "at", "answer"])),
);

const statusSql = sql`lower(${submissions.status})`;
const isInProgressSql = isOneOfSql(statusSql, inProgressStatuses);

/**
 * Everything that decides what releases wait for, the latest first, and the version of the agreement
 * that an artist signed last, in one batch.
 */
async function readStates(
  db: Database,
  query: { isChosen: SQL; artistId?: string; limit: number },
  { now, deliveryWeeks }: ReleaseClock,
) {
  const { isChosen, artistId, limit } = query;
  const ids = db.select({ id: submissions.id }).from(submissions).where(isChosen);
  const { submissionId } = splitConfirmations;
  const [rows, splitRows, proofRows, signatures] = await db.batch([
    db
      .select({
        submissionId: submissions.id,
        itemId: submissions.boardItemId,
        artistName: submissions.artistName,
        title: submissionTitleSql,
        status: submissions.status,
        releaseDate: releaseDateSql,
        createdAt: submissions.createdAt,
        replyDueAt: submissions.replyDueAt,
        lastStatus: sql<string | null>`${submissions.statusHistory} -> '$[#-1]'`,
        changesAskedAt: submissions.changesAskedAt,
        isReplaced: isReplacedSql,
        hasSigned: sql<number>`${hasSignedAgreementSql(sql`${submissions.id}`)}`,
        // Large, and of no use to other states.
        form: sql<string | null>`CASE WHEN ${isInProgressSql} THEN ${submissions.formData} END`,
        answers: releaseDetails.answers,
        sent: releaseDetails.sent,
      })
      .from(submissions)
      .leftJoin(releaseDetails, eq(releaseDetails.submissionId, submissions.id))
      .where(isChosen)
      .orderBy(desc(submissions.id))
      .limit(limit),
    db
      .select()
      .from(splitConfirmations)
      .where(and(inArray(submissionId, ids), ne(splitConfirmations.state, "replaced")))
      .orderBy(asc(splitConfirmations.id)),
    db.select().from(rightsProofs).where(inArray(rightsProofs.submissionId, ids)),
    db
      .select({ version: signatureRequests.templateVersion })
      .from(artists)
      .innerJoin(signatureRequests, eq(signatureRequests.id, artists.contractSignatureId))
      .where(sql`${artists.id} = ${artistId ?? null}`),
  ]);
  const releases = rows.map(
    ({ form: formJson, answers, sent, lastStatus, ...row }): StoredRelease => {
      const form = v.safeParse(formText, formJson);
      const last = v.parse(lastStatusText, lastStatus ?? "{}");
      const base = {
        ...{ ...row, answer: last.answer, deliveryWeeks },
        ...{ isReplaced: row.isReplaced === 1, hasSigned: row.hasSigned === 1 },
      };
      const ownSplits = splitRows.filter((split) => split.submissionId === row.submissionId);
      // A release whose answers cannot be read asks for no more; the pages open all the same.
      const state = form.success
        ? preparationState(form.output, {
            answers: answers === null ? {} : v.parse(answersText, answers),
            sent: sent === null ? undefined : v.parse(answersText, sent),
            splitRows: ownSplits,
            proofs: proofsOf(proofRows.filter((proof) => proof.submissionId === row.submissionId)),
            now,
          })
        : ({
            details: sent === null ? "missing" : "sent",
            hasRightsGaps: false,
            shares: [],
            disputes: [],
          } as const);
      const { disputes, ...preparation } = state;
      return {
        submissionId: row.submissionId,
        ...{ artistName: row.artistName, replyDueAt: row.replyDueAt },
        id: row.itemId ?? row.submissionId,
        title: row.title,
        releaseDate: row.releaseDate,
        said: last.reason && last.at ? { text: last.reason, at: last.at } : undefined,
        disputes,
        progress: releaseProgress({ ...base, statusAt: last.at ?? "" }, now),
        state: { ...base, ...preparation },
      };
    },
  );
  return { signedVersion: signatures[0]?.version, releases };
}

type Answers = v.InferOutput<typeof storedAnswersSchema>;

function preparationState(
  form: ReleaseForm,
  stored: {
    answers: Answers;
    sent: Answers | undefined;
    splitRows: readonly SplitAnswerRow[];
    proofs: ReturnType<typeof proofsOf>;
    now: Date;
  },
): Pick<ReleaseState, "details" | "hasRightsGaps" | "shares"> & { disputes: string[] } {
  const { answers, sent, splitRows: rows, proofs, now } = stored;
  const details = startingDetails(answers.details, form);
  const states = currentSplitTracks(answers, form).flatMap((track) =>
    writerStates(track, { rows, now }),
  );
  const disputed = states.filter(({ state }) => state === "disputed");
  const isChanged = hasUnsentChanges(sent?.details, details);
  return {
    details: sent?.details ? (isChanged ? "changed" : "sent") : "missing",
    hasRightsGaps: Object.keys(findRightsGaps(details, form, proofs)).length > 0,
    shares: states.map(({ state }) => state),
    disputes: disputed.map(({ writer, note }) => `${writtenName(writer)}: ${note ?? ""}`),
  };
}

/** What is stored about one release; undefined for an unknown id. */
export async function readReleaseState(
  db: Database,
  submissionId: string,
  clock: ReleaseClock,
): Promise<StoredRelease | undefined> {
  const isChosen = sql`${submissions.id} = ${submissionId}`;
  const { releases } = await readStates(db, { isChosen, limit: 1 }, clock);
  return releases[0];
}

/** The releases that may need their artist, and the version of the agreement that was signed last. */
export async function readArtistStates(db: Database, artistId: string, clock: ReleaseClock) {
  const { changesAskedAt, updatedAt } = submissions;
  const isRecent = sql`${updatedAt} > ${addDays(clock.now, -REJECTION_DAYS).toISOString()}`;
  const isChosen = sql`${submissions.artistId} = ${artistId} AND (${isInProgressSql}
    OR ${changesAskedAt} IS NOT NULL OR (${isOneOfSql(statusSql, fixableStatuses)} AND ${isRecent}))`;
  return readStates(db, { isChosen, artistId, limit: MAX_RELEASES }, clock);
}

/** So long after its date a release that nobody has called out is still asked about. */
const LATE_DAYS = 60;
const unreleasedStatuses = statusesWith(({ outcome }) => outcome !== "no");

/** The condition that a release, in `row`, may come out: that nobody refused or replaced it. */
const isComingSql = (row: SQL) => sql`${isOneOfSql(sql`lower(${row}.status)`, unreleasedStatuses)}
  AND NOT EXISTS (SELECT 1 FROM submissions AS newer WHERE newer.resend_of = ${row}.id)`;

const byDate = (a: StoredRelease, b: StoredRelease) =>
  (a.releaseDate || NO_RELEASE_DATE).localeCompare(b.releaseDate || NO_RELEASE_DATE) ||
  a.submissionId.localeCompare(b.submissionId);

const isOut = ({ state, releaseDate }: StoredRelease, today: string) =>
  needsAgreement(state.status) && releaseDate !== "" && releaseDate < today;

/** All music that is not out, what comes first at the top, at most 200; of one artist, or of all. */
export async function readUnreleased(
  db: Database,
  artistId: string | undefined,
  clock: ReleaseClock,
) {
  const from = isoDate(addDays(clock.now, -LATE_DAYS));
  const key = sql.raw(
    `CASE WHEN release_date IS NULL THEN '${NO_RELEASE_DATE}' ELSE release_date END`,
  );
  const isChosen =
    artistId === undefined
      ? sql`${submissions.id} IN (SELECT id FROM review_items INDEXED BY review_items_by_release_date
          WHERE ${key} >= ${from} AND kind = 'submission' AND ${isComingSql(sql.raw("review_items"))}
          ORDER BY ${key}, id LIMIT ${MAX_UNRELEASED})`
      : sql`${submissions.artistId} = ${artistId} AND ${isComingSql(sql.raw("submissions"))}
          AND (${releaseDateSql} = '' OR ${releaseDateSql} >= ${from})`;
  const { releases } = await readStates(db, { isChosen, limit: MAX_UNRELEASED }, clock);
  const today = isoDate(clock.now);
  return releases.filter((release) => !isOut(release, today)).sort(byDate);
}
