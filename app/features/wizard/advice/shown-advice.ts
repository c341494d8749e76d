import type { ReleaseAdvice } from "~/domain/submission/music/release-advice";

/** An advice as its page shows it. */
export type ShownAdvice = Omit<ReleaseAdvice, "fix"> & {
  /** Whether a button can make the change. */
  isFixable: boolean;
};
