import { minutesAndSeconds } from "~/platform/formats/minutes-and-seconds";
import type { ClipTimes } from "./clip-rules";

/** A stretch of a track in seconds. */
export interface ClipWindow {
  start: number;
  end: number;
}

/** What of a clip's window is dragged. */
export type ClipHandle = "start" | "end" | "all";

/** A clip ends here at the latest: times have two digits for the minutes, up to 59. */
const LAST_SECOND = 59 * 60 + 59;

/**
 * What is taken hold of at a place: an end of the window within reach, the nearer one, else all of it.
 * @param reach how far from an end it is still taken hold of, in seconds.
 */
export function clipHandleAt({ start, end }: ClipWindow, at: number, reach: number): ClipHandle {
  const [toStart, toEnd] = [Math.abs(at - start), Math.abs(at - end)];
  // Inside a window too narrow for both, its middle still moves it.
  const inside = at > start && at < end;
  const near = inside ? Math.min(reach, (end - start) / 3) : reach;
  if (Math.min(toStart, toEnd) > near) return "all";
  return toStart < toEnd || (toStart === toEnd && at < start) ? "start" : "end";
}

/**
 * The window after it was dragged: in whole seconds, within the track, and a second long at least.
 * @param from the window as it was taken hold of.
 * @param by how far it was dragged, in seconds; to the front where it is negative.
 * @param seconds the length of the track.
 */
export function dragWindow(
  from: ClipWindow,
  grip: ClipHandle,
  by: number,
  seconds: number,
): ClipWindow {
  const last = Math.min(LAST_SECOND, Math.max(1, Math.floor(seconds)));
  const within = (time: number, least: number, most: number) =>
    Math.max(least, Math.min(most, Math.round(time)));
  const end = Math.min(from.end, last);
  if (grip === "start") return { start: within(from.start + by, 0, end - 1), end };
  const start = Math.min(from.start, last - 1);
  if (grip === "end") return { start, end: within(from.end + by, start + 1, last) };
  const length = Math.min(from.end - from.start, last);
  const newStart = within(from.start + by, 0, last - length);
  return { start: newStart, end: newStart + length };
}

/** The times of a window as they are typed. */
export function timesOf({ start, end }: ClipWindow): ClipTimes {
  return { startTime: minutesAndSeconds(start), endTime: minutesAndSeconds(end) };
}
