import { releaseDays } from "~/submission/music/release-days";
import { releasePlan } from "~/submission/music/release-plan";
import type { RecordedTrack, ReleaseForm } from "~/submission/record/release-form";

/** What the board calls a track. */
export const trackName = ({ title }: RecordedTrack, index: number) =>
  `Track ${index + 1}${title ? ` "${title}"` : ""}`;

/** Lines of the tracks whose text is not empty. */
export function trackLines(
  tracks: readonly RecordedTrack[],
  text: (track: RecordedTrack) => string | undefined,
): string[] {
  return tracks.flatMap((track, index) => {
    const line = text(track);
    return line ? [`${trackName(track, index)}: ${line}`] : [];
  });
}

type Artists = RecordedTrack["metadata"]["featuredArtists"];

function names(artists: Artists): string {
  return artists
    .map(({ firstName, surname, roles }) =>
      [`${firstName} ${surname}`.trim(), roles.length > 0 ? `(${roles.join(", ")})` : ""]
        .filter(Boolean)
        .join(" "),
    )
    .join(", ");
}

/** Songwriters with their shares, or that the track is solo work. */
export function songwritersText({ metadata }: RecordedTrack): string {
  if (metadata.soloWork) return "Solo work";
  return metadata.songwriters
    .map((one) => `${[one.firstName, one.lastName].filter(Boolean).join(" ")} ${one.percentage}%`)
    .join(", ");
}

/** Everybody credited beside the songwriters. */
export function creditsText({ metadata }: RecordedTrack): string {
  const { featuredArtists, nonFeaturedArtists, producers } = metadata;
  return [
    featuredArtists.length > 0 ? `featuring ${names(featuredArtists)}` : "",
    nonFeaturedArtists.length > 0 ? `with ${names(nonFeaturedArtists)}` : "",
    producers.length > 0 ? `produced by ${producers.join(", ")}` : "",
  ]
    .filter(Boolean)
    .join("; ");
}

/** The windows to be cut from a track. */
export function clipWindowsText({ socialClips }: RecordedTrack): string {
  return socialClips
    .map(({ startTime, endTime, description }) =>
      [`${startTime} to ${endTime}`, description].filter(Boolean).join(", "),
    )
    .join("; ");
}

/** The days of a waterfall, a line for each; none for a release that comes out at once. */
export function planLines(form: ReleaseForm): string[] {
  const { waterfallEnabled, tracks, releaseTitle } = form;
  if (!waterfallEnabled) return [];
  const plan = releasePlan(tracks, releaseTitle);
  if (plan.length === 0) return ["A waterfall, without dates"];
  const { full, firstSingle } = releaseDays(form);
  return [
    `Full release ${full}${firstSingle ? `, first single ${firstSingle}` : ""}`,
    ...plan.map(
      ({ date, title, comesOut, hasClips, clipDate }) =>
        `${date}: ${title}, ${comesOut}${hasClips ? `; clips from ${clipDate}` : ""}`,
    ),
  ];
}

/** Why a release is to come out early; that it is, where no reason was given. */
export function earlyReleaseText({ earlyReleaseRequest, earlyReleaseReason }: ReleaseForm): string {
  return earlyReleaseReason || (earlyReleaseRequest ? "Asked for, without a reason" : "");
}

/** Addresses joined by commas, as many as are whole within the limit. */
export function joinUrlsWithin(urls: readonly string[], limit: number): string {
  let count = urls.length;
  while (urls.slice(0, count).join(",").length > limit) count -= 1;
  return urls.slice(0, count).join(",");
}
