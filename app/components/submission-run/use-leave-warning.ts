import { useEffect } from "react";

/**
 * Has the browser ask before the page is left, while `active`: only as long as bytes are unsent,
 * since the question itself keeps pages out of the back cache and teaches people to ignore it.
 */
export function useLeaveWarning(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const ask = (event: BeforeUnloadEvent) => {
      event.preventDefault();
      // Older browsers ask only for this.
      event.returnValue = true;
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [active]);
}
