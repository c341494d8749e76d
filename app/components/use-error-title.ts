import { useEffect } from "react";

/** "Error: " before the title while something is wrong, so that the tab and the reader say so. */
export function setErrorTitle(wrong: boolean): void {
  const plain = document.title.replace(/^Error: /, "");
  document.title = wrong ? `Error: ${plain}` : plain;
}

/** As `setErrorTitle`, whenever that changes, and as the page comes to life. */
export function useErrorTitle(wrong: boolean): void {
  useEffect(() => setErrorTitle(wrong), [wrong]);
}
