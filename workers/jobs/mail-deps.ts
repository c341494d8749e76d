import type { SQL } from "drizzle-orm";
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
  sendJobs: Services["sendJobs"];
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
 * @param when a condition for the mail, decided in that batch.
 * @returns false when no mail was written, such as where one with this key was there before.
 */
export async function enqueueMail(
  deps: MailDeps,
  mail: Mail,
  extraStatements?: MailBatchStatements,
  when?: SQL,
): Promise<boolean> {
  const { db, rules, now, ids } = deps;
  const outcome = await queueMail(db, mail, rules, now(), ids, extraStatements, when);
  if (outcome.kind !== "queued") return false;
  const logFields = { submissionId: mail.submissionId, mailId: outcome.mailId };
  if (outcome.state === "waiting") deps.log("info", "mail.queued", logFields);
  else deps.log("info", "mail.held", { ...logFields, reason: outcome.state });
  await deps.sendJobs([outcome.jobId]);
  return true;
}
