import { useEffect } from "react";

/** "Error: " before the title while something is wrong, so that the tab and the reader say so. */
export function useErrorTitle(wrong: boolean): void {
  useEffect(() => {
    const plain = document.title.replace(/^Error: /, "");
    document.title = wrong ? `Error: ${plain}` : plain;
  }, [wrong]);
}
