import type { Documents } from "~/domain/artists/agreement/documents.server";
import { storedTraits } from "~/domain/mail/mail-kinds";
import { mailPageUrl } from "~/domain/mail/mail-page.server";
import {
  beginSending,
  findMail,
  giveUpSending,
  holdMail,
  markSent,
  recordFailure,
} from "~/domain/mail/mail-store.server";
import type { MailRules, QueuedMail } from "~/domain/mail/outbox.server";
import { buildMessageId, composeMessage } from "~/integrations/mail/compose-message.server";
import { type Delivery, retryAfter } from "~/integrations/mail/delivery";
import type { MailConnection, MailServer } from "~/integrations/mail/mail-server";
import { deliverBySmtp, SMTP_TIMEOUTS, type SmtpTimeouts } from "~/integrations/mail/smtp.server";
import type { Log } from "~/observability/log";
import type { Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import type { JobHandler, JobKind, JobSubject, WorkResult } from "./job-kind";

interface Deps {
  db: Database;
  documents: Pick<Documents, "read">;
  mail: MailConnection;
  rules: MailRules;
  log: Log;
  now: Clock;
  timeouts: SmtpTimeouts;
}

/**
 * Only what one press stops has the header by which mailboxes show a button of their own: it must
 * never stop a decision, a code, or a warning.
 */
const hasUnsubscribe = ({ kind }: QueuedMail) => storedTraits(kind)?.stoppedBy === "first-press";

/** The one kind of document that mails bring. */
const ATTACHMENT_NAME = "Artist Agreement.pdf";

/** Longer than any attempt: a mail still in `sending` after this has lost its worker. */
const SENDING_SECONDS = 180;
const WORKER_LOST =
  "The worker stopped while the mail was leaving: it may have arrived or not. Ask the recipient, or send it again.";
const UNCONFIRMED: WorkResult = { kind: "failed", reason: "mail-unconfirmed", detail: WORKER_LOST };

/**
 * Sends one mail of the outbox (the job's subject is its id), at most once. The text is sent only
 * after one conditional update has moved the mail to `sending`. A mail found in `sending` may have
 * arrived, so it is never sent again automatically.
 */
export function sendMail({
  db,
  documents,
  mail: connection,
  rules,
  log,
  now,
  timeouts,
}: Deps): JobHandler<JobSubject<"send-mail">> {
  async function afterLostWorker({ id }: QueuedMail): Promise<WorkResult> {
    const before = new Date(now().getTime() - SENDING_SECONDS * 1000);
    if (await giveUpSending(db, id, before, WORKER_LOST)) {
      log("error", "mail.unconfirmed", { mailId: id, reason: "worker-lost" });
      return UNCONFIRMED;
    }
    return { kind: "retry", reason: "mail-being-sent", afterSeconds: SENDING_SECONDS };
  }

  async function recordDelivery(mail: QueuedMail, delivery: Delivery): Promise<WorkResult> {
    const logFields = { mailId: mail.id, submissionId: mail.submissionId ?? undefined };
    if (delivery.kind === "taken")
      return { kind: "retry", reason: "mail-being-sent", afterSeconds: SENDING_SECONDS };
    if (delivery.kind === "accepted") {
      await markSent(db, mail, now());
      log("info", "mail.sent", logFields);
      return { kind: "done" };
    }
    const { reason, detail, claimed } = delivery;
    const failureFields = { ...logFields, reason, attempt: mail.attempts + 1 };
    const afterSeconds = retryAfter(mail.attempts + 1);
    if (delivery.next === "retry" && afterSeconds !== undefined) {
      await recordFailure(db, mail.id, { state: "waiting", error: detail, claimed });
      log("warn", "mail.delayed", failureFields);
      return { kind: "retry", reason, detail, afterSeconds };
    }
    const state = delivery.next === "unconfirmed" ? "unconfirmed" : "failed";
    await recordFailure(db, mail.id, { state, error: detail, claimed });
    log("error", `mail.${state}`, failureFields);
    return { kind: "failed", reason, detail };
  }

  async function readAttachment({ attachmentKey }: QueuedMail) {
    if (attachmentKey === null) return undefined;
    const content = await documents.read(attachmentKey);
    return content ? { fileName: ATTACHMENT_NAME, content } : "gone";
  }

  async function failForGood(mail: QueuedMail): Promise<WorkResult> {
    const reason = "mail-attachment-gone";
    const error = "The document that this mail brings is no longer stored.";
    await recordFailure(db, mail.id, { state: "failed", error, claimed: false });
    log("error", "mail.failed", { mailId: mail.id, reason, attempt: mail.attempts + 1 });
    return { kind: "failed", reason, detail: error };
  }

  async function send(mail: QueuedMail, server: MailServer): Promise<WorkResult> {
    const messageId = mail.messageId ?? buildMessageId(mail.id, server);
    const page = hasUnsubscribe(mail) ? await mailPageUrl(rules, mail.id, now()) : undefined;
    const attachment = await readAttachment(mail);
    if (attachment === "gone") return failForGood(mail);
    const message = await composeMessage({ ...mail, messageId, page, attachment }, server, now());
    const claim = () => beginSending(db, mail.id, { messageId, limit: rules.dailyLimit }, now());
    const { recipient } = mail;
    return recordDelivery(
      mail,
      await deliverBySmtp(server, { recipient, message }, claim, timeouts),
    );
  }

  return {
    async run({ subject }) {
      const mail = await findMail(db, subject);
      if (!mail) return { kind: "failed", reason: "no-such-mail" };
      if (mail.state === "sent") return { kind: "done", reason: "known" };
      if (mail.state === "sending") return afterLostWorker(mail);
      if (mail.state === "unconfirmed") return UNCONFIRMED;
      if (mail.state === "stopped" || mail.state === "dropped")
        return { kind: "done", reason: `mail-${mail.state}` };
      // The sweep requeues it once it may be sent.
      if (mail.state === "held") return { kind: "done", reason: "mail-held" };
      if (connection.state === "off") return { kind: "done", reason: "mail-off" };
      if (mail.textBody === "") return { kind: "failed", reason: "mail-text-gone" };
      const holdReason = await holdMail(db, mail.id, rules.dailyLimit, now());
      if (holdReason) {
        const logFields = { mailId: mail.id, submissionId: mail.submissionId ?? undefined };
        log("info", "mail.held", { ...logFields, reason: holdReason });
        return { kind: "done", reason: `mail-${holdReason}` };
      }
      return send(mail, connection.server);
    },
  };
}

export const sendMailJob: JobKind<"send-mail"> = {
  type: "send-mail",
  heavy: false,
  run: (
    topic,
    { db, artists: { documents }, mail: { connection: mail, rules }, log, clock: now },
  ) => sendMail({ db, documents, mail, rules, log, now, timeouts: SMTP_TIMEOUTS }).run(topic),
  // Staff see a failed mail in the outbox; another mail about it would fail as well.
  onDeadLetter: async () => {},
};
