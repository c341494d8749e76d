import { useEffect, useState } from "react";
import * as v from "valibot";

/** As often as others learn of it at the latest; the server forgets whoever says nothing for 15 seconds. */
const INTERVAL_MS = 5_000;

const toldSchema = v.object({
  of: v.optional(v.string()),
  others: v.array(v.object({ name: v.string(), itemId: v.nullable(v.string()) })),
  next: v.optional(v.object({ path: v.string(), name: v.string() })),
});
type Told = v.InferOutput<typeof toldSchema>;

/** Undefined where the server can't be reached: it is told again soon. */
async function tellPresence(item: string, query: string): Promise<Told | undefined> {
  try {
    const body = new URLSearchParams({ item, query });
    const reply = await fetch("/staff/presence", { method: "POST", body });
    const told = v.safeParse(toldSchema, await reply.json());
    return told.success ? told.output : undefined;
  } catch {
    return undefined;
  }
}

export interface Presence {
  /** The name of a colleague who looks at an entry. */
  listenerOf: (id: string) => string | undefined;
  /** The entry that is kept for whoever decides next. */
  next: { path: string; name: string } | undefined;
}

/** Tells colleagues which entry is open here, and learns which ones are open elsewhere. */
export function usePresence(itemId: string | undefined, query: string): Presence {
  const [told, setTold] = useState<Told>();
  useEffect(() => {
    let isWanted = true;
    const tell = async () => {
      if (document.visibilityState !== "visible") return;
      const answer = await tellPresence(itemId ?? "", query);
      if (isWanted && answer) setTold(answer);
    };
    void tell();
    const timer = setInterval(tell, INTERVAL_MS);
    return () => {
      isWanted = false;
      clearInterval(timer);
    };
  }, [itemId, query]);
  return {
    listenerOf: (id) => told?.others.find((other) => other.itemId === id)?.name,
    next: told && told.of === itemId ? told.next : undefined,
  };
}
