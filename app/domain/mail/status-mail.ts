import type { StatusMailFacts } from "~/domain/mail/status-mail-facts.server";
import {
  FIX_LINK_DAYS,
  type FixLinkKind,
  fixKind,
  isFinalNo,
  type RejectionAnswer,
} from "~/domain/submission/record/fix-link";
import { stagesInWords, stagesOf } from "~/domain/submission/record/release-progress";
import type { StatusChange as BoardChange } from "~/domain/submission/record/status-change";
import { FINAL_NO, statusText } from "~/domain/submission/record/status-text";
import { statusFacts } from "~/reference/statuses";
import { greetingBlock } from "./greeting";
import { type Brand, type Mail, toMail } from "./mail";
import type { Block, MailContent } from "./mail-content";
import { fixUrlOf } from "./own-links";
import { readableLine, sanitizeInput } from "./sanitize-input";
import {
  FAILED_TITLE,
  failedBlocks,
  firstYesBlocks,
  liveBlocks,
  type StatusPages,
  YES_TITLE,
} from "./status-blocks";
import { statusMailKey } from "./status-mail-key";

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
  /** Whether the artist is asked for changes. */
  changes?: boolean | undefined;
  /** What a rejection means. */
  answer?: RejectionAnswer | undefined;
  detailsUrl?: string | undefined;
  /** Where a rejected release, or one to be changed, is put right. */
  fixUrl?: string | undefined;
  /** Absent for a waiting list entry. */
  pages?: StatusPages | undefined;
}

export const detailsUrlOf = (site: string, submissionId: string) =>
  `${site}/release-details/${submissionId}`;

export const quoteBlock = (reason: string): Block => ({ kind: "quote", text: reason.trim() });
export const textBlock = (text: string): Block => text;

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

const fixBlocks = (url: string | undefined, text: string): Block[] =>
  url ? [textBlock(text), { kind: "link", label: "Fix it and send it again", url }] : [];

const NOT_YET = `It isn't a no for ever. This link opens your release again when you're ready. It is for you alone, and works for ${FIX_LINK_DAYS} days.`;
const FIX_A_REJECTION = `Can you correct it? This link opens your release again. It is for you alone, and works for ${FIX_LINK_DAYS} days.`;
const FIX_CHANGES = `This link opens your release again. It is for you alone, and works for ${FIX_LINK_DAYS} days. All your answers and files are there: send us only what you change.`;

function wayBack({ answer, fixUrl, status }: StatusChange): Block[] {
  if (isFinalNo({ status, answer })) return [textBlock(FINAL_NO)];
  return fixBlocks(fixUrl, answer === "later" ? NOT_YET : FIX_A_REJECTION);
}

/** The line of states in words, where the dates of the release are known. */
function wayBlocks(change: StatusChange, { deliveryWeeks }: Brand): Block[] {
  const { status, changes, answer, at, pages } = change;
  if (!pages) return [];
  const changesAskedAt = changes ? at : null;
  const state = { status, answer, changesAskedAt, isReplaced: false, statusAt: "", deliveryWeeks };
  const facts = stagesInWords(stagesOf({ ...pages.facts, ...state }));
  return [
    { kind: "heading", text: "Where it stands" },
    { kind: "facts", facts },
  ];
}

function changesMail(change: StatusChange, brand: Brand): Mail {
  const { reference, release, reason = "", fixUrl } = change;
  const title = `Please change something in "${release}"`;
  const plainTitle = "Please change something in your release";
  const blocks = [
    textBlock("We listened to your release. Please change this, then send it to us again:"),
    quoteBlock(reason),
    ...fixBlocks(fixUrl, FIX_CHANGES),
  ];
  const content = { title, blocks, release, way: wayBlocks(change, brand) };
  const plainSubject = `${plainTitle} (${reference})`;
  return statusMail(change, { ...content, plainSubject, fixLink: "changes" }, brand);
}

function toMessage(change: StatusChange, brand: Brand): [title: string, blocks: Block[]] {
  const { status, reason, detailsUrl, pages } = change;
  const { title, text } = statusText(status);
  const { mail, firstYes } = statusFacts(status) ?? {};
  // The site refers artists to this mail for the reason.
  if (mail === "rejection") return [title, [...rejectionBlocks(change, brand), ...wayBack(change)]];
  if (mail === "failure") return [FAILED_TITLE, failedBlocks(reason, brand)];
  const reasonBlocks = reason?.trim() ? [quoteBlock(reason)] : [];
  if (firstYes && pages?.facts.isNew)
    return [YES_TITLE, [...reasonBlocks, ...firstYesBlocks(status, firstYes, pages)]];
  if (mail === "details" && detailsUrl)
    return [title, [...reasonBlocks, ...completionBlocks(detailsUrl)]];
  const links = pages && mail === "stores" ? liveBlocks(pages) : [];
  return [title, [textBlock(text), ...reasonBlocks, ...links]];
}

interface StatusLetter {
  title: string;
  blocks: Block[];
  /** Missing for entries of the waiting list, which have no status page. */
  release?: string;
  /** Where the release stands. */
  way?: Block[];
  /** Subject without user input; absent if the title has none. */
  plainSubject?: string;
  fixLink?: FixLinkKind | undefined;
  kind?: "status-change" | "fix-link" | "details-request";
}

export function statusMail(
  change: Omit<StatusChange, "release" | "detailsUrl" | "fixUrl" | "pages">,
  { title, blocks, release, way = [], plainSubject, fixLink, kind = "status-change" }: StatusLetter,
  brand: Brand,
): Mail {
  const { submissionId, reference, recipient, name, status, at } = change;
  const facts: [string, string][] = release === undefined ? [] : [["Release", release]];
  const letter: Omit<MailContent, "brand"> = {
    subject: `${readableLine(title)} (${reference})`,
    ...(plainSubject && { plainSubject }),
    blocks: [
      greetingBlock({ firstName: name }),
      { kind: "heading", text: sanitizeInput(title) },
      ...(release === undefined ? [] : [{ kind: "status-link" } as const]),
      ...blocks,
      ...way,
      { kind: "facts", facts: [...facts, ["Reference", reference]] },
      textBlock(`Questions? Write to ${brand.supportEmail} and mention ${reference}.`),
    ],
  };
  const dedupeKey = statusMailKey(submissionId, change.changes ? "changes wanted" : status, at);
  return toMail(letter, brand, { dedupeKey, kind, recipient, submissionId, fixLink });
}

export function statusChangeMail(change: StatusChange, brand: Brand): Mail {
  if (change.changes) return changesMail(change, brand);
  const [title, blocks] = toMessage(change, brand);
  const { status, answer, fixUrl } = change;
  const fixLink = fixUrl ? fixKind({ status, answer, changesAskedAt: null }) : undefined;
  const content = { title, blocks, release: change.release, way: wayBlocks(change, brand) };
  return statusMail(change, { ...content, fixLink }, brand);
}

interface FixLinkRequest {
  submissionId: string;
  reference: string;
  recipient: string;
  name: string;
  release: string;
  kind: FixLinkKind;
  at: string;
  site: string;
}

/** The link that opens a release again, for an artist who asked for a new one. */
export function fixLinkMail(
  { kind, release, site, ...request }: FixLinkRequest,
  brand: Brand,
): Mail {
  const title = "Your link to fix it and send it again";
  const blocks = fixBlocks(fixUrlOf(site), FIX_CHANGES);
  const content = { title, blocks, release };
  const change = { ...request, status: `link ${kind}` };
  return statusMail(change, { ...content, kind: "fix-link", fixLink: kind }, brand);
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
  const urls = { detailsUrl: detailsUrlOf(site, submissionId), fixUrl: fixUrlOf(site) };
  const pages = facts && { site, submissionId, facts };
  const change = { ...details, status, reason, at: `change ${number}`, ...urls, pages };
  return statusChangeMail(change, brand);
}
