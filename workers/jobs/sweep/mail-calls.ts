import { draftExpiryKey, draftExpiryMail } from "~/mail/draft-expiry";
import { addressKey } from "~/mail/mailbox";
import { isQueued } from "~/mail/outbox.server";
import { statusChangeMail } from "~/mail/status-change";
import { wakeWaitingMails } from "~/mail/waiting-mails.server";
import { randomIds } from "~/platform/ids";
import { issueResumeKey } from "~/submission/draft/resume-keys.server";
import { alertOverdue, type StaffDeps } from "../alert-staff";
import { postMail } from "../mail-deps";
import type { SweepCalls } from "./sweep-deps";

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
): Pick<SweepCalls, "warn" | "tellStatus" | "tellOverdue"> {
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
    async tellStatus({ submission, status, reason, number }) {
      const { id: submissionId, reference, email, artistName, releaseTitle } = submission;
      const about = { submissionId, reference, recipient: email, status, reason };
      // Not the time: a sweep that died before it wrote the change down finds it anew, at another.
      const at = `change ${number}`;
      const change = { ...about, name: artistName, release: releaseTitle, at };
      await postMail(deps, statusChangeMail(change, brand));
    },
    tellOverdue: () => alertOverdue(deps),
  };
}
