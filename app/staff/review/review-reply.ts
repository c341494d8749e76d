import type { FieldErrors } from "~/forms/form-reply";
import { type MailOutcome, mailOutcomeTexts } from "~/mail/mail-outcome";

/** What a form of the page was filled in with, as its hidden field says; each form has one. */
interface FormVersion {
  revision?: string;
  artistNote?: string;
  storeLinks?: string;
}

/** What a post on the page of an entry sends back where it does not lead on. */
export interface ReviewReply {
  /** As typed. */
  values: {
    status: string;
    reason: string;
    note: string;
    /** Whether somebody has ticked that the agreement was signed on paper. */
    onPaper?: boolean;
    artistNote?: string;
    storeLinks?: string;
  };
  errors: FieldErrors;
  /** What the form that was posted had shown: it goes back as it came, since nobody has seen more. */
  seen?: FormVersion;
  /** The mail that a decision would send, before it is made, and whether it would go out. */
  preview?: { subject: string; text: string; to: string; fate: MailOutcome };
  /** Why nothing was done, said over the page. */
  trouble?: string;
  /** Whether that is because a colleague was faster. */
  isConflict?: true;
  /** The job that did not run again, and why; `ask`: it is a mail that may arrive twice. */
  job?: { id: string; text: string; ask: boolean };
}

/** Nothing typed, and nothing to complain about. */
export const EMPTY_REVIEW_REPLY: ReviewReply = {
  values: { status: "", reason: "", note: "" },
  errors: {},
};

const saidTexts = {
  decided: "The status is set, and the email to the artist is in the outbox.",
  "decided-stopped": `The status is set. ${mailOutcomeTexts.stopped}`,
  "decided-unwanted": `The status is set. ${mailOutcomeTexts.unwanted}`,
  taken: "This is yours now.",
  "given-back": "You gave this back.",
  noted: "Your note is here for colleagues.",
  "artist-noted": "The artist reads your note on the page of this submission.",
  "artist-note-gone": "The note to the artist is gone.",
  "stores-set": "The artist sees the links on the page of this submission.",
  "stores-gone": "No links to shops are shown any more.",
  published: "The release has a page for everybody now.",
  unpublished: "The release's page is gone.",
  "run-again": "The job runs again.",
  heard: "The track has been listened to.",
} as const;
export type NoticeCode = keyof typeof saidTexts;

/** What is said of a decision, by what became of its mail. */
export function decisionNotice(mail: MailOutcome): NoticeCode {
  return mail === "stopped" || mail === "unwanted" ? `decided-${mail}` : "decided";
}

const isSaid = (word: string | null): word is NoticeCode =>
  word !== null && Object.keys(saidTexts).includes(word);

/** What a page says once something was done. @param word as its address has it: any text. */
export const noticeText = (word: string | null) => (isSaid(word) ? saidTexts[word] : undefined);
