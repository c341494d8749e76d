/** Verbs of the buttons at an advice and at what a file says. */
export const FIX_TITLE = "fix-title";
/** With rules, in place of one rule and its subject: every title that meets one of them. */
export const FIX_ALL = "fix-all";
export const USE_FILE_TITLE = "use-file-title";
export const KEEP_TITLE = "keep-title";

/**
 * The intent of 'Change it'.
 * @param subject a track's id, or "release".
 */
export function fixTitleIntent(rule: string, subject: string): string {
  return `${FIX_TITLE}:${rule}:${subject}`;
}
