import { useEffect } from "react";
import { keepAlive, thisTab } from "~/submission/draft/keep-alive.client";

/** Gives a sign of life while `active` (a run or an upload is under way) and the tab is hidden. */
export function useKeepAlive(active: boolean): void {
  useEffect(() => (active ? keepAlive(thisTab()) : undefined), [active]);
}
