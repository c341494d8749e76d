import { useEffect } from "react";

/** Puts "Error: " before the title while something is wrong, for the tab and for screen readers. */
export function setErrorTitle(hasErrors: boolean): void {
  const baseTitle = document.title.replace(/^Error: /, "");
  document.title = hasErrors ? `Error: ${baseTitle}` : baseTitle;
}

/** Calls `setErrorTitle` on mount and on every change. */
export function useErrorTitle(hasErrors: boolean): void {
  useEffect(() => setErrorTitle(hasErrors), [hasErrors]);
}
