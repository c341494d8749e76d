import { hasContributors } from "./credits";
import { trackLabel } from "./edit-tracks";
import type { MusicEdit } from "./music-edit";
import type { MusicAnswers } from "./music-step";
import type { Track } from "./track";
import { asSoloWork, type TrackContributors, tidyContributors } from "./track-contributors";

const SURE = "sure";

/** The id of the button that makes all tracks solo work, and its intent. */
export const SOLO_ALL = "solo-all";

/** The intent that credits the people of a track on all others, and the id of its button. */
export function copyIntent(trackId: string): string {
  return `copy-contributors:${trackId}`;
}

/** Whether a question is about what a button of this intent would replace. */
export function isQuestionAbout(intent: string, question: MusicEdit["question"]): boolean {
  return question?.intent === `${intent}:${SURE}`;
}

/** Everybody credited, whether or not that is called solo work, without what only tells rows apart. */
function peopleIn(contributors: TrackContributors): string {
  const rows = (list: readonly object[]) => list.map((row) => ({ ...row, id: "" }));
  const { featuredArtists, nonFeaturedArtists, producers, songwriters } = contributors;
  const lists = [rows(featuredArtists), rows(nonFeaturedArtists), producers, rows(songwriters)];
  return JSON.stringify(lists);
}

/** Whether a change of who made a track takes something away that was said before. */
function isLost(before: TrackContributors, after: TrackContributors): boolean {
  if (!hasContributors(before)) return false;
  return (before.soloWork && !after.soloWork) || peopleIn(before) !== peopleIn(after);
}

interface Change {
  /** The intent of the button, which is its id too. */
  intent: string;
  /** What is asked before anybody is taken away; the tracks' names follow. */
  text: string;
  yes: string;
  /** What is said once it is done. */
  news: string;
  made: (track: Track) => TrackContributors;
}

/** Changes who made all tracks, once the artist is sure of those where that takes somebody away. */
function change(answers: MusicAnswers, sure: boolean, { made, ...about }: Change): MusicEdit {
  const { intent, text, yes, news } = about;
  const trackNames = answers.tracks.flatMap((track, index) => {
    const goes = isLost(tidyContributors(track.metadata), tidyContributors(made(track)));
    return goes ? [trackLabel(track, index)] : [];
  });
  if (trackNames.length > 0 && !sure) {
    const confirm = { intent: `${intent}:${SURE}`, text: `${text} ${trackNames.join(", ")}.` };
    return { answers, question: { ...confirm, yes, no: "Keep them" } };
  }
  const tracks = answers.tracks.map((track) => ({ ...track, metadata: made(track) }));
  return { answers: { ...answers, tracks }, focus: intent, news };
}

/** Buttons that credit the same people on all tracks. */
export function editAllTracks(
  verb: string,
  [id = "", sure = ""]: string[],
  answers: MusicAnswers,
): MusicEdit | undefined {
  switch (verb) {
    case SOLO_ALL:
      return change(answers, id === SURE, {
        intent: SOLO_ALL,
        text: "Solo work clears featured artists, non-featured artists and songwriters. These tracks have some:",
        yes: "Clear them",
        news: "All tracks are solo work.",
        made: ({ metadata }) => asSoloWork(metadata),
      });
    case "copy-contributors": {
      const from = answers.tracks.find((track) => track.id === id);
      if (!from) return undefined;
      const intent = copyIntent(id);
      const people = tidyContributors(from.metadata);
      if (!hasContributors(people))
        return { answers, focus: intent, news: "Nobody is credited on this track yet." };
      return change(answers, sure === SURE, {
        intent,
        text: "These tracks have other contributors, who would be replaced:",
        yes: "Replace them",
        news: "All tracks have these contributors.",
        made: (track) => (track === from ? track.metadata : people),
      });
    }
    default:
      return undefined;
  }
}
