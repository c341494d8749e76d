import { isInProgress } from "~/domain/submission/record/release-card";
import type { StatusChange as BoardChange } from "~/domain/submission/record/status-change";
import type { StatusMailFacts } from "~/domain/submission/record/status-mail-facts.server";
import { statusText } from "~/domain/submission/record/status-text";
import { greetingBlock } from "./greeting";
import { type Brand, type Mail, toMail } from "./mail";
import type { Block, MailContent } from "./mail-content";
import {
  FAILED_TITLE,
  failedBlocks,
  firstYesBlocks,
  isFirstYes,
  liveBlocks,
  type StatusPages,
  YES_TITLE,
} from "./status-blocks";

export interface StatusChange {
  submissionId: string;
  reference: string;
  recipient: string;
  /** First name or artist name. */
  name: string;
  release: string;
  status: string;
  /** Time or number of the change, for the deduplication key. */
  at: string;
  /** Written by staff; a rejection should always have one. */
  reason?: string | undefined;
  /** Page for release details of a release in progress. */
  detailsUrl?: string | undefined;
  /** Absent for a waiting list entry. */
  pages?: StatusPages | undefined;
}

export const detailsUrlOf = (site: string, submissionId: string) =>
  `${site}/release-details/${submissionId}`;

export const quoteBlock = (reason: string): Block => ({ kind: "quote", text: reason.trim() });
export const textBlock = (text: string): Block => ({ kind: "paragraph", text });

export function rejectionBlocks(
  { reason }: Pick<StatusChange, "reason">,
  { supportEmail }: Brand,
): Block[] {
  if (!reason?.trim())
    return [textBlock(`To hear why, write to ${supportEmail}: we owe you a reason.`)];
  return [textBlock("This is why:"), quoteBlock(reason)];
}

const completionBlocks = (url: string): Block[] => [
  textBlock(
    "We're getting your release ready. Before it can go out, shops need some details from you: codes, names, and who holds the rights.",
  ),
  { kind: "link", label: "Complete release details", url },
];

const isStatus = (status: string, name: string) => status.trim().toLowerCase() === name;

function toMessage(change: StatusChange, brand: Brand): [title: string, blocks: Block[]] {
  const { status, reason, detailsUrl, pages } = change;
  const { title, text } = statusText(status);
  // The site refers artists to this mail for the reason.
  if (status === "rejected") return [title, rejectionBlocks(change, brand)];
  if (isStatus(status, "failed")) return [FAILED_TITLE, failedBlocks(reason, brand)];
  const reasonBlocks = reason?.trim() ? [quoteBlock(reason)] : [];
  if (pages && isFirstYes(status, pages))
    return [YES_TITLE, [...reasonBlocks, ...firstYesBlocks(status, pages)]];
  if (isInProgress(status) && detailsUrl)
    return [title, [...reasonBlocks, ...completionBlocks(detailsUrl)]];
  const links = pages && isStatus(status, "live") ? liveBlocks(pages) : [];
  return [title, [textBlock(text), ...reasonBlocks, ...links]];
}

export function statusMail(
  change: Omit<StatusChange, "release" | "detailsUrl" | "pages">,
  { title, blocks, facts }: { title: string; blocks: Block[]; facts: [string, string][] },
  brand: Brand,
): Mail {
  const { submissionId, reference, recipient, name, status, at } = change;
  const letter: Omit<MailContent, "brand"> = {
    subject: `${title} (${reference})`,
    blocks: [
      greetingBlock({ firstName: name }),
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

export function statusChangeMail(change: StatusChange, brand: Brand): Mail {
  const [title, blocks] = toMessage(change, brand);
  return statusMail(change, { title, blocks, facts: [["Release", change.release]] }, brand);
}

/**
 * For changes on the board.
 * @param site origin of the site.
 * @param facts undefined if they could not be read.
 */
export function boardChangeMail(
  { submission, status, reason, changeNumber: number }: BoardChange,
  brand: Brand,
  site: string,
  facts?: StatusMailFacts | undefined,
): Mail {
  const { id: submissionId, reference, email: recipient, artistName } = submission;
  const name = facts?.firstName || artistName;
  const details = { submissionId, reference, recipient, name, release: submission.releaseTitle };
  const detailsUrl = detailsUrlOf(site, submissionId);
  const pages = facts && { site, submissionId, facts };
  return statusChangeMail(
    { ...details, status, reason, at: `change ${number}`, detailsUrl, pages },
    brand,
  );
}
