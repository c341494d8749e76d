import { and, eq, exists, isNull, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { clipSubject } from "~/domain/clips/clip-plan";
import { insertJob } from "~/jobs/job-store.server";
import type { JobType } from "~/jobs/job-types";
import { errorReason, type Log } from "~/observability/log";
import { addDays, type Clock } from "~/platform/clock";
import { type Database, type NewRow, rowValues } from "~/platform/database.server";
import type { FaultInjector } from "~/platform/fault-injection.server";
import { type Ids, submissionReference } from "~/platform/ids";
import { INITIAL_STATUS } from "~/reference/statuses";
import type { Draft } from "../draft/draft";
import { DRAFT_DAYS } from "../draft/draft-days";
import { claimOwnerSql } from "../draft/draft-store.server";
import { addBusinessDays, REPLY_BUSINESS_DAYS } from "../music/release-dates";
import { slotsInUse } from "../music/slot-fields";
import { hasNewMusic } from "../music/upload-type";
import type { Answers } from "../steps/answers";
import { drafts, submissions } from "../submission-tables.server";
import { composeRelease, filesOf } from "./compose-release";
import { isStillToFixSql } from "./fixable.server";
import type { ReleaseForm, StoredFile } from "./release-form";
import { itemIfUnusedSql } from "./shared-item.server";

interface SubmissionJob {
  type: JobType;
  /** Distinguishes jobs of the same type. */
  subject: string;
}

export function jobsOfSubmission({ tracks }: Pick<ReleaseForm, "tracks">): SubmissionJob[] {
  const clips = tracks.flatMap(({ uploadId, socialClipsEnabled, socialClips }) =>
    uploadId && socialClipsEnabled
      ? socialClips.map(({ id: clipId }) => clipSubject({ uploadId, clipId }))
      : [],
  );
  const files = tracks.flatMap(({ uploadId }) => (uploadId ? [uploadId] : []));
  // Ids of clips and files come from pages; equal ones would be one row in the table.
  const perSubject = (type: JobType, subjects: readonly string[]) =>
    [...new Set(subjects)].map((subject) => ({ type, subject }));
  return [
    { type: "sync-board", subject: "" },
    { type: "confirm-by-mail", subject: "" },
    { type: "mirror-drive", subject: "" },
    ...perSubject("process-clip", clips),
    ...perSubject("measure-track", files),
  ];
}

interface FileStatements {
  areFilesInSlotsSql: (draftId: string, uploadIds: readonly string[]) => SQL;
  areChoicesStoredSql: (draftId: string, slots: readonly string[]) => SQL;
  /** Whether no choice was made for a file since the draft's slots were read. */
  areSlotsUnchangedSql: SQL;
  deleteSlotsStatement: (
    db: Database,
    submission: { id: string; draftId: string },
  ) => BatchItem<"sqlite">;
  markUnusedStatement: (
    db: Database,
    submission: { id: string; draftId: string; files: readonly string[]; now: Date },
  ) => BatchItem<"sqlite">;
}

/** The id and time of a submission, valid if `recorded` holds. */
interface LinkUse {
  by: string;
  at: string;
  recorded: SQL;
}

interface LinkStatements {
  isInvitationUsableSql: (db: Database, id: string) => SQL;
  invitationEndReason: (db: Database, id: string) => Promise<"used" | "deactivated" | undefined>;
  /** The board item that the submission takes over: a value for the row. */
  itemOfInvitation: (id: string) => SQL;
  redeemInvitationStatements: (
    db: Database,
    id: string,
    use: LinkUse,
  ) => readonly BatchItem<"sqlite">[];
  countUse: (db: Database, id: string, use: LinkUse) => BatchItem<"sqlite">;
}

export interface RecordDeps {
  db: Database;
  clock: Clock;
  ids: Ids;
  log: Log;
  requestId: string;
  /** The signed-in account, if any: it gets a draft without owner. */
  sentBy: string | undefined;
  /** Fails on request in local runs. */
  drill: FaultInjector;
  claims: FileStatements;
  links: LinkStatements;
}

type RecordedDraft = Pick<Draft, "id" | "version" | "entry" | "linkId" | "resendOf">;

function linkStatements(
  { db, links }: Pick<RecordDeps, "db" | "links">,
  { entry, linkId }: RecordedDraft,
  use: LinkUse,
): BatchItem<"sqlite">[] {
  if (linkId === undefined) return [];
  return entry === "invited"
    ? [...links.redeemInvitationStatements(db, linkId, use)]
    : [links.countUse(db, linkId, use)];
}

/**
 * Writes a submission and its jobs, closes its draft and releases its other files, in one batch.
 * The batch itself decides that the draft and its files are unchanged and alive, that the last choice
 * of each file has arrived, and that its invitation is still valid.
 * @returns the ids it tried to write: the submission's, then the jobs'; undefined after a database
 * error, which is logged.
 */
export async function storeSubmission(
  deps: RecordDeps,
  draft: RecordedDraft,
  answers: Required<Answers>,
  storedFiles: StoredFile[],
): Promise<string[] | undefined> {
  const { db, ids, sentBy } = deps;
  const now = deps.clock();
  const id = ids.next(now);
  const { music } = answers;
  const form = composeRelease(answers, storedFiles);
  const files = filesOf(form, storedFiles);
  const uploadIds = files.map(({ uploadId }) => uploadId);
  const timestamp = now.toISOString();
  const invitation = draft.entry === "invited" ? draft.linkId : undefined;
  const row: NewRow<typeof submissions> = {
    id,
    draftId: draft.id,
    entry: draft.entry,
    linkId: draft.linkId ?? null,
    reference: submissionReference(id),
    boardItemId:
      invitation === undefined ? null : itemIfUnusedSql(deps.links.itemOfInvitation(invitation)),
    artistName: form.artistName,
    email: form.email,
    releaseTitle: form.releaseTitle,
    // As in the draft by then: another call may have given it an owner.
    artistId: claimOwnerSql(sentBy),
    formData: JSON.stringify(form),
    files: JSON.stringify(files),
    resendOf: draft.resendOf ?? null,
    statusHistory: JSON.stringify([{ status: INITIAL_STATUS, at: timestamp }]),
    replyDueAt: addBusinessDays(now, REPLY_BUSINESS_DAYS).toISOString(),
    // Done by the same batch.
    othersLeft: 1,
    createdAt: timestamp,
    updatedAt: timestamp,
  };
  const values = rowValues(submissions, row);
  const isAsRead = and(
    ...[eq(drafts.id, draft.id), eq(drafts.version, draft.version)],
    ...[isNull(drafts.submittedAt), isNull(drafts.expiredAt), eq(drafts.entry, draft.entry)],
    invitation === undefined ? undefined : deps.links.isInvitationUsableSql(db, invitation),
    draft.resendOf === undefined ? undefined : isStillToFixSql(draft.resendOf),
    deps.claims.areFilesInSlotsSql(draft.id, uploadIds),
    deps.claims.areSlotsUnchangedSql,
    deps.claims.areChoicesStoredSql(draft.id, hasNewMusic(music) ? [...slotsInUse(music)] : []),
  );
  const insertSubmission = db
    .insert(submissions)
    .select(sql`SELECT ${values} FROM ${drafts} WHERE ${isAsRead}`)
    .onConflictDoNothing({ target: submissions.draftId });
  const jobColumns = { submissionId: id, requestId: deps.requestId, at: now };
  const jobs = jobsOfSubmission(form).map((job) => ({ id: ids.next(now), ...job, ...jobColumns }));
  const isRecorded = exists(
    db.select({ id: submissions.id }).from(submissions).where(eq(submissions.id, id)),
  );
  // A late reload of the submit still finds the draft, and by it the submission.
  const closeDraft = db
    .update(drafts)
    .set({
      submittedAt: timestamp,
      expiresAt: addDays(now, DRAFT_DAYS).toISOString(),
      artistId: claimOwnerSql(sentBy),
    })
    .where(and(eq(drafts.id, draft.id), isRecorded));
  const submission = { id, draftId: draft.id, files: uploadIds, now };
  const linkUpdates = linkStatements(deps, draft, { by: id, at: timestamp, recorded: isRecorded });
  const closeFiles = [
    deps.claims.markUnusedStatement(db, submission),
    deps.claims.deleteSlotsStatement(db, submission),
  ];
  try {
    await deps.drill("record", draft.id);
    const inserts = jobs.map((job) => insertJob(db, job));
    await db.batch([insertSubmission, ...inserts, closeDraft, ...closeFiles, ...linkUpdates]);
  } catch (error) {
    deps.log("error", "submission.not-recorded", { draftId: draft.id, reason: errorReason(error) });
    return undefined;
  }
  return [id, ...jobs.map((job) => job.id)];
}
