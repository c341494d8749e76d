import { useEffect, useMemo } from "react";
import { uploads } from "../upload/uploads.client";

/**
 * Releases this tab's files of slots that the form no longer has. Uploads are cancelled at once. Stored files
 * are detached only when the step is left, since the slot may come back, for example with the other version
 * of a conflict; the server deletes them after the save.
 */
export function useReleaseRemovedFiles() {
  const releasedSlots = useMemo(() => new Set<string>(), []);
  useEffect(
    () => () => {
      for (const slot of releasedSlots) uploads.detach(slot);
    },
    [releasedSlots],
  );
  return useMemo(
    () => ({
      /**
       * Call it after an edit. @param before the slots before the edit. @param usedSlots the slots after it.
       */
      recordEdit(before: ReadonlySet<string>, usedSlots: ReadonlySet<string>): void {
        for (const slot of usedSlots) releasedSlots.delete(slot);
        for (const slot of before) {
          if (usedSlots.has(slot)) continue;
          if (uploads.table.stateIn(slot)?.phase === "stored") releasedSlots.add(slot);
          else void uploads.change(slot, null);
        }
      },
    }),
    [releasedSlots],
  );
}
