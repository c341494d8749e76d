export const OFFLINE_DRAFT_KEY = "kept-draft";

/** Removes that form: it was submitted, or somebody signs out. */
export function deleteOfflineDraft(): void {
  try {
    localStorage.removeItem(OFFLINE_DRAFT_KEY);
  } catch {
    // Where storage is forbidden, nothing was stored.
  }
}
