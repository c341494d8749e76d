import { isCalendarDate } from "~/platform/formats/dates";
import { clipDateFrom, finalSingle } from "./waterfall";

interface PlannedTrack {
  title: string;
  releaseDate: string;
  socialClipsEnabled: boolean;
}

export interface PlanEntry {
  index: number;
  title: string;
  date: string;
  comesOut: string;
  final: boolean;
  /** Three weeks before the single: YYYY-MM-DD; empty where that was before `since`. */
  clipDate: string;
  hasClips: boolean;
}

/**
 * A waterfall as a list in date order. On the last date the full release comes out too
 * (specification, section 4). Tracks without a date are left out.
 * @param since today, or when the release was sent, in ISO format.
 */
export function releasePlan(
  tracks: readonly PlannedTrack[],
  releaseTitle: string,
  since: string,
): PlanEntry[] {
  const last = finalSingle(tracks);
  const full = releaseTitle ? `the full release "${releaseTitle}"` : "the full release";
  return tracks
    .map((track, index) => ({
      index,
      title: track.title || `Track ${index + 1}`,
      date: track.releaseDate,
      comesOut: index === last ? `Final single and ${full}` : "Single",
      final: index === last,
      clipDate: clipDateFrom(track.releaseDate, since),
      hasClips: track.socialClipsEnabled,
    }))
    .filter(({ date }) => isCalendarDate(date))
    .sort((a, b) => (a.date === b.date ? a.index - b.index : a.date < b.date ? -1 : 1));
}
