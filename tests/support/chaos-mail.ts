import * as v from "valibot";
import type { ChaosApp } from "./chaos-app";
import { randomFor } from "./chaos-decisions";
import type { SmtpBehavior, SmtpServer } from "./smtp-server";
import type { Visitor } from "./visitor";

const later = { code: 451, text: "4.3.0 Try again later", times: 3 };
/** How the mail server fails; half of the time it does not. */
const BEHAVIORS: readonly (() => SmtpBehavior)[] = [
  () => ({}),
  () => ({}),
  () => ({}),
  () => ({}),
  () => ({ cutAtSender: 3 }),
  () => ({ refuse: { ...later } }),
  () => ({ refuseText: { ...later } }),
  () => ({ cutText: "within" }),
  () => ({ cutText: "after-end" }),
];

type Letter = SmtpServer["mailbox"][number];

/** Lets a mail server fail by a seed, and keeps all that it has received. */
export function createMailFaults(office: SmtpServer, seed: number) {
  const random = randomFor(seed, "mail");
  const earlierLetters: Letter[] = [];
  const behave = (behavior?: SmtpBehavior) => {
    // The server forgets them.
    earlierLetters.push(...office.mailbox);
    office.behave(behavior);
  };
  return {
    /** Draws how it fails from now on. */
    change: () => behave(BEHAVIORS[Math.floor(random() * BEHAVIORS.length)]?.()),
    end: () => behave(),
    /** The received letters by their Message-ID. */
    lettersOf: (messageId: string | null) =>
      [...earlierLetters, ...office.mailbox].filter(
        ({ parsed }) => withoutBrackets(parsed.messageId) === withoutBrackets(messageId),
      ),
  };
}
export type MailFaults = ReturnType<typeof createMailFaults>;

const withoutBrackets = (id: string | null | undefined) => id?.replace(/[<>]/g, "") ?? "";

const unconfirmedSchema = v.array(
  v.object({ job: v.string(), message_id: v.nullable(v.string()) }),
);

/**
 * Does what staff do with mails that may have arrived or not: asks the recipient, and sends again what
 * has not. @returns how many.
 */
export async function resendUnconfirmed(
  app: ChaosApp,
  staff: Visitor,
  { lettersOf }: MailFaults,
): Promise<number> {
  const sql = `SELECT jobs.id AS job, message_id FROM mail_outbox
    JOIN jobs ON jobs.type = 'send-mail' AND jobs.subject = mail_outbox.id
    WHERE mail_outbox.state = 'unconfirmed'`;
  const unconfirmed = v.parse(unconfirmedSchema, await app.store.rows(sql));
  const missing = unconfirmed.filter(({ message_id }) => lettersOf(message_id).length === 0);
  for (const { job } of missing) {
    const reply = await staff.json(`/api/jobs/${job}/run-again`, { mayArriveTwice: true });
    if (!reply.ok) throw new Error(`Run again: ${reply.status} ${await reply.text()}`);
  }
  return missing.length;
}
