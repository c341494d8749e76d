import type { Mail } from "~/domain/mail/mail";
import { type MailBatchStatements, queueMail } from "~/domain/mail/outbox.server";
import type { AppContext } from "./app-context";

/** Writes a mail and has it sent, unless its address may not have it now. @param part see {@link queueMail}. */
export async function sendLetter(
  { db, mail, clock, ids, log, sendJobs }: AppContext,
  letter: Mail,
  part?: MailBatchStatements,
): Promise<void> {
  const result = await queueMail(db, letter, mail.rules, clock(), ids, part);
  if (result.kind !== "queued") return log("info", "mail.held", { reason: result.kind });
  log("info", "mail.queued", { mailId: result.mailId });
  await sendJobs([result.jobId]);
}
