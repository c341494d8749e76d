import { formatEstimate } from "~/platform/formats/duration";
import type { FileView } from "./upload";
import { isUploadActive, needsFile, type UploadState } from "./upload-state";

export function isUploading(state: UploadState): boolean {
  return isUploadActive(state) || state.phase === "elsewhere";
}

/**
 * Seconds until all pending files are sent, from the queue's measured speeds; undefined while
 * unknown, or while one waits or is sent by another tab.
 */
export function secondsLeft(states: readonly UploadState[]): number | undefined {
  const active = states.filter(isUploading);
  if (active.some(({ phase }) => phase === "waiting" || phase === "elsewhere")) return undefined;
  const remainingBytes = ({ size, stored, inFlight }: UploadState) =>
    Math.max(0, size - stored - inFlight);
  const totalBytes = active.reduce((sum, state) => sum + remainingBytes(state), 0);
  // Files that are only being checked take no time.
  if (totalBytes === 0) return active.length > 0 ? 0 : undefined;
  const speed = active.reduce((sum, state) => {
    const seconds = state.secondsLeft ?? 0;
    return seconds > 0 ? sum + remainingBytes(state) / seconds : sum;
  }, 0);
  return speed > 0 ? totalBytes / speed : undefined;
}

/** `missing`: only its artist's device has it, or the rest of it. `undecided`: there are two of it. */
type FileStatus = "stored" | "uploading" | "incomplete" | "missing" | "undecided";

function toFileStatus(
  live: UploadState | undefined,
  view: FileView | undefined,
): FileStatus | undefined {
  const isStored = view?.state === "complete";
  if (live?.conflict) return "undecided";
  if (!live && view?.state === "beside") return undefined;
  if (!live) return view && (isStored && !view.coming ? "stored" : "incomplete");
  if (live.phase === "needs-file") return "missing";
  if (live.phase === "stored") return "stored";
  if (isUploading(live)) return "uploading";
  // A refused file has replaced nothing.
  if (live.phase === "failed") return isStored || live.replaces ? "stored" : undefined;
  return "incomplete";
}

/** What only the artist can do: these come first. */
function toDoTexts(undecided: number, missing: number): string[] {
  const choose =
    undecided === 1 ? "1 file has two versions" : `${undecided} files have two versions`;
  const again = missing === 1 ? "Choose 1 file again" : `Choose ${missing} files again`;
  return [...(undecided > 0 ? [choose] : []), ...(missing > 0 ? [again] : [])];
}

/**
 * The status of a draft's files in one line; empty without files.
 * @param views from the server. @param states from this tab.
 * @param online without a connection nothing is estimated.
 * @param slotsInUse by the saved answers; a file of another slot has no field.
 */
export function filesStatusText(
  views: readonly FileView[],
  states: readonly UploadState[],
  online: boolean,
  slotsInUse?: readonly string[],
): string {
  const live = states.filter(
    (state) => !needsFile(state) || !slotsInUse || slotsInUse.includes(state.slot),
  );
  const slots = new Set([...views.map(({ slot }) => slot), ...live.map(({ slot }) => slot)]);
  const statuses = [...slots].flatMap((slot) => {
    const isInSlot = (file: { slot: string }) => file.slot === slot;
    return toFileStatus(live.find(isInSlot), views.find(isInSlot)) ?? [];
  });
  const count = (wanted: FileStatus) => statuses.filter((status) => status === wanted).length;
  const total = statuses.length;
  const [uploading, incomplete] = [count("uploading"), count("incomplete")];
  const toDo = toDoTexts(count("undecided"), count("missing"));
  if (total === 0) return "";
  if (toDo.length > 0 && uploading === 0) return toDo.join(". ");
  const before = toDo.map((text) => `${text}. `).join("");
  if (uploading > 0) {
    const isMoving = live.some((state) => isUploading(state) && state.phase !== "waiting");
    if (!online || !isMoving) return `${before}Waiting for connection`;
    const remaining = secondsLeft(live);
    const time = remaining === undefined ? "" : `, ${formatEstimate(remaining)}`;
    return `${before}${uploading} of ${total} file${total === 1 ? "" : "s"} on ${uploading === 1 ? "its" : "their"} way${time}`;
  }
  if (incomplete > 0)
    return `${incomplete} of ${total} file${total === 1 ? "" : "s"} not fully sent`;
  return "All files are with us";
}
