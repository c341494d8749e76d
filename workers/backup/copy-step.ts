import { copyFiles } from "./copy-files";
import type { CopyDeps, Progress } from "./copy-progress";
import { copyKeys, copyRows } from "./copy-rows";
import { finishSnapshot } from "./finish-snapshot";

/**
 * Does the next step of a copy. Whoever keeps the returned progress goes on from there after an
 * interruption; a step that was interrupted is done again.
 */
export async function copyStep(deps: CopyDeps, progress: Progress): Promise<Progress> {
  const { next } = progress;
  switch (next.kind) {
    case "table":
      return copyRows(deps, progress, next);
    case "keys":
      return copyKeys(deps, progress, next);
    case "files":
      return copyFiles(deps, progress, next);
    case "finish":
      return finishSnapshot(deps, progress);
    case "done":
      return progress;
  }
}
