import * as v from "valibot";
import { list, plainLine, singleLine, singleLineUpTo, tooLong } from "~/forms/fields";
import { type FieldError, invalidError, missingError } from "~/forms/form-reply";
import { assignRowIds } from "~/forms/row-ids";
import { minutesAndSeconds } from "~/platform/formats/minutes-and-seconds";

/** Specification, section 9. */
export const MAX_CLIPS = 2;
/**
 * Parses mm:ss, also with a single digit for the minutes, to seconds.
 * @returns undefined for anything else.
 */
export function parseClipTime(text: string): number | undefined {
  const [, minutes, seconds] = /^([0-5]?\d):([0-5]\d)$/.exec(text.trim()) ?? [];
  return minutes && seconds ? Number(minutes) * 60 + Number(seconds) : undefined;
}

/**
 * Normalizes a time to mm:ss. Also accepts digits alone, because number pads have no colon, and
 * other separators.
 * @returns the text unchanged if it is no time.
 */
export function normalizeClipTime(text: string): string {
  const digits = /^(\d{0,2}?)[.,; ]?(\d{1,2})$/.exec(text.trim());
  const [, minutes = "", seconds = ""] = digits ?? [];
  const timeText = digits ? `${minutes || "0"}:${seconds.padStart(2, "0")}` : text;
  const totalSeconds = parseClipTime(timeText);
  return totalSeconds === undefined ? text : minutesAndSeconds(totalSeconds);
}

// An invalid time is kept, to be shown with its error.
const time = v.pipe(plainLine, v.transform(normalizeClipTime));

const MAX_DESCRIPTION = 500;

const socialClipSchema = v.object({
  id: singleLine,
  startTime: time,
  endTime: time,
  description: singleLineUpTo(MAX_DESCRIPTION),
});
export type SocialClip = v.InferOutput<typeof socialClipSchema>;

export const socialClipsSchema = v.pipe(
  list(socialClipSchema, MAX_CLIPS),
  v.transform((clips) => assignRowIds(clips, "clip")),
);

/** The first half minute. */
function defaultClip(): SocialClip {
  return { id: "", startTime: "00:00", endTime: "00:30", description: "" };
}

/** Adds a default clip if there is room; also used to switch clips on. */
export function addClip(clips: readonly SocialClip[]): SocialClip[] {
  return clips.length < MAX_CLIPS ? assignRowIds([...clips, defaultClip()], "clip") : [...clips];
}

/** The last clip cannot be removed (specification, section 4). */
export function removeClip(clips: readonly SocialClip[], id: string): SocialClip[] {
  return clips.length > 1 ? clips.filter((clip) => clip.id !== id) : [...clips];
}

export type ClipTimes = Pick<SocialClip, "startTime" | "endTime">;

/** Such as "2 clips: 00:00-00:30, 01:00-01:30". */
export function clipsSummary(clips: readonly ClipTimes[]): string {
  const times = clips.map(({ startTime, endTime }) => `${startTime || "?"}-${endTime || "?"}`);
  return `${clips.length} ${clips.length === 1 ? "clip" : "clips"}: ${times.join(", ")}`;
}

/** Errors by field; see also {@link clipBeyondTrackText}. */
export function checkClip(clip: SocialClip): Partial<Record<keyof SocialClip, FieldError>> {
  const errors: Partial<Record<keyof SocialClip, FieldError>> = {};
  const start = parseClipTime(clip.startTime);
  const end = parseClipTime(clip.endTime);
  const createTimeError = (label: string, timeText: string) => {
    const text = `Please enter the ${label} as mm:ss, with minutes and seconds from 00 to 59`;
    return timeText === "" ? missingError(text) : invalidError(text);
  };
  if (start === undefined) errors.startTime = createTimeError("start time", clip.startTime);
  if (end === undefined) errors.endTime = createTimeError("end time", clip.endTime);
  else if (start !== undefined && end <= start)
    errors.endTime = invalidError("The clip must end after it starts");
  const lengthError = tooLong("The clip description", clip.description, MAX_DESCRIPTION);
  if (lengthError) errors.description = lengthError;
  return errors;
}

/** In seconds: half a frame of a clip. Of less sound nothing would be left. */
const MIN_CLIP_SECONDS = 0.5 / 44_100;

/** Whether the track ends before the clip starts, so that there is nothing to cut. */
export function startsAfterTrack({ startTime }: ClipTimes, trackSeconds: number): boolean {
  const start = parseClipTime(startTime);
  return start !== undefined && trackSeconds - start < MIN_CLIP_SECONDS;
}

/** What Review says of such a clip; `number` counts from 1. */
export function lateClipText({ startTime }: ClipTimes, number: number, trackSeconds: number) {
  return `Clip ${number} starts at ${startTime}, but the track ends at ${minutesAndSeconds(trackSeconds)}. Choose an earlier part for it.`;
}

/**
 * Notice for a clip that exceeds its track, such as after the file was replaced. A clip that ends too
 * late is cut to the track's end; one that starts too late is a gap on Review.
 * @param trackSeconds undefined if unknown.
 */
export function clipBeyondTrackText(clip: ClipTimes, trackSeconds: number | undefined) {
  const start = parseClipTime(clip.startTime);
  const end = parseClipTime(clip.endTime);
  if (trackSeconds === undefined || start === undefined || end === undefined || end <= start)
    return undefined;
  if (startsAfterTrack(clip, trackSeconds))
    return `The track ends at ${minutesAndSeconds(trackSeconds)}, before this clip starts: nothing is cut`;
  // Times have whole seconds.
  if (end <= Math.ceil(trackSeconds)) return undefined;
  return `The track ends at ${minutesAndSeconds(trackSeconds)}, so the clip ends there`;
}
