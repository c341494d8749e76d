import { useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";

/**
 * Loads the list again once nothing else is on its way; a move to another entry that comes between only delays it.
 * @param data of the list, another object whenever it was loaded.
 * @returns what says that something in the list has changed.
 */
export function useListReload(data: object): () => void {
  const { revalidate, state } = useRevalidator();
  const isIdle = useNavigation().state === "idle" && state === "idle";
  const [changeCount, setChangeCount] = useState(0);
  /** The last load, and the changes until it began. */
  const last = useRef({ data, changeCount: 0, loadedCount: 0 });
  useEffect(() => {
    if (!isIdle) return;
    if (last.current.data !== data) last.current.loadedCount = last.current.changeCount;
    if (last.current.loadedCount === changeCount) return;
    last.current = { ...last.current, data, changeCount };
    revalidate();
  }, [isIdle, changeCount, data, revalidate]);
  return () => setChangeCount((count) => count + 1);
}
