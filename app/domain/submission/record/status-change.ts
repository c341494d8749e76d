/** How long the mails about a status wait; a later status replaces them meanwhile. */
export const STATUS_MAIL_SECONDS = 600;

interface NotifiedSubmission {
  id: string;
  reference: string;
  artistName: string;
  email: string;
  releaseTitle: string;
  replyDueAt: string;
}

export interface StatusChange {
  submission: NotifiedSubmission;
  status: string;
  reason?: string;
  /** Counts a submission's changes, so that each is reported once. */
  changeNumber: number;
}
