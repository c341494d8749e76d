import { formatEstimate } from "~/platform/formats/duration";
import type { FileView } from "./upload";
import { isUploadActive, needsFile, type UploadState } from "./upload-state";

/** Whether a file is being brought to the server, by this tab or by another. */
export function isUploading(state: UploadState): boolean {
  return isUploadActive(state) || state.phase === "elsewhere";
}

/**
 * How long all files that are on their way still take, in seconds, at the speeds at which the queue
 * measures each; undefined before any is known, and while one of them waits or is another tab's.
 */
export function secondsLeft(states: readonly UploadState[]): number | undefined {
  const active = states.filter(isUploading);
  if (active.some(({ phase }) => phase === "waiting" || phase === "elsewhere")) return undefined;
  const remainingBytes = ({ size, stored, inFlight }: UploadState) =>
    Math.max(0, size - stored - inFlight);
  const totalBytes = active.reduce((sum, state) => sum + remainingBytes(state), 0);
  // What is only being looked at by now takes no time worth telling.
  if (totalBytes === 0) return active.length > 0 ? 0 : undefined;
  const speed = active.reduce((sum, state) => {
    const seconds = state.secondsLeft ?? 0;
    return seconds > 0 ? sum + remainingBytes(state) / seconds : sum;
  }, 0);
  return speed > 0 ? totalBytes / speed : undefined;
}

type FileStatus = "stored" | "uploading" | "incomplete";

function toFileStatus(
  live: UploadState | undefined,
  view: FileView | undefined,
): FileStatus | undefined {
  const isStored = view?.state === "complete";
  if (!live) return view && (isStored && !view.coming ? "stored" : "incomplete");
  if (live.phase === "stored") return "stored";
  if (isUploading(live)) return "uploading";
  // What was refused has not replaced the file before it, and is none by itself.
  if (live.phase === "failed") return isStored || live.replaces ? "stored" : undefined;
  return "incomplete";
}

/**
 * How a draft's files stand, in one line; empty while there are none.
 * @param views what the server has. @param states what this tab has in hand.
 * @param online whether the device has a connection: without one nothing is promised.
 * @param slotsInUse those that the saved answers have: what is asked for of another row has no field.
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
  const count = (status: FileStatus) => statuses.filter((status) => status === status).length;
  const total = statuses.length;
  const [uploading, incomplete] = [count("uploading"), count("incomplete")];
  if (total === 0) return "";
  if (uploading > 0) {
    const isMoving = live.some((state) => isUploading(state) && state.phase !== "waiting");
    if (!online || !isMoving) return "Waiting for connection";
    const remaining = secondsLeft(live);
    const time = remaining === undefined ? "" : `, ${formatEstimate(remaining)}`;
    return `${uploading} of ${total} file${total === 1 ? "" : "s"} on ${uploading === 1 ? "its" : "their"} way${time}`;
  }
  if (incomplete > 0) return `${incomplete} of ${total} file${total === 1 ? "" : "s"} not fully sent`;
  return "All files are with us";
}
