import { useEffect, useState } from "react";
import * as v from "valibot";

/** As often as others learn of it at the latest; the server forgets whoever says nothing for 15 seconds. */
const INTERVAL_MS = 5_000;

const presenceSchema = v.object({
  of: v.optional(v.string()),
  others: v.array(v.object({ name: v.string(), itemId: v.nullable(v.string()) })),
  next: v.optional(v.object({ path: v.string(), name: v.string() })),
});
type PresenceReply = v.InferOutput<typeof presenceSchema>;

/** Undefined where the server can't be reached: it is posted again soon. */
async function postPresence(item: string, query: string): Promise<PresenceReply | undefined> {
  try {
    const body = new URLSearchParams({ item, query });
    const reply = await fetch("/staff/presence", { method: "POST", body });
    const parsed = v.safeParse(presenceSchema, await reply.json());
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

export interface Presence {
  viewerOf: (id: string) => string | undefined;
  /** The entry that is kept for whoever decides next. */
  next: { path: string; name: string } | undefined;
}

/** Posts which entry is open here, and returns which ones colleagues have open. */
export function usePresence(itemId: string | undefined, query: string): Presence {
  const [reply, setReply] = useState<PresenceReply>();
  useEffect(() => {
    let isMounted = true;
    const post = async () => {
      if (document.visibilityState !== "visible") return;
      const answer = await postPresence(itemId ?? "", query);
      if (isMounted && answer) setReply(answer);
    };
    void post();
    const timer = setInterval(post, INTERVAL_MS);
    return () => {
      isMounted = false;
      clearInterval(timer);
    };
  }, [itemId, query]);
  return {
    viewerOf: (id) => reply?.others.find((other) => other.itemId === id)?.name,
    next: reply && reply.of === itemId ? reply.next : undefined,
  };
}
