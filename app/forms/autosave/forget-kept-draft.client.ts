/** Where a browser keeps the form that was last open in it, to open it without a connection. */
export const KEPT_DRAFT = "kept-draft";

/** Has the browser forget that form: it was submitted, or somebody leaves. */
export function forgetKeptDraft(): void {
  try {
    localStorage.removeItem(KEPT_DRAFT);
  } catch {
    // Where storage is forbidden, nothing was kept.
  }
}
