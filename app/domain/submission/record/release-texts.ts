import type { SocialClip } from "~/domain/clips/clip-rules";
import { writtenName } from "~/platform/formats/written-name";
import { releaseDays } from "../music/release-days";
import { releasePlan } from "../music/release-plan";

type CreditedArtists = readonly { firstName: string; surname: string; roles: readonly string[] }[];

/** What texts about a track are made from, of a draft and of a submission. */
export interface CreditedTrack {
  releaseDate: string;
  metadata: {
    soloWork: boolean;
    featuredArtists: CreditedArtists;
    nonFeaturedArtists: CreditedArtists;
    producers: readonly string[];
    songwriters: readonly { firstName: string; lastName: string; percentage: string | number }[];
  };
  socialClipsEnabled: boolean;
  socialClips: readonly Omit<SocialClip, "id">[];
}

export const trackName = ({ title }: { title: string }, index: number) =>
  `Track ${index + 1}${title ? ` "${title}"` : ""}`;

export function trackLines<T extends { title: string }>(
  tracks: readonly T[],
  text: (track: T) => string | undefined,
): string[] {
  return tracks.flatMap((track, index) => {
    const line = text(track);
    return line ? [`${trackName(track, index)}: ${line}`] : [];
  });
}

export function artistNames(artists: CreditedArtists): string {
  return artists
    .map(({ firstName, surname, roles }) =>
      [writtenName({ firstName, surname }), roles.length > 0 ? `(${roles.join(", ")})` : ""]
        .filter(Boolean)
        .join(" "),
    )
    .join(", ");
}

export const shareLines = ({ metadata }: CreditedTrack): string[] =>
  metadata.songwriters.map((writer) => `${writtenName(writer)} ${writer.percentage}%`);

/** Songwriters with their shares. */
export function songwritersText(track: CreditedTrack): string {
  return track.metadata.soloWork ? "Solo work" : shareLines(track).join(", ");
}

export function creditsText({ metadata }: CreditedTrack): string {
  const { featuredArtists, nonFeaturedArtists, producers } = metadata;
  return [
    featuredArtists.length > 0 ? `featuring ${artistNames(featuredArtists)}` : "",
    nonFeaturedArtists.length > 0 ? `with ${artistNames(nonFeaturedArtists)}` : "",
    producers.length > 0 ? `produced by ${producers.join(", ")}` : "",
  ]
    .filter(Boolean)
    .join("; ");
}

export function clipWindowsText({ socialClips }: CreditedTrack, colon = ", ", end = "; "): string {
  return socialClips
    .map((clip) => [`${clip.startTime} to ${clip.endTime}`, clip.description])
    .map((parts) => parts.filter(Boolean).join(colon))
    .join(end);
}

type PlannedRelease = Parameters<typeof releaseDays>[0] & {
  releaseTitle: string;
  tracks: Parameters<typeof releasePlan>[0];
};

/** A line for each day of a waterfall release. @param sentAt in ISO format; empty where it is not known. */
export function planLines(form: PlannedRelease, sentAt: string): string[] {
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

export const earlyReleaseText = (
  release: Record<"earlyReleaseReason", string> & Record<"earlyReleaseRequest", boolean>,
) =>
  release.earlyReleaseReason || (release.earlyReleaseRequest ? "Asked for, without a reason" : "");

/** As many whole URLs as fit, joined by commas. */
export function joinUrlsWithin(urls: readonly string[], limit: number): string {
  let count = urls.length;
  while (urls.slice(0, count).join(",").length > limit) count -= 1;
  return urls.slice(0, count).join(",");
}
