import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import type { action } from "./presence-route.server";

/** As often as others learn of it at the latest; the server forgets whoever says nothing for 15 seconds. */
const INTERVAL_MS = 5_000;

export const PRESENCE_PATH = "/staff/presence";

export interface Presence {
  /** The name of a colleague who looks at an entry. */
  listenerOf: (id: string) => string | undefined;
  /** The entry that is kept for whoever decides next. */
  next: { path: string; name: string } | undefined;
}

/** Tells colleagues which entry is open here, and learns which ones are open elsewhere. */
export function usePresence(itemId: string | undefined, query: string): Presence {
  const { submit, data } = useFetcher<typeof action>();
  useEffect(() => {
    const tell = () => {
      if (document.visibilityState !== "visible") return;
      submit({ item: itemId ?? "", query }, { method: "post", action: PRESENCE_PATH });
    };
    tell();
    const timer = setInterval(tell, INTERVAL_MS);
    return () => clearInterval(timer);
  }, [submit, itemId, query]);
  return {
    listenerOf: (id) => data?.others.find((other) => other.itemId === id)?.name,
    next: data && data.of === itemId ? data.next : undefined,
  };
}
