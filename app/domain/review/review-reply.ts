import { type MailOutcome, mailOutcomeTexts } from "~/domain/mail/mail-outcome";
import type { FieldErrors } from "~/forms/form-reply";

/** The values that a form displayed, from its hidden field. */
interface FormVersion {
  revision?: string;
  artistNote?: string;
  storeLinks?: string;
}

export interface ReviewReply {
  values: {
    status: string;
    reason: string;
    note: string;
    onPaper?: boolean;
    artistNote?: string;
    storeLinks?: string;
  };
  errors: FieldErrors;
  /** The displayed version of the posted form, unchanged. */
  seen?: FormVersion;
  /** The mail of the decision, and whether it would be sent. */
  preview?: { subject: string; text: string; to: string; fate: MailOutcome };
  /** Shown above the page. */
  trouble?: string;
  isConflict?: true;
  /** `ask`: the mail may arrive twice, so staff are asked. */
  job?: { id: string; text: string; ask: boolean };
}

export const EMPTY_REVIEW_REPLY: ReviewReply = {
  values: { status: "", reason: "", note: "" },
  errors: {},
};

const noticeTexts = {
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
  heard: "The track has been measured.",
} as const;
export type NoticeCode = keyof typeof noticeTexts;

export function decisionNotice(mail: MailOutcome): NoticeCode {
  return mail === "stopped" || mail === "unwanted" ? `decided-${mail}` : "decided";
}

const isNoticeCode = (code: string | null): code is NoticeCode =>
  code !== null && Object.keys(noticeTexts).includes(code);

/** @param code any text, from the address. */
export const noticeText = (code: string | null) =>
  isNoticeCode(code) ? noticeTexts[code] : undefined;
