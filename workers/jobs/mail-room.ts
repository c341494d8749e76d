import type { Brand, Mail } from "~/mail/mail";
import { type MailRules, queueMail } from "~/mail/outbox.server";
import type { Log } from "~/monitoring/log";
import type { Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services.server";

/** What it takes to write mails from the jobs worker. */
export interface MailRoom {
  db: Database;
  brand: Brand;
  rules: MailRules;
  /** Hands the job that sends the mail to the queue; the sweep does where this fails. */
  sendJobs: (jobIds: string[]) => Promise<void>;
  log: Log;
  now: Clock;
}

/** The mail room, made from the services. */
export function mailRoom(services: Services): MailRoom & { staff: string } {
  return { ...services, ...services.mail, now: services.clock };
}

/**
 * Puts a mail into the outbox, once per occasion, and has it sent.
 * @returns false when a mail of this occasion was there before.
 */
export async function postMail(room: MailRoom, mail: Mail): Promise<boolean> {
  const written = await queueMail(room.db, mail, room.rules, room.now());
  if (written.kind !== "queued") return false;
  const about = { submissionId: mail.submissionId, mailId: written.mailId };
  if (written.state === "waiting") room.log("info", "mail.queued", about);
  else room.log("info", "mail.held", { ...about, reason: written.state });
  await room.sendJobs([written.jobId]);
  return true;
}
