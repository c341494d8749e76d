import { minutesAndSeconds } from "~/platform/formats/minutes-and-seconds";
import type { ClipTimes } from "./clip-rules";

/** In seconds. */
export interface ClipWindow {
  start: number;
  end: number;
}

/** The dragged part of a window. */
export type ClipHandle = "start" | "end" | "all";

/** Times have two digits for minutes, up to 59. */
const LAST_SECOND = 59 * 60 + 59;

/**
 * The part of a window at a time: the nearer end within reach, else the whole window.
 * @param reach in seconds.
 */
export function clipHandleAt({ start, end }: ClipWindow, time: number, reach: number): ClipHandle {
  const [toStart, toEnd] = [Math.abs(time - start), Math.abs(time - end)];
  // The middle of a narrow window still moves it.
  const isInside = time > start && time < end;
  const maxDistance = isInside ? Math.min(reach, (end - start) / 3) : reach;
  if (Math.min(toStart, toEnd) > maxDistance) return "all";
  return toStart < toEnd || (toStart === toEnd && time < start) ? "start" : "end";
}

/**
 * The dragged window: whole seconds, within the track, at least one second.
 * @param window before dragging.
 * @param offset in seconds, negative to the front.
 * @param seconds length of the track.
 */
export function dragWindow(
  window: ClipWindow,
  handle: ClipHandle,
  offset: number,
  seconds: number,
): ClipWindow {
  const last = Math.min(LAST_SECOND, Math.max(1, Math.floor(seconds)));
  const clamp = (time: number, min: number, max: number) =>
    Math.max(min, Math.min(max, Math.round(time)));
  const end = Math.min(window.end, last);
  if (handle === "start") return { start: clamp(window.start + offset, 0, end - 1), end };
  const start = Math.min(window.start, last - 1);
  if (handle === "end") return { start, end: clamp(window.end + offset, start + 1, last) };
  const length = Math.min(window.end - window.start, last);
  const newStart = clamp(window.start + offset, 0, last - length);
  return { start: newStart, end: newStart + length };
}

export function toClipTimes({ start, end }: ClipWindow): ClipTimes {
  return { startTime: minutesAndSeconds(start), endTime: minutesAndSeconds(end) };
}
