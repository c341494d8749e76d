import { closeOverdueInvited } from "~/domain/access/invited-entries.server";
import { purgeMailings } from "~/domain/access/link-mailings.server";
import { markEntryOverdue, overdueEntries } from "~/domain/access/waiting-list.server";
import { purgeFeeds } from "~/domain/artists/calendar-feeds.server";
import { lettersToRemind } from "~/domain/artists/splits/split-reminders.server";
import { cleanUpFormSessions } from "~/domain/bot/form-sessions.server";
import { clearSecretBodies } from "~/domain/mail/mail-store.server";
import { purgeOldAddresses, purgeOldMails } from "~/domain/mail/purge-mails.server";
import { purgeListeningLinks } from "~/domain/publishing/listening-links.server";
import { foldSearchTexts } from "~/domain/review/fold-search-texts.server";
import { queueUnmeasuredTracks } from "~/domain/review/unmeasured-tracks.server";
import { purgeFixLinks } from "~/domain/submission/record/fix-links.server";
import {
  overdueSubmissions,
  recordOverdueNotice,
} from "~/domain/submission/record/submission-status.server";
import { recountStoredBytes } from "~/domain/uploads/receiving/byte-budget.server";
import { expireUploads } from "~/domain/uploads/receiving/expire-uploads.server";
import { removeStrays } from "~/domain/uploads/receiving/remove-strays.server";
import { purgeBackupRuns } from "~/jobs/backup-runs.server";
import { purgeOldJobs } from "~/jobs/forget-jobs.server";
import { jobMessage } from "~/jobs/job-message";
import { STALLED_BATCH_SIZE, takeStalledJobs } from "~/jobs/stalled-jobs.server";
import { purgeDeadLetters } from "~/jobs/sweep-runs.server";
import {
  aggregateMeasures,
  purgeMeasures,
  rollUpSlots,
} from "~/observability/analytics/aggregation.server";
import { forgetErrorReports } from "~/observability/errors/error-report-store.server";
import { forgetHealthChecks, isQuiet } from "~/observability/health/health-checks.server";
import { forgetIncidents } from "~/observability/health/incident-store.server";
import { randomIds } from "~/platform/ids";
import { deleteExpiredWindows } from "~/platform/rate/rate-limit.server";
import { evaluateAlerts } from "./alerts/evaluate-alerts";
import { archiveClosed } from "./archive-part";
import { continueBackup } from "./backup-part";
import { pullBoardStatuses, secondsBetweenQuestions } from "./board-part";
import { deleteOrphanedFiles, expireDrafts, mailExpiryWarnings } from "./draft-parts";
import { recheckFailed, recordHealth, recordStoreHealth } from "./health-part";
import { applyRetention, carryOutDeletions, expireWaitingList } from "./privacy-parts";
import { processEach } from "./process-each";
import { runBackfills } from "./run-backfills";
import type { SweepDeps, SweepPart } from "./sweep-deps";

/** Each costs some statements, and an invocation may run a thousand. */
const REPLIES_AT_ONCE = 80;

/** Mails staff about overdue replies, and logs each once. @returns how many are new. */
export async function alertOverdueReplies({ db, log, now, calls }: SweepDeps): Promise<number> {
  await closeOverdueInvited(db, now());
  await calls.alertOverdue();
  const submissions = await overdueSubmissions(db, now(), REPLIES_AT_ONCE);
  const toSubmissionFields = (submissionId: string) => ({ submissionId });
  const part = "overdue";
  const releaseCount = await processEach(
    submissions,
    { part, log, toLogFields: toSubmissionFields },
    async (id) => {
      await recordOverdueNotice(db, id, now());
      log("warn", "reply.overdue", toSubmissionFields(id));
      return true;
    },
  );
  const entries = await overdueEntries(db, now(), REPLIES_AT_ONCE);
  const toEntryFields = (entryId: string) => ({ entryId });
  const entryCount = await processEach(
    entries,
    { part, log, toLogFields: toEntryFields },
    async (id) => {
      await markEntryOverdue(db, id, now());
      log("warn", "reply.overdue", toEntryFields(id));
      return true;
    },
  );
  return releaseCount + entryCount;
}

/** One sweep sends at most this many batches of a hundred. */
const MAX_ROUNDS = 50;

/**
 * Sends new messages for jobs whose message was lost or whose worker has gone.
 * @returns how many were sent.
 */
async function resendJobs(
  { db, queue, now }: Pick<SweepDeps, "db" | "queue" | "now">,
  minAgeSeconds: number,
): Promise<number> {
  // One time for all rounds: a job is dated with it when it is sent, and so not taken twice.
  const sweptAt = now();
  let count = 0;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const stalledJobs = await takeStalledJobs(db, sweptAt, minAgeSeconds);
    if (stalledJobs.length > 0)
      await queue.sendBatch(
        stalledJobs.map(({ id, afterSeconds }) => ({
          body: jobMessage(id),
          delaySeconds: afterSeconds,
        })),
      );
    count += stalledJobs.length;
    if (stalledJobs.length < STALLED_BATCH_SIZE) break;
  }
  return count;
}

/** Each costs some statements, and an invocation may run a thousand. */
const REMINDERS_PER_SWEEP = 40;

/** Reminds songwriters who have not answered within a week, once. @returns how many were reminded. */
export async function remindSongwriters({ db, log, now, calls }: SweepDeps): Promise<number> {
  const letters = await lettersToRemind(db, now(), REMINDERS_PER_SWEEP);
  const toLogFields = ({ rows }: (typeof letters)[number]) => ({
    submissionId: rows[0]?.submissionId,
  });
  return processEach(letters, { part: "splits", log, toLogFields }, async (letter) => {
    await calls.remind(letter);
    log("info", "split.reminded", toLogFields(letter));
    return true;
  });
}

/** Each takes a second or two of computing, in turn with the clips. */
const TRACKS_PER_HOUR = 40;

/**
 * Has tracks measured of submissions that were recorded before each was measured by a job of its
 * own. @returns how many jobs were added.
 */
async function measureEarlierTracks({ db, now, calls }: SweepDeps): Promise<number> {
  const jobIds = await queueUnmeasuredTracks({ db, ids: randomIds }, now(), TRACKS_PER_HOUR);
  if (jobIds.length > 0) await calls.sendJobs(jobIds);
  return jobIds.length;
}

const HOUR = 3_600;
/** As long as an untouched draft lives; links of older mails open nothing any more. */
const SECRETS_MS = 14 * 24 * HOUR * 1_000;
/** Two failed checks open an incident, so staff know of an outage after about a quarter of an hour. */
const THIRD_PARTIES_SECONDS = 600;
/** Seconds by which the cron may be early, without waiting for its next run. */
const SLACK = 30;

/** Deletes old rows, each table by itself: one that fails blocks no other. */
async function deleteOldRows({ db, log, now }: SweepDeps): Promise<number> {
  const sweptAt = now();
  const secretsBefore = new Date(sweptAt.getTime() - SECRETS_MS);
  const deletions = Object.entries({
    formSessions: () => cleanUpFormSessions(db, sweptAt),
    healthChecks: () => forgetHealthChecks(db, sweptAt),
    rateWindows: () => deleteExpiredWindows(db, sweptAt),
    errorReports: () => forgetErrorReports(db, sweptAt),
    incidents: () => forgetIncidents(db, sweptAt),
    figures: () => purgeMeasures(db, sweptAt),
    backupRuns: () => purgeBackupRuns(db, sweptAt),
    deadLetters: () => purgeDeadLetters(db, sweptAt),
    jobs: () => purgeOldJobs(db, sweptAt),
    mailings: () => purgeMailings(db, sweptAt),
    fixLinks: () => purgeFixLinks(db, sweptAt),
    calendars: () => purgeFeeds(db, sweptAt),
    listeningLinks: () => purgeListeningLinks(db, sweptAt),
    mails: () => purgeOldMails(db, sweptAt),
    addresses: () => purgeOldAddresses(db, sweptAt),
    secrets: () => clearSecretBodies(db, secretsBefore),
  });
  const toLogFields = ([table]: (typeof deletions)[number]) => ({ table });
  await processEach(deletions, { part: "forgetting", log, toLogFields }, async ([, deleteOld]) => {
    await deleteOld();
    return true;
  });
  return 0;
}

/** The parts of the sweep in their order: first those that an artist waits for. */
export function sweepParts(deps: SweepDeps, minAgeSeconds: number): SweepPart[] {
  const { db, uploads, log, now, calls } = deps;
  return [
    { name: "jobs", run: () => resendJobs(deps, minAgeSeconds) },
    {
      name: "board",
      everySeconds: async () => (await secondsBetweenQuestions(db, now())) - SLACK,
      run: () => pullBoardStatuses(deps),
    },
    { name: "overdue", run: () => alertOverdueReplies(deps) },
    { name: "warnings", run: () => mailExpiryWarnings(deps) },
    { name: "splits", run: () => remindSongwriters(deps) },
    { name: "agreements", everySeconds: HOUR - SLACK, run: calls.withdrawAgreements },
    { name: "mails", run: calls.sendWaitingMails },
    { name: "uploads", run: () => expireUploads(uploads, log, now) },
    { name: "drafts", run: () => expireDrafts(deps) },
    // Before deletions, which look under former addresses.
    { name: "backfills", run: () => runBackfills(deps) },
    { name: "deletions", run: () => carryOutDeletions(deps) },
    { name: "retention", everySeconds: HOUR - SLACK, run: () => applyRetention(deps) },
    { name: "waiting-list", everySeconds: HOUR - SLACK, run: () => expireWaitingList(deps) },
    // After the parts that leave files to it.
    { name: "files", run: () => deleteOrphanedFiles(deps) },
    { name: "strays", run: () => removeStrays(uploads, log, now) },
    {
      name: "stored-bytes",
      everySeconds: 24 * HOUR - SLACK,
      run: () => recountStoredBytes(db, now()),
    },
    { name: "stores", run: () => recordStoreHealth(deps) },
    {
      name: "third-parties",
      everySeconds: THIRD_PARTIES_SECONDS - SLACK,
      run() {
        const { board: _, ...others } = calls.thirdParties;
        return recordHealth(deps, others);
      },
    },
    {
      // Its calls are counted: what it answers elsewhere is enough, save once a day for its columns.
      name: "board-check",
      everySeconds: async () =>
        ((await isQuiet(db, "board", now())) ? THIRD_PARTIES_SECONDS : 24 * HOUR) - SLACK,
      run() {
        const { board } = calls.thirdParties;
        return recordHealth(deps, board ? { board } : {});
      },
    },
    { name: "figures", run: () => aggregateMeasures(db) },
    { name: "third-parties-again", run: () => recheckFailed(deps, calls.thirdParties) },
    { name: "archive", run: () => archiveClosed(deps) },
    { name: "backup", run: () => continueBackup(deps) },
    // After the parts that record what it checks.
    { name: "alerts", run: () => evaluateAlerts(deps) },
    { name: "sound", everySeconds: HOUR - SLACK, run: () => measureEarlierTracks(deps) },
    { name: "search", run: () => foldSearchTexts(db) },
    { name: "old-figures", everySeconds: HOUR - SLACK, run: () => rollUpSlots(db, now()) },
    { name: "forgetting", run: () => deleteOldRows(deps) },
  ];
}
