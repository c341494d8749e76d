import { longDate } from "~/platform/formats/dates";
import { type Brand, type Mail, toMail } from "./mail";
import type { Block, MailContent } from "./mail-content";

/** A submission, or an entry of the waiting list, whose artist waits for a reply. */
export interface OverdueReply {
  reference: string;
  artistName: string;
  release: string;
  /** ISO string. */
  replyDueAt: string;
}

const words = (text: string): Block => ({ kind: "paragraph", text });

/** Names the mail of a day (YYYY-MM-DD). */
export function overdueKey(today: string): string {
  return `overdue:${today}`;
}

/**
 * Tells the team which replies are overdue: one mail a day at most, for as long as there are any.
 * @param today YYYY-MM-DD.
 * @param total how many there are, where these are only the first of them.
 */
export function overdueMail(
  overdue: readonly OverdueReply[],
  today: string,
  recipient: string,
  { brand, total = overdue.length }: { brand: Brand; total?: number },
): Mail {
  const many = total === 1 ? "1 reply is" : `${total} replies are`;
  const more = total - overdue.length;
  const letter: Omit<MailContent, "brand"> = {
    subject: `${many} overdue`,
    blocks: [
      words(`We promised artists a reply within 10 business days. ${many} overdue:`),
      {
        kind: "facts",
        facts: overdue.map((one) => [
          one.reference,
          `${one.artistName}, ${one.release || "catalogue transfer"}: due ${longDate(one.replyDueAt)}`,
        ]),
      },
      ...(more > 0 ? [words(`And ${more} more, which are due later.`)] : []),
      words("This email comes once a day until every one of them has its reply."),
      words(`The ${brand.name} portal`),
    ],
  };
  return toMail(letter, brand, { dedupeKey: overdueKey(today), kind: "overdue-alert", recipient });
}

/** Something the team has to look at. */
export interface StaffAlert {
  /** Names the occasion, such as `job-failed:01J…`: it is told once. */
  key: string;
  /** One sentence that says what is wrong. */
  subject: string;
  /** What happened and what to do. */
  sentences: readonly string[];
  facts?: readonly (readonly [name: string, value: string])[];
  submissionId?: string;
  /** Where to do it. */
  url?: string;
}

/** Tells the team of a job that has failed for good, a broken board column and the like. */
export function staffAlertMail(alert: StaffAlert, recipient: string, brand: Brand): Mail {
  const { key, subject, sentences, facts = [], url, submissionId } = alert;
  const letter: Omit<MailContent, "brand"> = {
    subject,
    blocks: [
      ...sentences.map(words),
      ...(facts.length > 0 ? [{ kind: "facts" as const, facts }] : []),
      ...(url ? [{ kind: "link" as const, label: "Open it", url }] : []),
      words(`The ${brand.name} portal`),
    ],
  };
  return toMail(letter, brand, {
    dedupeKey: `staff-alert:${key}`,
    kind: "staff-alert",
    recipient,
    submissionId,
  });
}
