import { useEffect } from "react";
import { keepAlive, thisTab } from "~/domain/submission/draft/keep-alive.client";

/** Keeps the session alive while `active` (a run or an upload) and the tab is hidden. */
export function useKeepAlive(active: boolean): void {
  useEffect(() => (active ? keepAlive(thisTab()) : undefined), [active]);
}
