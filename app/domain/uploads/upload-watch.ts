import type { UploadHealth } from "~/observability/analytics/upload-health.server";
import { isUploadActive, type UploadState } from "./upload-state";

/** What is seen of a file, and all that a report needs of it. */
type Seen = Pick<
  UploadState,
  "slot" | "fileName" | "size" | "phase" | "stored" | "text" | "canRetry"
>;

/** One file on its way, as it was seen so far. */
interface Watched {
  fileName: string;
  size: number;
  phase: UploadState["phase"];
  /** Whether bytes were on their way; files in line are told of as sending, with a text. */
  moves: boolean;
  since: number;
  movedMs: number;
  seenAt: number;
  storedAtFirst: number;
  stored: number;
  stalls: number;
  resumes: number;
}

const moves = ({ phase, text }: Seen) => phase === "sending" && text === undefined;

function begin(file: Seen, now: number): Watched {
  const { fileName, size, phase, stored } = file;
  const about = { fileName, size, phase, stored, storedAtFirst: stored, moves: moves(file) };
  // What the server has of it already, an earlier page has sent.
  return { ...about, since: now, seenAt: now, movedMs: 0, stalls: 0, resumes: stored > 0 ? 1 : 0 };
}

/** Where a file that failed had come to. */
function stageOf({ stored, size, movedMs }: Watched): "begin" | "parts" | "finish" {
  if (stored >= size) return "finish";
  return movedMs > 0 || stored > 0 ? "parts" : "begin";
}

/**
 * Watches files on their way by what pages show of them, and tells how each one fared, once, when it
 * is stored or given up. A file that is not taken for what it is has not failed on its way.
 */
export function openUploadWatch(tell: (health: UploadHealth) => void, now: () => number) {
  const watchedFiles = new Map<string, Watched>();

  function follow(file: Seen, before: Watched, at: number): Watched {
    const next = { ...before, phase: file.phase, moves: moves(file), seenAt: at };
    if (before.moves) next.movedMs += at - before.seenAt;
    next.stored = Math.max(before.stored, file.stored);
    if (file.phase === "waiting" && before.phase === "sending") next.stalls += 1;
    if (isUploadActive(file) && (before.phase === "paused" || before.phase === "failed"))
      next.resumes += 1;
    return next;
  }

  function look(file: Seen, at: number): void {
    const watchedFile = watchedFiles.get(file.slot);
    const same = watchedFile?.fileName === file.fileName && watchedFile.size === file.size;
    if (!watchedFile || !same) {
      watchedFiles.delete(file.slot);
      if (isUploadActive(file)) watchedFiles.set(file.slot, begin(file, at));
      return;
    }
    const next = follow(file, watchedFile, at);
    watchedFiles.set(file.slot, next);
    if (file.phase === "stored") {
      watchedFiles.delete(file.slot);
      const { since, movedMs, size, storedAtFirst, stalls, resumes } = next;
      const bytes = Math.max(0, size - storedAtFirst);
      tell({
        ended: "stored",
        waitMs: at - since,
        sendingMs: movedMs,
        bytes,
        stalls,
        resumes,
      });
    }
    if (file.phase === "failed" && watchedFile.phase !== "failed" && file.canRetry)
      tell({ ended: "failed", stage: stageOf(next) });
  }

  /** To be called with all files whenever one has changed. */
  return (files: readonly Seen[]): void => {
    const at = now();
    for (const file of files) look(file, at);
    for (const slot of watchedFiles.keys())
      if (!files.some((file) => file.slot === slot)) watchedFiles.delete(slot);
  };
}
