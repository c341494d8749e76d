import { isCalendarDate } from "~/platform/formats/dates";
import { clipDate, finalSingle } from "./waterfall";

/** What the plan reads of a track. */
interface PlannedTrack {
  title: string;
  /** YYYY-MM-DD. */
  releaseDate: string;
  socialClipsEnabled: boolean;
}

/** One line of the release plan. */
export interface PlanEntry {
  /** Where the track stands in the release. */
  index: number;
  title: string;
  /** YYYY-MM-DD. */
  date: string;
  comesOut: string;
  /** The last single, with which the full release comes out. */
  final: boolean;
  /** The day clips come out, three weeks before the single: YYYY-MM-DD. */
  clipDate: string;
  hasClips: boolean;
}

/**
 * A waterfall as a list in the order of its dates: what comes out when, and its clips. On the last
 * date the full release becomes available too (specification, section 4). Tracks without a date
 * are left out.
 */
export function releasePlan(tracks: readonly PlannedTrack[], releaseTitle: string): PlanEntry[] {
  const last = finalSingle(tracks);
  const full = releaseTitle ? `the full release "${releaseTitle}"` : "the full release";
  return tracks
    .map((track, index) => ({
      index,
      title: track.title || `Track ${index + 1}`,
      date: track.releaseDate,
      comesOut: index === last ? `Final single and ${full}` : "Single",
      final: index === last,
      clipDate: clipDate(track.releaseDate),
      hasClips: track.socialClipsEnabled,
    }))
    .filter(({ date }) => isCalendarDate(date))
    .sort((a, b) => (a.date === b.date ? a.index - b.index : a.date < b.date ? -1 : 1));
}
