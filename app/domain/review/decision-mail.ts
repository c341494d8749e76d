import { entryStatusMail } from "~/domain/mail/entry-status-mail";
import type { Brand, Mail } from "~/domain/mail/mail";
import { fixUrlOf } from "~/domain/mail/own-links";
import { detailsUrlOf, statusChangeMail } from "~/domain/mail/status-mail";
import type { StatusMailFacts } from "~/domain/mail/status-mail-facts.server";
import type { Decision } from "./decision";
import type { ReviewItem } from "./review-item";

/** The mail of a decision. @param facts read before the decision is written. */
export function decisionMail(
  item: ReviewItem,
  { status, reason, changes, answer }: Decision,
  { brand, site }: { brand: Brand; site: string },
  facts: StatusMailFacts | undefined,
): Mail {
  const { id: submissionId, reference, email: recipient, artistName, title, revision } = item;
  const name = facts?.firstName || artistName;
  // The same key as the sweep uses for changes on the board, so that one change is mailed once.
  const at = `change ${revision}`;
  const mailFields = { submissionId, reference, recipient, name, status, at };
  const change = { ...mailFields, reason: reason || undefined };
  if (item.kind === "waiting") return entryStatusMail(change, brand);
  const urls = { detailsUrl: detailsUrlOf(site, submissionId), fixUrl: fixUrlOf(site) };
  const pages = facts && { site, submissionId, facts };
  return statusChangeMail({ ...change, changes, answer, release: title, ...urls, pages }, brand);
}
