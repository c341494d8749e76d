import type { Brand, Mail } from "~/mail/mail";
import { type MailBatchStatements, type MailRules, queueMail } from "~/mail/outbox.server";
import type { Log } from "~/monitoring/log";
import type { Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import type { Ids } from "~/platform/ids";
import type { Services } from "~/services.server";

/** What it takes to write mails from the jobs worker. */
export interface MailDeps {
  db: Database;
  ids: Ids;
  brand: Brand;
  rules: MailRules;
  /** Hands the job that sends the mail to the queue; the sweep does where this fails. */
  sendJobs: (jobIds: string[]) => Promise<void>;
  log: Log;
  now: Clock;
}

/** The same, made from the services. */
export function mailDeps(services: Services): MailDeps & { staff: string } {
  return { ...services, ...services.mail, now: services.clock };
}

/**
 * Puts a mail into the outbox, once per occasion, and has it sent.
 * @param extraStatements what is written in the same batch.
 * @returns false when a mail of this occasion was there before.
 */
export async function enqueueMail(
  deps: MailDeps,
  mail: Mail,
  extraStatements?: MailBatchStatements,
): Promise<boolean> {
  const outcome = await queueMail(deps.db, mail, deps.rules, deps.now(), deps.ids, extraStatements);
  if (outcome.kind !== "queued") return false;
  const logFields = { submissionId: mail.submissionId, mailId: outcome.mailId };
  if (outcome.state === "waiting") deps.log("info", "mail.queued", logFields);
  else deps.log("info", "mail.held", { ...logFields, reason: outcome.state });
  await deps.sendJobs([outcome.jobId]);
  return true;
}
