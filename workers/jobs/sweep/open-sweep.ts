import { accountOfStatus } from "~/artists/accept-submission.server";
import { withdrawAll, withdrawReplaced } from "~/artists/agreement/withdraw.server";
import { rememberReminder, type UnansweredLetter } from "~/artists/splits/split-reminders.server";
import { SPLIT_LINK_DAYS } from "~/artists/splits/split-state";
import { letterToken } from "~/artists/splits/split-store.server";
import { readSplitText } from "~/artists/splits/splits";
import { forgetEntry } from "~/entry/returning-store.server";
import { dataDeletedMail } from "~/mail/data-requests";
import { draftExpiryKey, draftExpiryMail } from "~/mail/draft-expiry";
import { mailProbe } from "~/mail/mail-probe.server";
import { addressKey } from "~/mail/mailbox";
import { isQueued, mailStatements } from "~/mail/outbox.server";
import { splitReminderMail } from "~/mail/split-letters";
import { boardChangeMail } from "~/mail/status-change";
import { wakeWaitingMails } from "~/mail/waiting-mails.server";
import type { Probe } from "~/monitoring/probe";
import { addDays } from "~/platform/clock";
import { longDate } from "~/platform/formats/dates";
import { sha256Hex } from "~/platform/hash";
import { randomIds } from "~/platform/ids";
import { removeCopies } from "~/privacy/remove-copies.server";
import type { DeletionCalls } from "~/privacy/remove-with-copies.server";
import { deletedLines, keptLines } from "~/privacy/report";
import type { Services } from "~/services.server";
import { issueResumeKey } from "~/submission/draft/resume-keys.server";
import { releaseName } from "~/submission/record/release-name";
import { findSubmission } from "~/submission/record/submission-store.server";
import { discreet } from "~/third-parties.server";
import { alertOverdue, type StaffDeps } from "../alert-staff";
import { boardStatuses } from "../board-statuses";
import { type MailDeps, mailDeps, postMail } from "../mail-deps";
import { pastTheQueue, tellIncident } from "./alerts/tell-incident";
import { watchOf } from "./alerts/watch-of";
import type { SweepCalls, SweepDeps } from "./sweep-deps";

/**
 * Sends the one reminder of a letter, with the same link as the letter.
 * @param site the address of the site, without a path.
 */
export async function remindOf(
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
    title: readSplitText(split).title || "Untitled",
    share,
  }));
  const mail = splitReminderMail(
    {
      ...{ submissionId: submission.id, letterId, recipient: first.email, name: first.name },
      ...{ artistName: submission.artistName, release: releaseName(submission.form) },
      ...{ tracks, until, url: `${site}/split/${token}` },
    },
    brand,
  );
  // First the mail: one that is written twice is one mail, one that is not written is none.
  await postMail(deps, mail);
  await rememberReminder(db, { letterId, tokenHash: await sha256Hex(token) }, now());
}

/** Has the mails sent that were written while there was no mail server. @returns how many. */
export async function sendWaitingMails({ db, rules, sendJobs, now }: StaffDeps): Promise<number> {
  const jobIds = await wakeWaitingMails(db, rules.dailyLimit, now());
  if (jobIds.length > 0) await sendJobs(jobIds);
  return jobIds.length;
}

/**
 * The mails of the sweep; each is written once per occasion.
 * @param site the address of the site, without a path.
 */
export function mailCalls(
  deps: StaffDeps,
  site: string,
): Pick<SweepCalls, "warn" | "statusMail" | "sendJobs" | "tellOverdue" | "remind"> {
  const { db, brand, now } = deps;
  return {
    async warn({ id: draftId, email: recipient, expiresAt: end }) {
      const draft = { draftId, expiresAt: end.toISOString() };
      // Asked first: every link is one more key to the draft.
      if (await isQueued(db, draftExpiryKey(draft))) return;
      const mailedTo = addressKey(recipient);
      const key = await issueResumeKey(db, draftId, randomIds, now(), mailedTo);
      const url = `${site}/submit/continue/${key}`;
      await postMail(deps, draftExpiryMail({ ...draft, recipient, url }, brand));
    },
    statusMail: (change, when, at) =>
      mailStatements(db, boardChangeMail(change, brand), deps.rules, { now: at, when }),
    sendJobs: (jobIds) => deps.sendJobs(jobIds),
    tellOverdue: () => alertOverdue(deps),
    remind: (letter) => remindOf(deps, site, letter),
  };
}

/** What deletions do at others', in KV and by mail. */
function deletionCalls(
  services: Pick<Services, "board" | "drive" | "tokens" | "signing" | "db" | "log" | "clock">,
  letters: MailDeps,
): DeletionCalls {
  const { board, drive, tokens, signing, db, log, clock: now } = services;
  const client = signing.state === "off" ? undefined : signing.client;
  return {
    withdrawAgreements: (artistId) => withdrawAll({ db, client, log, now }, artistId),
    removeCopies: (copies) => removeCopies({ board, drive }, copies),
    forgetLink: (tokenHash) => forgetEntry(tokens, tokenHash),
    async tellDeleted({ id: requestId, email: recipient }, report) {
      const lines = { deleted: deletedLines(report), kept: keptLines(report) };
      await postMail(letters, dataDeletedMail({ requestId, recipient, ...lines }, letters.brand));
    },
  };
}

/** The mail server's probe, where there is one. */
function mailProbes({ mail, settings }: Services): Record<string, Probe> {
  const { connection } = mail;
  if (connection.state === "off") return {};
  return { mail: discreet(mailProbe(connection.server), settings) };
}

/**
 * Everything the sweep looks after.
 * @param run does a job at once, past the queue.
 */
export function openSweep(
  services: Services,
  {
    queue,
    release,
    run,
  }: Pick<SweepDeps, "queue" | "release"> & { run: (jobId: string) => Promise<unknown> },
): SweepDeps {
  const { clock: now, probes: stores, site, mail, db, log, signing } = services;
  const client = signing.state === "off" ? undefined : signing.client;
  const letters = mailDeps(services);
  const sendWaiting = async () =>
    mail.connection.state === "live" ? sendWaitingMails(letters) : 0;
  const thirdParties = { ...services.thirdParties, ...mailProbes(services) };
  const calls: SweepDeps["calls"] = {
    ...mailCalls(letters, site),
    tellIncident: (incident, what) =>
      tellIncident(pastTheQueue(letters, run), site, incident, what),
    watch: watchOf(services, [...Object.keys(stores), ...Object.keys(thirdParties)]),
    accountPart: (to, when, at) => accountOfStatus(services.accounts, to, when, at),
    withdrawAgreements: () => withdrawReplaced({ db, client, log, now }),
    sendWaiting,
    deletions: deletionCalls(services, letters),
    stores,
    changedStatuses: boardStatuses({ ...services, now }),
    thirdParties,
  };
  return { ...services, queue, release, now, calls };
}
