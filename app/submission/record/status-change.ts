interface NotifiedSubmission {
  id: string;
  reference: string;
  artistName: string;
  email: string;
  releaseTitle: string;
  replyDueAt: string;
}

/** A change of status on the board, for the artist's mail. */
export interface StatusChange {
  submission: NotifiedSubmission;
  status: string;
  reason?: string;
  /** Counts a submission's changes, so that each is reported once. */
  changeNumber: number;
}
