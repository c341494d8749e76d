/** Where a browser keeps the form that was last open in it, to open it without a connection. */
export const OFFLINE_DRAFT_KEY = "kept-draft";

/** Has the browser forget that form: it was submitted, or somebody leaves. */
export function deleteOfflineDraft(): void {
  try {
    localStorage.removeItem(OFFLINE_DRAFT_KEY);
  } catch {
    // Where storage is forbidden, nothing was kept.
  }
}
