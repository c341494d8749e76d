/** A submission as those who are told of it need it. */
interface NotifiedSubmission {
  id: string;
  reference: string;
  artistName: string;
  email: string;
  releaseTitle: string;
  replyDueAt: string;
}

/** A change of status on the board that the artist is to be told of. */
export interface StatusChange {
  submission: NotifiedSubmission;
  status: string;
  reason?: string;
  /** Counts the submission's changes, so that each is told once. */
  changeNumber: number;
}
