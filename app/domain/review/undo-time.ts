/** How long the mails of a decision wait, in which it can be undone. */
export const UNDO_SECONDS = 60;
