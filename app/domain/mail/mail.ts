import type { FixLinkKind } from "~/domain/submission/record/fix-link";
import {
  type Block,
  type MailContent,
  oneLine,
  renderMailHtml,
  renderMailText,
} from "./mail-content";
import { type MailKind, mailTraits } from "./mail-kinds";

export interface Mail {
  /** A second mail with the same key is not written. */
  dedupeKey: string;
  kind: MailKind;
  /** For mails about a submission, only used if it has no account, see `recipient.server.ts`. */
  recipient: string;
  submissionId?: string;
  /** The account it is about, if not found by address. */
  artistId?: string;
  /**
   * Set where whoever triggers a mail that anybody can has proven to be its reader: it then counts
   * apart from what strangers trigger.
   */
  requester?: "owner";
  /** Whether it links the submission's status page. */
  hasStatusLink?: true;
  /** Its text has a placeholder for a link that opens a draft; see `own-links.ts`. */
  fixLink?: FixLinkKind | undefined;
  /** Of a PDF in the store of documents, attached when the mail is sent. */
  attachmentKey?: string;
  subject: string;
  /** Subject without user input, for unverified addresses. */
  plainSubject: string;
  text: string;
  html: string;
}

export interface Brand {
  name: string;
  supportEmail: string;
  /** As DELIVERY_WEEKS. */
  deliveryWeeks: number;
}

type Occasion =
  | "dedupeKey"
  | "kind"
  | "recipient"
  | "submissionId"
  | "artistId"
  | "requester"
  | "attachmentKey"
  | "fixLink";

/** What a mail says before its signature, which mails to the team do not have. */
export interface Letter extends Omit<MailContent, "brand"> {
  /** Below the signature. */
  enclosed?: Block[];
}

export function toMail(
  { subject: rawSubject, plainSubject = rawSubject, blocks: text, enclosed = [] }: Letter,
  { name }: Brand,
  occasion: Pick<Mail, Occasion>,
): Mail {
  const isToTeam = mailTraits(occasion.kind).whoTriggers === "team";
  const blocks = isToTeam ? text : [...text, `The ${name} team`, ...enclosed];
  // A line break in user input must not add a header.
  const subject = oneLine(rawSubject);
  const hasStatusLink = blocks.some(
    (block) => typeof block !== "string" && block.kind === "status-link",
  );
  const letter = { subject, plainSubject: oneLine(plainSubject), blocks, brand: oneLine(name) };
  return {
    ...occasion,
    ...(hasStatusLink && { hasStatusLink }),
    subject,
    plainSubject: letter.plainSubject,
    text: renderMailText(letter),
    html: renderMailHtml(letter),
  };
}
