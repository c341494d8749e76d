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
  const going = states.filter(isUploading);
  if (going.some(({ phase }) => phase === "waiting" || phase === "elsewhere")) return undefined;
  const bytesLeft = ({ size, stored, inFlight }: UploadState) =>
    Math.max(0, size - stored - inFlight);
  const all = going.reduce((sum, state) => sum + bytesLeft(state), 0);
  // What is only being looked at by now takes no time worth telling.
  if (all === 0) return going.length > 0 ? 0 : undefined;
  const speed = going.reduce((sum, state) => {
    const seconds = state.secondsLeft ?? 0;
    return seconds > 0 ? sum + bytesLeft(state) / seconds : sum;
  }, 0);
  return speed > 0 ? all / speed : undefined;
}

type Standing = "stored" | "going" | "lacking";

function standingOf(
  live: UploadState | undefined,
  view: FileView | undefined,
): Standing | undefined {
  const isStored = view?.state === "complete";
  if (!live) return view && (isStored && !view.coming ? "stored" : "lacking");
  if (live.phase === "stored") return "stored";
  if (isUploading(live)) return "going";
  // What was refused has not replaced the file before it, and is none by itself.
  if (live.phase === "failed") return isStored || live.replaces ? "stored" : undefined;
  return "lacking";
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
  const standings = [...slots].flatMap((slot) => {
    const of = (one: { slot: string }) => one.slot === slot;
    return standingOf(live.find(of), views.find(of)) ?? [];
  });
  const count = (standing: Standing) => standings.filter((one) => one === standing).length;
  const total = standings.length;
  const [going, lacking] = [count("going"), count("lacking")];
  if (total === 0) return "";
  if (going > 0) {
    const moving = live.some((state) => isUploading(state) && state.phase !== "waiting");
    if (!online || !moving) return "Waiting for connection";
    const remaining = secondsLeft(live);
    const time = remaining === undefined ? "" : `, ${formatEstimate(remaining)}`;
    return `${going} of ${total} file${total === 1 ? "" : "s"} on ${going === 1 ? "its" : "their"} way${time}`;
  }
  if (lacking > 0) return `${lacking} of ${total} file${total === 1 ? "" : "s"} not fully sent`;
  return "All files are with us";
}
