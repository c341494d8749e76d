/** How long a decision can be undone. Its mails wait longer. */
export const UNDO_SECONDS = 60;
