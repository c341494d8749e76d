import * as v from "valibot";
import { list, plainLine, singleLine, tooLong } from "~/forms/fields";
import { type FieldError, invalidError, missingError } from "~/forms/form-reply";
import { assignRowIds } from "~/forms/row-ids";
import { minutesAndSeconds } from "~/platform/formats/minutes-and-seconds";

/** Clips a track may have (specification, section 9). */
export const MAX_CLIPS = 2;
/**
 * Seconds in a time as typed, mm:ss with minutes and seconds from 0 to 59. A single digit for the
 * minutes is understood.
 * @returns undefined for anything else.
 */
export function parseClipTime(text: string): number | undefined {
  const [, minutes, seconds] = /^([0-5]?\d):([0-5]\d)$/.exec(text.trim()) ?? [];
  return minutes && seconds ? Number(minutes) * 60 + Number(seconds) : undefined;
}

/**
 * A time as typed, put into mm:ss where that can be done. The number pads of phones have no colon,
 * so digits alone are understood too, the last two as seconds, and so are other separators.
 * @returns the text as it was where it names no time.
 */
export function tidyClipTime(text: string): string {
  const digits = /^(\d{0,2}?)[.,; ]?(\d{1,2})$/.exec(text.trim());
  const [, minutes = "", seconds = ""] = digits ?? [];
  const timeText = digits ? `${minutes || "0"}:${seconds.padStart(2, "0")}` : text;
  const totalSeconds = parseClipTime(timeText);
  return totalSeconds === undefined ? text : minutesAndSeconds(totalSeconds);
}

// A time that cannot be read is kept as typed, for the page to show with its error.
const time = v.pipe(plainLine, v.transform(tidyClipTime));

/** A clip as typed; times are mm:ss once they pass the check. */
const socialClipSchema = v.object({
  id: singleLine,
  startTime: time,
  endTime: time,
  description: singleLine,
});
export type SocialClip = v.InferOutput<typeof socialClipSchema>;

/** The clips of a track, at most two, each with an id of its own. */
export const socialClipsSchema = v.pipe(
  list(socialClipSchema, MAX_CLIPS),
  v.transform((clips) => assignRowIds(clips, "clip")),
);

/** The clip a track starts with: its first half minute. */
function defaultClip(): SocialClip {
  return { id: "", startTime: "00:00", endTime: "00:30", description: "" };
}

/** Adds a default clip while there is room; switching clips on does this with an empty list. */
export function addClip(clips: readonly SocialClip[]): SocialClip[] {
  return clips.length < MAX_CLIPS ? assignRowIds([...clips, defaultClip()], "clip") : [...clips];
}

/** Removes a clip; the only one stays (specification, section 4). */
export function removeClip(clips: readonly SocialClip[], id: string): SocialClip[] {
  return clips.length > 1 ? clips.filter((clip) => clip.id !== id) : [...clips];
}

/** The times of a clip as typed. */
export type ClipTimes = Pick<SocialClip, "startTime" | "endTime">;

/** The clips in a few words: "2 clips: 00:00-00:30, 01:00-01:30". */
export function clipsSummary(clips: readonly ClipTimes[]): string {
  const times = clips.map(({ startTime, endTime }) => `${startTime || "?"}-${endTime || "?"}`);
  return `${clips.length} ${clips.length === 1 ? "clip" : "clips"}: ${times.join(", ")}`;
}

const MAX_DESCRIPTION = 500;

/** Why a clip cannot be cut, by its field; what its track is too short for {@link clipBeyondTrackText} says. */
export function checkClip(clip: SocialClip): Partial<Record<keyof SocialClip, FieldError>> {
  const errors: Partial<Record<keyof SocialClip, FieldError>> = {};
  const start = parseClipTime(clip.startTime);
  const end = parseClipTime(clip.endTime);
  const unreadable = (label: string, timeText: string) => {
    const text = `Please enter the ${label} as mm:ss, with minutes and seconds from 00 to 59`;
    return timeText === "" ? missingError(text) : invalidError(text);
  };
  if (start === undefined) errors.startTime = unreadable("start time", clip.startTime);
  if (end === undefined) errors.endTime = unreadable("end time", clip.endTime);
  else if (start !== undefined && end <= start)
    errors.endTime = invalidError("The clip must end after it starts");
  const long = tooLong("The clip description", clip.description, MAX_DESCRIPTION);
  if (long) errors.description = long;
  return errors;
}

/**
 * What becomes of a clip whose times a track is too short for, as after another file has taken the
 * place of its own. It never stops the artist: of what starts too late nothing is cut, the rest ends
 * with the track.
 * @param trackSeconds the length of the track where it is known.
 */
export function clipBeyondTrackText(
  clip: ClipTimes,
  trackSeconds: number | undefined,
): string | undefined {
  const start = parseClipTime(clip.startTime);
  const end = parseClipTime(clip.endTime);
  if (trackSeconds === undefined || start === undefined || end === undefined || end <= start)
    return undefined;
  if (start >= trackSeconds)
    return `The track ends at ${minutesAndSeconds(trackSeconds)}, before this clip starts: nothing is cut`;
  // A part of a second is none that times could name.
  if (end <= Math.ceil(trackSeconds)) return undefined;
  return `The track ends at ${minutesAndSeconds(trackSeconds)}, so the clip ends there`;
}
