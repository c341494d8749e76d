import type { ReleaseAdvice } from "~/domain/submission/music/release-advice";
import { lateComponent } from "~/ui/hydration/late-component";
import { retryImport } from "../retry-import";

/** An advice as its page shows it. */
export type ShownAdvice = Omit<ReleaseAdvice, "fix"> & {
  /** Whether a button can make the change. */
  isFixable: boolean;
};

/** Loaded only by pages that have something to say. */
export const titleNotes = lateComponent("advice", async () => {
  const { TitleNotes } = await retryImport(() => import("./title-notes"));
  return TitleNotes;
});
