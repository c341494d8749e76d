import { type MailOutcome, mailOutcomeTexts } from "~/domain/mail/mail-outcome";
import type { FieldErrors } from "~/forms/form-reply";

type Texts<Name extends string> = Partial<Record<Name, string>>;

export interface ReviewReply {
  values: Record<"status" | "reason" | "note", string> & { onPaper?: boolean } & Texts<
      "artistNote" | "storeLinks" | "tags"
    >;
  errors: FieldErrors;
  /** What the posted form displayed, from its hidden field. */
  seen?: Texts<"revision" | "artistNote" | "storeLinks" | "tags">;
  /** Whether a decision was made that the desk posted in the background. */
  isDone?: true;
  /** Shown above the page. */
  trouble?: string;
  isConflict?: true;
  /** The posted form asks for changes; otherwise it is another one of the page. */
  isForChanges?: true;
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
  asked: "The artist is asked for changes, and the email is in the outbox.",
  "asked-stopped": `The artist is asked for changes. ${mailOutcomeTexts.stopped}`,
  "asked-unwanted": `The artist is asked for changes. ${mailOutcomeTexts.unwanted}`,
  undone: "The decision is undone, and its email doesn't go out. The status is what it was before.",
  taken: "This is yours now.",
  "given-back": "You gave this back.",
  assigned: "Your colleague has this now.",
  shortlisted: "This is on the shortlist.",
  unshortlisted: "This isn't on the shortlist any more.",
  snoozed: "This comes back on the day that you chose.",
  unsnoozed: "This is back in the queue.",
  rated: "Your rating is saved.",
  unrated: "The rating is gone.",
  tagged: "The tags are saved.",
  noted: "Your note is here for colleagues.",
  "artist-noted": "The artist reads your note on the page of this submission.",
  "details-asked": "The artist is asked for it by email, and in the note on their page.",
  "details-asked-stopped": `The artist is asked for it in the note on their page. ${mailOutcomeTexts.stopped}`,
  "details-known": "The artist was asked for this less than a day ago. No second email goes out.",
  "artist-note-gone": "The note to the artist is gone.",
  "stores-set": "The artist sees the links on the page of this submission.",
  "stores-gone": "No links to shops are shown any more.",
  published: "The release has a page for everybody now.",
  unpublished: "The release's page is gone.",
  "run-again": "The job is running again.",
  "board-back": "The board gets the status from here again.",
  "sent-again": "The email is on its way again.",
  heard: "The track has been measured.",
} as const;
export type NoticeCode = keyof typeof noticeTexts;

export function decisionNotice(mail: MailOutcome, isForChanges = false): NoticeCode {
  const code = isForChanges ? "asked" : "decided";
  return mail === "stopped" || mail === "unwanted" ? `${code}-${mail}` : code;
}

const isNoticeCode = (code: string | null): code is NoticeCode =>
  code !== null && Object.keys(noticeTexts).includes(code);

/** @param code any text, from the address. */
export const noticeText = (code: string | null) =>
  isNoticeCode(code) ? noticeTexts[code] : undefined;
