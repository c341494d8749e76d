import { trackOfSlot } from "./slots";
import type { Upload } from "./upload";

/** The length in seconds of each stored track, by slot; tracks whose length is unknown are left out. */
export function trackSeconds(files: readonly Pick<Upload, "slot" | "probe">[]) {
  return new Map(
    files.flatMap(({ slot, probe }): [string, number][] =>
      trackOfSlot(slot) !== undefined && probe?.kind === "wav" ? [[slot, probe.seconds]] : [],
    ),
  );
}
