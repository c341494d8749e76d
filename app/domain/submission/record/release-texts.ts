import { writtenName } from "~/platform/formats/written-name";
import { releaseDays } from "../music/release-days";
import { releasePlan } from "../music/release-plan";
import type { RecordedTrack, ReleaseForm } from "./release-form";

export const trackName = ({ title }: RecordedTrack, index: number) =>
  `Track ${index + 1}${title ? ` "${title}"` : ""}`;

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

function artistNames(artists: Artists): string {
  return artists
    .map(({ firstName, surname, roles }) =>
      [writtenName({ firstName, surname }), roles.length > 0 ? `(${roles.join(", ")})` : ""]
        .filter(Boolean)
        .join(" "),
    )
    .join(", ");
}

/** Songwriters with their shares. */
export function songwritersText({ metadata }: RecordedTrack): string {
  if (metadata.soloWork) return "Solo work";
  return metadata.songwriters
    .map((songwriter) => `${writtenName(songwriter)} ${songwriter.percentage}%`)
    .join(", ");
}

export function creditsText({ metadata }: RecordedTrack): string {
  const { featuredArtists, nonFeaturedArtists, producers } = metadata;
  return [
    featuredArtists.length > 0 ? `featuring ${artistNames(featuredArtists)}` : "",
    nonFeaturedArtists.length > 0 ? `with ${artistNames(nonFeaturedArtists)}` : "",
    producers.length > 0 ? `produced by ${producers.join(", ")}` : "",
  ]
    .filter(Boolean)
    .join("; ");
}

export function clipWindowsText({ socialClips }: RecordedTrack): string {
  return socialClips
    .map(({ startTime, endTime, description }) =>
      [`${startTime} to ${endTime}`, description].filter(Boolean).join(", "),
    )
    .join("; ");
}

/** A line for each day of a waterfall release. @param sentAt in ISO format; empty where it is not known. */
export function planLines(form: ReleaseForm, sentAt: string): string[] {
  const { waterfallEnabled, tracks, releaseTitle } = form;
  if (!waterfallEnabled) return [];
  const plan = releasePlan(tracks, releaseTitle, sentAt);
  if (plan.length === 0) return ["A waterfall, without dates"];
  const { full, firstSingle } = releaseDays(form);
  return [
    `Full release ${full}${firstSingle ? `, first single ${firstSingle}` : ""}`,
    ...plan.map(
      ({ date, title, comesOut, hasClips, clipDate }) =>
        `${date}: ${title}, ${comesOut}${hasClips && clipDate ? `; clips from ${clipDate}` : ""}`,
    ),
  ];
}

export function earlyReleaseText({ earlyReleaseRequest, earlyReleaseReason }: ReleaseForm): string {
  return earlyReleaseReason || (earlyReleaseRequest ? "Asked for, without a reason" : "");
}

/** As many whole URLs as fit, joined by commas. */
export function joinUrlsWithin(urls: readonly string[], limit: number): string {
  let count = urls.length;
  while (urls.slice(0, count).join(",").length > limit) count -= 1;
  return urls.slice(0, count).join(",");
}
