import type { Brand, Mail } from "~/mail/mail";
import { queueMail } from "~/mail/outbox.server";
import type { Log } from "~/monitoring/log";
import type { Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";

/** What it takes to write mails from the jobs worker. */
export interface MailRoom {
  db: Database;
  brand: Brand;
  /** Hands the job that sends the mail to the queue; the sweep does where this fails. */
  sendJobs: (jobIds: string[]) => Promise<void>;
  log: Log;
  now: Clock;
}

/**
 * Puts a mail into the outbox, once per occasion, and has it sent.
 * @returns false when a mail of this occasion was there before.
 */
export async function postMail(room: MailRoom, mail: Mail): Promise<boolean> {
  const written = await queueMail(room.db, mail, room.now());
  if (!written) return false;
  room.log("info", "mail.queued", { submissionId: mail.submissionId, mailId: written.mailId });
  await room.sendJobs([written.jobId]);
  return true;
}
