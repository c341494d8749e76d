import { useEffect, useMemo } from "react";
import { detachStoredFile, remove, uploadStateIn } from "~/uploads/sending/upload-queue.client";

/**
 * What becomes of this tab's files whose tracks, or artwork of their own, the form shows no longer. One
 * that is on its way is given up. A stored one the server takes away once that is saved and the step leads
 * on: until then the row may come back, as with the other version of two.
 */
export function useReleaseRemovedFiles() {
  const letGo = useMemo(() => new Set<string>(), []);
  useEffect(
    () => () => {
      for (const slot of letGo) detachStoredFile(slot);
    },
    [letGo],
  );
  return useMemo(
    () => ({
      /** After an edit. @param before the slots of which the form spoke. @param usedSlots those of which it does. */
      note(before: ReadonlySet<string>, usedSlots: ReadonlySet<string>): void {
        for (const slot of usedSlots) letGo.delete(slot);
        for (const slot of before) {
          if (usedSlots.has(slot)) continue;
          if (uploadStateIn(slot)?.phase === "stored") letGo.add(slot);
          else remove(slot);
        }
      },
    }),
    [letGo],
  );
}
