import type { CutRange } from "~/media/converter/converter";
import { clipFrames } from "~/media/converter/rate-plan";
import type { WavInfo } from "~/media/wav-header";
import { minutesAndSeconds } from "~/platform/formats/minutes-and-seconds";
import { type ClipTimes, parseClipTime } from "./clip-rules";

/** What a clip's times come to in a track, or why they cannot be cut, in a sentence for staff. */
export type CutWindow =
  | { ok: true; range: CutRange; notes: string[] }
  | { ok: false; text: string };

/** The frames of a track that a clip's times name. A clip that outlasts its track ends with it. */
export function cutWindow(
  { startTime, endTime }: ClipTimes,
  { sampleRate, frames, seconds }: Pick<WavInfo, "sampleRate" | "frames" | "seconds">,
): CutWindow {
  const start = parseClipTime(startTime);
  const end = parseClipTime(endTime);
  const trackEnd = minutesAndSeconds(seconds);
  if (start === undefined || end === undefined)
    return { ok: false, text: `The times "${startTime}" and "${endTime}" are not mm:ss.` };
  if (end <= start)
    return {
      ok: false,
      text: `The clip would end at ${endTime}, before it starts at ${startTime}.`,
    };
  const range = { from: start * sampleRate, to: Math.min(end * sampleRate, frames) };
  if (range.from >= frames || clipFrames(range.to - range.from, sampleRate) === 0) {
    const text = `The clip starts at ${startTime}, after the end of the track at ${trackEnd}.`;
    return { ok: false, text };
  }
  if (end * sampleRate <= frames) return { ok: true, range, notes: [] };
  const length = ((range.to - range.from) / sampleRate).toFixed(1);
  const note = `It was to end at ${endTime}, but the track ends at ${trackEnd}: it lasts ${length} seconds.`;
  return { ok: true, range, notes: [note] };
}
