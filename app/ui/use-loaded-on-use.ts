import { useEffect, useState } from "react";

const FIRST_USE = ["focusin", "pointerdown"] as const;

/**
 * Loads a part of a page on its first use, so that visitors who only look load nothing.
 * @param load always the same function.
 * @returns undefined until it is there, and where it cannot be loaded: the page works without it.
 */
export function useLoadedOnUse<P>(load: (() => Promise<P>) | undefined): P | undefined {
  const [part, setPart] = useState<P>();
  useEffect(() => {
    if (!load) return;
    const stop = new AbortController();
    const onUse = async ({ type, target }: Event) => {
      // A dialog takes the focus by script, which is no use of the page.
      if (type === "focusin" && target instanceof Element && target.closest("dialog")) return;
      stop.abort();
      const loaded = await load().catch(() => undefined);
      setPart(() => loaded);
    };
    for (const name of FIRST_USE)
      document.addEventListener(name, onUse, { signal: stop.signal, passive: true });
    return () => stop.abort();
  }, [load]);
  return part;
}
