import { isInProgress } from "~/submission/record/release-card";
import type { StatusChange as BoardChange } from "~/submission/record/status-change";
import { statusText } from "~/submission/record/status-text";
import { type Brand, type Mail, toMail } from "./mail";
import type { Block, MailContent } from "./mail-content";
import { sanitizeInput } from "./sanitize-input";

/** A submission whose status has changed. */
export interface StatusChange {
  submissionId: string;
  reference: string;
  recipient: string;
  /** First name or artist name. */
  name: string;
  release: string;
  status: string;
  /** When it changed, as an ISO string: a status that comes back is told again. */
  at: string;
  /** Why, in the team's words; a rejection should always have one. */
  reason?: string | undefined;
  /** Where its artist completes it once it is in progress; missing where there is nothing to complete. */
  detailsUrl?: string | undefined;
}

/** Where the artist of a submission completes it. @param site its address, without a path. */
export const detailsUrlOf = (site: string, submissionId: string) =>
  `${site}/release-details/${submissionId}`;

/** What the team says beside a status, in their own words. */
export const quoteBlock = (reason: string): Block => ({ kind: "quote", text: reason.trim() });
/** A paragraph. */
export const textBlock = (text: string): Block => ({ kind: "paragraph", text });

/** Why something was turned down. */
export function rejectionBlocks(
  { reason }: Pick<StatusChange, "reason">,
  { supportEmail }: Brand,
): Block[] {
  if (!reason?.trim())
    return [textBlock(`To hear why, write to ${supportEmail}: we owe you a reason.`)];
  return [textBlock("This is why:"), quoteBlock(reason)];
}

/** It waits for the artist: to check back, as its page says, would be the wrong thing to do. */
const toComplete = (url: string): Block[] => [
  textBlock(
    "We're getting your release ready. Before it can go out, shops need some details from you: codes, names, and who holds the rights.",
  ),
  { kind: "link", label: "Complete release details", url },
];

function messageOf(change: StatusChange, brand: Brand): [title: string, blocks: Block[]] {
  const { status, reason, detailsUrl } = change;
  const { title, text } = statusText(status);
  // The banner sends artists to this mail for the reason; here it is.
  if (status === "rejected") return [title, rejectionBlocks(change, brand)];
  const reasonBlocks = reason?.trim() ? [quoteBlock(reason)] : [];
  if (isInProgress(status) && detailsUrl)
    return [title, [...reasonBlocks, ...toComplete(detailsUrl)]];
  return [title, [textBlock(text), ...reasonBlocks]];
}

/** The letter about a new status, whatever has it. */
export function statusMail(
  change: Omit<StatusChange, "release" | "detailsUrl">,
  { title, blocks, facts }: { title: string; blocks: Block[]; facts: [string, string][] },
  brand: Brand,
): Mail {
  const { submissionId, reference, recipient, name, status, at } = change;
  const letter: Omit<MailContent, "brand"> = {
    subject: `${title} (${reference})`,
    blocks: [
      textBlock(`Hello ${sanitizeInput(name)},`),
      { kind: "heading", text: title },
      ...blocks,
      { kind: "facts", facts: [...facts, ["Reference", reference]] },
      textBlock(`Questions? Write to ${brand.supportEmail} and mention ${reference}.`),
      textBlock(`The ${brand.name} team`),
    ],
  };
  const dedupeKey = `status:${submissionId}:${status}:${at}`;
  return toMail(letter, brand, { dedupeKey, kind: "status-change", recipient, submissionId });
}

/** The mail that tells an artist of a new status; a rejection comes with its reason. */
export function statusChangeMail(change: StatusChange, brand: Brand): Mail {
  const [title, blocks] = messageOf(change, brand);
  return statusMail(change, { title, blocks, facts: [["Release", change.release]] }, brand);
}

/** The mail that tells of a change that staff have made on the board. @param site as {@link detailsUrlOf}. */
export function boardChangeMail(
  { submission, status, reason, changeNumber: number }: BoardChange,
  brand: Brand,
  site: string,
): Mail {
  const { id: submissionId, reference, email: recipient, artistName: name } = submission;
  const about = { submissionId, reference, recipient, name, release: submission.releaseTitle };
  const detailsUrl = detailsUrlOf(site, submissionId);
  return statusChangeMail({ ...about, status, reason, at: `change ${number}`, detailsUrl }, brand);
}
