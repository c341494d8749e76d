import { REPLY_BUSINESS_DAYS } from "~/domain/submission/music/release-dates";
import { longDate } from "~/platform/formats/dates";
import { type Brand, type Mail, toMail } from "./mail";
import type { MailContent } from "./mail-content";

export interface OverdueReply {
  reference: string;
  artistName: string;
  release: string;
  /** ISO string. */
  replyDueAt: string;
}

/** Deduplication key. @param today YYYY-MM-DD. */
export function overdueKey(today: string): string {
  return `overdue:${today}`;
}

/**
 * The daily mail about overdue replies.
 * @param today YYYY-MM-DD.
 * @param total count of all overdue replies, if only the first are listed.
 */
export function overdueMail(
  overdue: readonly OverdueReply[],
  today: string,
  recipient: string,
  { brand, total = overdue.length }: { brand: Brand; total?: number },
): Mail {
  const countText = total === 1 ? "1 reply is" : `${total} replies are`;
  const remaining = total - overdue.length;
  const letter: Omit<MailContent, "brand"> = {
    subject: `${countText} overdue`,
    blocks: [
      `We promised artists a reply within ${REPLY_BUSINESS_DAYS} business days. ${countText} overdue:`,
      {
        kind: "facts",
        facts: overdue.map((reply) => [
          reply.reference,
          `${reply.artistName}, ${reply.release || "catalogue transfer"}: due ${longDate(reply.replyDueAt)}`,
        ]),
      },
      ...(remaining > 0 ? [`And ${remaining} more, which are due later.`] : []),
      "This email comes once a day until every one of them has its reply.",
      `The ${brand.name} portal`,
    ],
  };
  return toMail(letter, brand, { dedupeKey: overdueKey(today), kind: "overdue-alert", recipient });
}

export interface StaffAlert {
  /** Deduplication key, such as `job-failed:01J…`. */
  key: string;
  subject: string;
  sentences: readonly string[];
  facts?: readonly (readonly [name: string, value: string])[];
  submissionId?: string;
  url?: string;
}

export function staffAlertMail(alert: StaffAlert, recipient: string, brand: Brand): Mail {
  const { key, subject, sentences, facts = [], url, submissionId } = alert;
  const letter: Omit<MailContent, "brand"> = {
    subject,
    blocks: [
      ...sentences,
      ...(facts.length > 0 ? [{ kind: "facts" as const, facts }] : []),
      ...(url ? [{ kind: "link" as const, label: "Open it", url }] : []),
      `The ${brand.name} portal`,
    ],
  };
  return toMail(letter, brand, {
    dedupeKey: `staff-alert:${key}`,
    kind: "staff-alert",
    recipient,
    submissionId,
  });
}
