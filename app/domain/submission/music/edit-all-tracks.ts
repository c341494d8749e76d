import { hasContributors } from "./credits";
import { trackLabel } from "./edit-tracks";
import type { MusicEdit } from "./music-edit";
import type { MusicAnswers } from "./music-step";
import type { Track } from "./track";
import { asSoloWork, normalizeContributors, type TrackContributors } from "./track-contributors";

const CONFIRMED = "sure";

/** The id of the button that makes all tracks solo work, and its intent. */
export const SOLO_ALL = "solo-all";

/** The intent, and id, of the button that copies a track's contributors to all others. */
export function copyIntent(trackId: string): string {
  return `copy-contributors:${trackId}`;
}

export function isQuestionAbout(intent: string, question: MusicEdit["question"]): boolean {
  return question?.intent === `${intent}:${CONFIRMED}`;
}

/** Everybody credited, without row ids, for comparing. */
function peopleIn(contributors: TrackContributors): string {
  const withoutIds = (list: readonly object[]) => list.map((row) => ({ ...row, id: "" }));
  const { featuredArtists, nonFeaturedArtists, producers, songwriters } = contributors;
  const lists = [
    withoutIds(featuredArtists),
    withoutIds(nonFeaturedArtists),
    producers,
    withoutIds(songwriters),
  ];
  return JSON.stringify(lists);
}

function isLost(before: TrackContributors, after: TrackContributors): boolean {
  if (!hasContributors(before)) return false;
  return (before.soloWork && !after.soloWork) || peopleIn(before) !== peopleIn(after);
}

interface BulkChange {
  intent: string;
  /** The question before a credit is removed; track names follow. */
  text: string;
  yes: string;
  announcement: string;
  toContributors: (track: Track) => TrackContributors;
}

/** Changes the contributors of all tracks, after a question where that removes credits. */
function applyToAllTracks(
  answers: MusicAnswers,
  isConfirmed: boolean,
  { toContributors, ...about }: BulkChange,
): MusicEdit {
  const { intent, text, yes, announcement } = about;
  const trackNames = answers.tracks.flatMap((track, index) => {
    const losesData = isLost(
      normalizeContributors(track.metadata),
      normalizeContributors(toContributors(track)),
    );
    return losesData ? [trackLabel(track, index)] : [];
  });
  if (trackNames.length > 0 && !isConfirmed) {
    const confirm = { intent: `${intent}:${CONFIRMED}`, text: `${text} ${trackNames.join(", ")}.` };
    return { answers, question: { ...confirm, yes, no: "Keep them" } };
  }
  const tracks = answers.tracks.map((track) => ({ ...track, metadata: toContributors(track) }));
  return { answers: { ...answers, tracks }, focus: intent, announcement };
}

/** The buttons that credit the same people on all tracks. */
export function editAllTracks(
  verb: string,
  [id = "", confirmation = ""]: string[],
  answers: MusicAnswers,
): MusicEdit | undefined {
  switch (verb) {
    case SOLO_ALL:
      return applyToAllTracks(answers, id === CONFIRMED, {
        intent: SOLO_ALL,
        text: "Solo work clears featured artists, non-featured artists and songwriters. These tracks have some:",
        yes: "Clear them",
        announcement: "All tracks are solo work.",
        toContributors: ({ metadata }) => asSoloWork(metadata),
      });
    case "copy-contributors": {
      const sourceTrack = answers.tracks.find((track) => track.id === id);
      if (!sourceTrack) return undefined;
      const intent = copyIntent(id);
      const people = normalizeContributors(sourceTrack.metadata);
      if (!hasContributors(people))
        return { answers, focus: intent, announcement: "Nobody is credited on this track yet." };
      return applyToAllTracks(answers, confirmation === CONFIRMED, {
        intent,
        text: "These tracks have other contributors, who would be replaced:",
        yes: "Replace them",
        announcement: "All tracks have these contributors.",
        toContributors: (track) => (track === sourceTrack ? track.metadata : people),
      });
    }
    default:
      return undefined;
  }
}
