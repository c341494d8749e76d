import type { Brand, Mail } from "~/domain/mail/mail";
import { type MailBatchStatements, type MailRules, queueMail } from "~/domain/mail/outbox.server";
import type { Log } from "~/observability/log";
import type { Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import type { Ids } from "~/platform/ids";
import type { Services } from "~/services/services.server";

/** What writing mails from the jobs worker needs. */
export interface MailDeps {
  db: Database;
  ids: Ids;
  brand: Brand;
  rules: MailRules;
  /** Sends the job of the mail to the queue; where this fails, the sweep does it later. */
  sendJobs: (jobIds: string[]) => Promise<void>;
  log: Log;
  now: Clock;
}

/** Picks what writing mails needs from the services. */
export function mailDeps(services: Services): MailDeps & { staff: string } {
  return { ...services, ...services.mail, now: services.clock };
}

/**
 * Puts a mail into the outbox, once per its key, and sends its job to the queue.
 * @param extraStatements are run in the same batch.
 * @returns false when a mail with this key was there before.
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
