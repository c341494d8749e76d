import {
  recordReminder,
  type UnansweredLetter,
} from "~/domain/artists/splits/split-reminders.server";
import { SPLIT_LINK_DAYS } from "~/domain/artists/splits/split-state";
import { letterToken } from "~/domain/artists/splits/split-store.server";
import { parseSplit } from "~/domain/artists/splits/splits";
import { composeBoardMail } from "~/domain/mail/board-mail.server";
import { draftExpiryKey, draftExpiryMail } from "~/domain/mail/draft-expiry";
import { addressKey } from "~/domain/mail/mailbox";
import { isQueued, mailStatements } from "~/domain/mail/outbox.server";
import {
  MAX_REQUEUED,
  requeueDelayedMails,
  requeueWaitingMails,
} from "~/domain/mail/requeue-mails.server";
import { splitReminderMail } from "~/domain/mail/split-mails";
import {
  deleteResumeKey,
  issueResumeKey,
  recordMailedAddress,
} from "~/domain/submission/draft/resume-keys.server";
import { releaseName } from "~/domain/submission/record/release-name";
import { findSubmission } from "~/domain/submission/record/submission-store.server";
import { runInBatches } from "~/platform/batching";
import { addDays } from "~/platform/clock";
import { longDate } from "~/platform/formats/dates";
import { sha256Hex } from "~/platform/hash";
import { alertOverdue, type StaffDeps } from "../alert-staff";
import { enqueueMail, type MailDeps } from "../mail-deps";
import type { SweepActions } from "./sweep-deps";

/**
 * Sends the one reminder of a letter, with the same link as the letter.
 * @param site the address of the site, without a path.
 */
export async function sendSplitReminder(
  deps: MailDeps,
  site: string,
  { letterId, rows }: UnansweredLetter,
): Promise<void> {
  const { db, brand, rules, now } = deps;
  const [first] = rows;
  const submission = first && (await findSubmission(db, first.submissionId));
  if (!submission) return;
  const token = await letterToken(rules.secret, letterId);
  const until = longDate(addDays(new Date(first.createdAt), SPLIT_LINK_DAYS).toISOString());
  const tracks = rows.map(({ split, share }) => ({
    title: parseSplit(split).title || "Untitled",
    share,
  }));
  const mail = splitReminderMail(
    {
      submissionId: submission.id,
      letterId,
      recipient: first.email,
      name: first.name,
      artistName: submission.artistName,
      release: releaseName(submission.form),
      tracks,
      until,
      url: `${site}/split/${token}`,
    },
    brand,
  );
  // The mail first: queueing it twice gives one mail, but a lost one would never be written.
  await enqueueMail(deps, mail);
  await recordReminder(db, { letterId, tokenHash: await sha256Hex(token) }, now());
}

/** Requeues the mails that were written while there was no mail server. @returns how many. */
export async function sendWaitingMails({ db, rules, sendJobs, now }: StaffDeps): Promise<number> {
  const jobIds = await requeueWaitingMails(db, rules.dailyLimit, now());
  if (jobIds.length > 0) await sendJobs(jobIds);
  return jobIds.length;
}

/** Batches of a hundred per sweep; other mails wait for their own next attempt. */
const DELAYED_BATCHES = 10;

/** Requeues the mails that wait for their next attempt, once the mail server answers again. @returns how many. */
export function sendDelayedMails({ db, sendJobs, now }: StaffDeps): Promise<number> {
  const requeueBatch = async () => {
    const jobIds = await requeueDelayedMails(db, now());
    if (jobIds.length > 0) await sendJobs(jobIds);
    return { settled: jobIds.length, more: jobIds.length === MAX_REQUEUED };
  };
  return runInBatches(requeueBatch, { batches: DELAYED_BATCHES }, now);
}

/**
 * The mails of the sweep; each is written once per occasion.
 * @param site the address of the site, without a path.
 */
export function mailActions(
  deps: StaffDeps,
  site: string,
): Pick<SweepActions, "warn" | "statusMail" | "sendJobs" | "alertOverdue" | "remind"> {
  const { db, ids, brand, now } = deps;
  return {
    async warn({ id: draftId, email: recipient, expiresAt: expiry }) {
      const draft = { draftId, expiresAt: expiry.toISOString() };
      // Checked first, because every link is another key to the draft.
      if (await isQueued(db, draftExpiryKey(draft))) return;
      const key = await issueResumeKey(db, draftId, ids, now());
      const url = `${site}/submit/continue/${key}`;
      if (await enqueueMail(deps, draftExpiryMail({ ...draft, recipient, url }, brand)))
        await recordMailedAddress(db, key, addressKey(recipient));
      else await deleteResumeKey(db, key);
    },
    statusMail: async (change, condition, changedAt) =>
      mailStatements(db, await composeBoardMail(db, change, brand, site), deps.rules, {
        now: changedAt,
        ids,
        when: condition,
      }),
    sendJobs: deps.sendJobs,
    alertOverdue: () => alertOverdue(deps),
    remind: (letter) => sendSplitReminder(deps, site, letter),
  };
}
