import { useEffect, useState } from "react";

const FIRST_USE = ["focusin", "pointerdown"] as const;

/**
 * Loads a module on the first use of the page, so that visitors who only look load nothing.
 * @param load always the same function.
 * @returns undefined until it is there, and where it cannot be loaded: the page works without it.
 */
export function useLoadedOnUse<M extends object>(load: () => Promise<M>): M | undefined {
  const [module, setModule] = useState<M>();
  useEffect(() => {
    const stop = new AbortController();
    const onUse = async ({ type, target }: Event) => {
      // A dialog takes the focus by script, which is no use of the page.
      if (type === "focusin" && target instanceof Element && target.closest("dialog")) return;
      stop.abort();
      setModule(await load().catch(() => undefined));
    };
    for (const name of FIRST_USE)
      document.addEventListener(name, onUse, { signal: stop.signal, passive: true });
    return () => stop.abort();
  }, [load]);
  return module;
}
