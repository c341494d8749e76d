import { and, eq, exists, isNull, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { clipSubject } from "~/clips/clip-plan";
import { insertJob } from "~/jobs/job-store.server";
import type { JobType } from "~/jobs/job-types";
import { errorReason, type Log } from "~/monitoring/log";
import { addDays, type Clock } from "~/platform/clock";
import { type Database, type NewRow, rowValues } from "~/platform/database.server";
import type { FaultInjector } from "~/platform/fault-injection.server";
import { type Ids, submissionReference } from "~/platform/ids";
import type { Draft } from "../draft/draft";
import { DRAFT_DAYS } from "../draft/draft-days";
import { claimOwnerSql } from "../draft/draft-store.server";
import { addBusinessDays } from "../music/release-dates";
import { slotsInUse } from "../music/slot-fields";
import { hasNewMusic } from "../music/upload-type";
import type { Answers } from "../steps/answers";
import { drafts, submissions } from "../submission-tables.server";
import { composeRelease, filesOf } from "./compose-release";
import type { ReleaseForm, StoredFile } from "./release-form";
import { itemIfUnusedSql } from "./shared-item.server";

/** Something to be done for a submission. */
interface SubmissionJob {
  type: JobType;
  /** What of the submission it is about, where there are several of its type. */
  subject: string;
}

/** What a submission needs of the worker; of each track with clips, one job for each of them. */
export function jobsOfSubmission({ tracks }: Pick<ReleaseForm, "tracks">): SubmissionJob[] {
  const clips = tracks.flatMap(({ uploadId, socialClipsEnabled, socialClips }) =>
    uploadId && socialClipsEnabled
      ? socialClips.map(({ id: clipId }) => clipSubject({ uploadId, clipId }))
      : [],
  );
  return [
    { type: "sync-board", subject: "" },
    { type: "confirm-by-mail", subject: "" },
    { type: "mirror-drive", subject: "" },
    // Ids are the pages' own; two that are the same would be one job in the table.
    ...[...new Set(clips)].map((subject) => ({ type: "process-clip" as const, subject })),
  ];
}

/** The promise on the success page is 7 to 10 business days: the later end is the due date. */
export const REPLY_BUSINESS_DAYS = 10;

/** What the room of the files adds to the batch that records a submission. */
export interface FileStatements {
  /** The condition that all of these uploads of a draft are there, each of them complete. */
  allUploadsCompleteSql: (draftId: string, uploadIds: readonly string[]) => SQL;
  /** The condition that no file is on its way to any of these slots. */
  noPendingUploadsSql: (draftId: string, slots: readonly string[]) => SQL;
  /** The statement that leaves every other upload of the draft behind, once it is recorded. */
  markUnusedStatement: (
    db: Database,
    submission: { id: string; draftId: string; files: readonly string[]; now: Date },
  ) => BatchItem<"sqlite">;
}

/** A submission that stands in its table, if `recorded` holds: its id and time. */
interface LinkUse {
  by: string;
  at: string;
  recorded: SQL;
}

/** What the room of links adds to it, for a draft that was begun with one. */
export interface LinkStatements {
  /** The condition that an invitation takes a submission. */
  isInvitationUsableSql: (db: Database, id: string) => SQL;
  /** Why it takes none. */
  invitationEndReason: (db: Database, id: string) => Promise<"used" | "deactivated" | undefined>;
  /** The item on the board that its submission brings up to date: a value for the row. */
  itemOfInvitation: (id: string) => SQL;
  /** The statements that spend it, and settle what it came from. */
  redeemInvitationStatements: (
    db: Database,
    id: string,
    use: LinkUse,
  ) => readonly BatchItem<"sqlite">[];
  /** The statement that counts one more submission by a returning artist's link. */
  countUse: (db: Database, id: string, use: LinkUse) => BatchItem<"sqlite">;
}

/** What recording takes. */
export interface RecordDeps {
  db: Database;
  clock: Clock;
  ids: Ids;
  log: Log;
  /** Names the request; the log lines of its jobs carry it on. */
  requestId: string;
  /** The account of who submits, if one is signed in: nobody's draft is theirs, and so is what it becomes. */
  sentBy: string | undefined;
  /** Fails on purpose when a local run asks for it. */
  drill: FaultInjector;
  claims: FileStatements;
  links: LinkStatements;
}

type RecordedDraft = Pick<Draft, "id" | "version" | "entry" | "linkId">;

/** What a submission does to the link that its draft was begun with, in the same batch. */
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
 * Writes a submission and its jobs, closes its draft, and leaves every other file of the draft to
 * the sweep: in one batch, all of it or nothing. The batch itself decides that the draft is as it
 * was read and alive, that every file the submission names is there and complete, that none is on
 * its way in its place, and that the invitation it was begun with is unspent, which it then spends.
 * @returns the ids it tried to write: the submission's first, then the jobs'; undefined when the
 * database could not write them, which is logged.
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
    mondayItemId:
      invitation === undefined ? null : itemIfUnusedSql(deps.links.itemOfInvitation(invitation)),
    artistName: form.artistName,
    email: form.email,
    releaseTitle: form.releaseTitle,
    // As it stands in the draft by then: another call may have made it somebody's.
    artistId: claimOwnerSql(sentBy),
    publishedAt: null,
    openedAt: null,
    artistNote: null,
    artistNoteAt: null,
    storeLinks: "[]",
    formData: JSON.stringify(form),
    files: JSON.stringify(files),
    status: "pending",
    statusHistory: JSON.stringify([{ status: "pending", at: timestamp }]),
    boardStatus: "pending",
    boardStatusAt: null,
    replyDueAt: addBusinessDays(now, REPLY_BUSINESS_DAYS).toISOString(),
    overdueToldAt: null,
    // By the batch that writes this.
    othersLeft: 1,
    createdAt: timestamp,
    updatedAt: timestamp,
  };
  const values = rowValues(submissions, row);
  const isAsRead = and(
    ...[eq(drafts.id, draft.id), eq(drafts.version, draft.version)],
    ...[isNull(drafts.submittedAt), isNull(drafts.expiredAt), eq(drafts.entry, draft.entry)],
    invitation === undefined ? undefined : deps.links.isInvitationUsableSql(db, invitation),
    deps.claims.allUploadsCompleteSql(draft.id, uploadIds),
    deps.claims.noPendingUploadsSql(draft.id, hasNewMusic(music) ? [...slotsInUse(music)] : []),
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
  // The draft outlives a late reload of the submit, which then finds its submission.
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
  const markUnused = deps.claims.markUnusedStatement(db, submission);
  try {
    await deps.drill("record", draft.id);
    const inserts = jobs.map((job) => insertJob(db, job));
    await db.batch([insertSubmission, ...inserts, closeDraft, markUnused, ...linkUpdates]);
  } catch (error) {
    deps.log("error", "submission.not-recorded", { draftId: draft.id, reason: errorReason(error) });
    return undefined;
  }
  return [id, ...jobs.map((job) => job.id)];
}
