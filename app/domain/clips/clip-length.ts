import { minutesAndSeconds } from "~/platform/formats/minutes-and-seconds";
import { type ClipTimes, parseClipTime } from "./clip-rules";

// Loaded on use, with the panel for clips.

/** In seconds (specification, section 9). */
export const CLIP_SECONDS = { min: 30, max: 60 } as const;
const CLIP_DURATION_TEXT =
  "Clip duration should be 30-60 seconds for optimal social media performance";

/** Negative if the ends are swapped; undefined for an invalid time. */
function clipSeconds(clip: ClipTimes): number | undefined {
  const start = parseClipTime(clip.startTime);
  const end = parseClipTime(clip.endTime);
  return start === undefined || end === undefined ? undefined : end - start;
}

/** In seconds; undefined for invalid or swapped times. */
export function clipWindow(clip: ClipTimes): { start: number; end: number } | undefined {
  const start = parseClipTime(clip.startTime);
  const end = parseClipTime(clip.endTime);
  return start === undefined || end === undefined || end <= start ? undefined : { start, end };
}

function currentLength(clip: ClipTimes): number {
  const window = clipWindow(clip);
  return window ? window.end - window.start : CLIP_SECONDS.min;
}

/** Moves the start; keeps the end if possible, else the length. */
export function startClipAt(clip: ClipTimes, seconds: number): ClipTimes {
  const start = Math.floor(seconds);
  const end = parseClipTime(clip.endTime) ?? 0;
  return {
    startTime: minutesAndSeconds(start),
    endTime: minutesAndSeconds(end > start ? end : start + currentLength(clip)),
  };
}

/** Moves the end; keeps the start if possible, else the length. */
export function endClipAt(clip: ClipTimes, seconds: number): ClipTimes {
  const end = Math.floor(seconds);
  const start = parseClipTime(clip.startTime);
  const hasStart = start !== undefined && start < end;
  return {
    startTime: minutesAndSeconds(hasStart ? start : end - currentLength(clip)),
    endTime: minutesAndSeconds(end),
  };
}

/** Advice for an unusual length; never an error. */
export function clipWarning(clip: ClipTimes): string | undefined {
  const seconds = clipSeconds(clip);
  if (seconds === undefined) return undefined;
  return seconds < CLIP_SECONDS.min || seconds > CLIP_SECONDS.max ? CLIP_DURATION_TEXT : undefined;
}
