import { useEffect } from "react";

/** Puts "Error: " before the title while something is wrong, for the tab and for screen readers. */
export function setErrorTitle(wrong: boolean): void {
  const plain = document.title.replace(/^Error: /, "");
  document.title = wrong ? `Error: ${plain}` : plain;
}

/** Calls `setErrorTitle` on mount and on every change. */
export function useErrorTitle(wrong: boolean): void {
  useEffect(() => setErrorTitle(wrong), [wrong]);
}
