import { audioSlot } from "~/domain/uploads/slots";
import { writtenName } from "~/platform/formats/written-name";
import { hasContributors } from "./credits";
import { shareVerdict, totalShare } from "./songwriters";
import type { Track } from "./track";
import {
  checkContributors,
  normalizeContributors,
  type TrackContributors,
} from "./track-contributors";

interface TrackSummary {
  isComplete: boolean;
  text: string;
}

/** Everybody once, songwriters first. */
function namesOf(contributors: TrackContributors): string[] {
  const names = [
    ...contributors.songwriters.map(writtenName),
    ...contributors.featuredArtists.map(writtenName),
    ...contributors.nonFeaturedArtists.map(writtenName),
    ...contributors.producers,
  ];
  const keyOf = (name: string) => name.trim().replace(/\s+/g, " ").toLowerCase();
  const keys = names.map(keyOf);
  return names.filter((_, index) => keys.indexOf(keys[index] ?? "") === index);
}

/** Who made a track in one line: "Solo work", the names, or what is missing. */
export function contributorsSummary(rawContributors: TrackContributors): TrackSummary {
  const contributors = normalizeContributors(rawContributors);
  if (!hasContributors(contributors)) return { isComplete: false, text: "No contributors yet" };
  if (contributors.soloWork) return { isComplete: true, text: "Solo work" };
  const names = namesOf(contributors);
  const { length: count } = names;
  const people = count === 1 ? "1 person" : `${count} people`;
  if (Object.keys(checkContributors(contributors)).length > 0)
    return { isComplete: false, text: `${people}, details missing` };
  const { songwriters } = contributors;
  if (songwriters.length === 0 || shareVerdict(songwriters).state === "done")
    return { isComplete: true, text: names.join(", ") };
  const text = `${people}, splits ${totalShare(songwriters)}%, not 100%`;
  return { isComplete: false, text };
}

/** Whether a track has a title, contributors and a file, stored or pending. */
function isComplete(track: Track, slots: ReadonlySet<string>): boolean {
  const { id, title, metadata } = track;
  return title !== "" && slots.has(audioSlot(id)) && contributorsSummary(metadata).isComplete;
}

export function isFinished(tracks: readonly Track[], slots: ReadonlySet<string>, id: string) {
  return tracks.some((track) => track.id === id && isComplete(track, slots));
}

/** The id of the next incomplete track after `after`, from the top again after the last. */
export function nextUnfinished(
  tracks: readonly Track[],
  slots: ReadonlySet<string>,
  after?: string,
): string | undefined {
  const start = tracks.findIndex(({ id }) => id === after) + 1;
  const order = [...tracks.slice(start), ...tracks.slice(0, start)];
  return order.find((track) => track.id !== after && !isComplete(track, slots))?.id;
}
