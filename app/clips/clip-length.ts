import { minutesAndSeconds } from "~/platform/formats/minutes-and-seconds";
import { type ClipTimes, parseClipTime } from "./clip-rules";

// How long a clip lasts, and how its ends move: for who sets one, in a panel that is loaded on use.

/** Seconds a clip should last, both ends included (specification, section 9). */
export const CLIP_SECONDS = { min: 30, max: 60 } as const;
const CLIP_DURATION_TEXT =
  "Clip duration should be 30-60 seconds for optimal social media performance";

/** Seconds from start to end, negative when they are swapped; undefined while a time is unreadable. */
function clipSeconds(clip: ClipTimes): number | undefined {
  const start = parseClipTime(clip.startTime);
  const end = parseClipTime(clip.endTime);
  return start === undefined || end === undefined ? undefined : end - start;
}

/** Start and end of a clip in seconds; undefined while they name no stretch of the track. */
export function clipWindow(clip: ClipTimes): { start: number; end: number } | undefined {
  const start = parseClipTime(clip.startTime);
  const end = parseClipTime(clip.endTime);
  return start === undefined || end === undefined || end <= start ? undefined : { start, end };
}

/** How long a clip is when only one of its ends has been set by ear. */
function lengthToKeep(clip: ClipTimes): number {
  const window = clipWindow(clip);
  return window ? window.end - window.start : CLIP_SECONDS.min;
}

/** The times of a clip that starts at `seconds`: its end stays if it can, else the length does. */
export function startClipAt(clip: ClipTimes, seconds: number): ClipTimes {
  const start = Math.floor(seconds);
  const end = parseClipTime(clip.endTime) ?? 0;
  return {
    startTime: minutesAndSeconds(start),
    endTime: minutesAndSeconds(end > start ? end : start + lengthToKeep(clip)),
  };
}

/** The times of a clip that ends at `seconds`: its start stays if it can, else the length does. */
export function endClipAt(clip: ClipTimes, seconds: number): ClipTimes {
  const end = Math.floor(seconds);
  const start = parseClipTime(clip.startTime);
  const hasStart = start !== undefined && start < end;
  return {
    startTime: minutesAndSeconds(hasStart ? start : end - lengthToKeep(clip)),
    endTime: minutesAndSeconds(end),
  };
}

/** The advice where a clip is not 30 to 60 seconds long; it never stops the artist. */
export function clipWarning(clip: ClipTimes): string | undefined {
  const seconds = clipSeconds(clip);
  if (seconds === undefined) return undefined;
  return seconds < CLIP_SECONDS.min || seconds > CLIP_SECONDS.max ? CLIP_DURATION_TEXT : undefined;
}
