import { addClip, removeClip } from "~/clips/clip-rules";
import { audioSlot } from "~/uploads/slots";
import { hasContributors } from "./credits";
import type { EditContext, MusicEdit } from "./music-edit";
import type { MusicAnswers } from "./music-step";
import { mayAddTrack, releaseTypeOf, resizeTracks } from "./release-type";
import { newTrack, type Track } from "./track";
import { nextUnfinished } from "./track-summary";
import {
  clearWaterfall,
  fillDates,
  moveTrack,
  offersWaterfall,
  setGap,
  spaceDates,
} from "./waterfall";

type Tracks = MusicAnswers["tracks"];

/**
 * With dates for all while the release is a waterfall, and without any when it no longer can be: the
 * day on which it started is the release's again. Dates belong to the places, not to the tracks.
 */
export function syncWaterfallDates(answers: MusicAnswers, tracks: Tracks): MusicAnswers {
  const waterfallEnabled = answers.waterfallEnabled && offersWaterfall(tracks.length);
  const dates = answers.tracks.map((track) => track.releaseDate);
  const [first = ""] = dates;
  if (!waterfallEnabled) {
    const releaseDate = first || answers.releaseDate;
    return { ...answers, waterfallEnabled, releaseDate, tracks: clearWaterfall(tracks) };
  }
  const datedTracks = tracks.map((track, index) => ({ ...track, releaseDate: dates[index] ?? "" }));
  return { ...answers, waterfallEnabled, tracks: fillDates(datedTracks, answers.releaseDate) };
}

function changed(answers: MusicAnswers, id: string, change: (track: Track) => Track): MusicAnswers {
  const tracks = answers.tracks.map((track) => (track.id === id ? change(track) : track));
  return { ...answers, tracks };
}

/** What a track is called in a sentence. */
export const trackLabel = ({ title }: Pick<Track, "title">, index: number) =>
  title ? `"${title}"` : `Track ${index + 1}`;

/** Whether anything of a track was typed or switched on. */
const isBegun = ({ title, metadata, useCustomArtwork, socialClipsEnabled }: Track) =>
  title !== "" || hasContributors(metadata) || useCustomArtwork || socialClipsEnabled;

interface Lost {
  track: Track;
  index: number;
}

/** What a change would take along; files only where there are any. */
function wouldGo(lostTracks: readonly Lost[], hasFile: (track: Track) => boolean): string {
  const names = (some: readonly Lost[]) =>
    some.map(({ track, index }) => trackLabel(track, index)).join(", ");
  const filledTracks = lostTracks.filter(({ track }) => hasFile(track));
  const bare = lostTracks.filter(({ track }) => !hasFile(track));
  if (filledTracks.length === 0) return `These would go: ${names(bare)}.`;
  const and = bare.length > 0 ? ` So would, without a file: ${names(bare)}.` : "";
  return `These would go, with their files: ${names(filledTracks)}.${and}`;
}

function changeType(answers: MusicAnswers, facts: EditContext, sure: boolean): MusicEdit {
  const { label } = releaseTypeOf(answers.releaseType);
  const hasFile = ({ id }: Track) => facts.slots.has(audioSlot(id));
  const { tracks, from } = resizeTracks(answers.tracks, answers.releaseType, hasFile, () =>
    newTrack(facts.newId()),
  );
  // A title is work too: nothing that was typed or sent goes without a question.
  const lostTracks = answers.tracks.flatMap((track, index) =>
    from.includes(index) || !(isBegun(track) || hasFile(track)) ? [] : [{ track, index }],
  );
  if (lostTracks.length > 0 && !sure)
    return {
      answers: { ...answers, releaseType: facts.shownType },
      question: {
        intent: `resize:${answers.releaseType}`,
        text: `${label} starts with ${tracks.length} ${tracks.length === 1 ? "track" : "tracks"}. ${wouldGo(lostTracks, hasFile)}`,
        yes: `Change to ${label}`,
        no: `Keep ${releaseTypeOf(facts.shownType).label}`,
      },
    };
  return {
    answers: syncWaterfallDates(answers, tracks),
    track: nextUnfinished(tracks, facts.slots) ?? "",
    news: `${label}: ${tracks.length} ${tracks.length === 1 ? "track" : "tracks"}.`,
  };
}

/** Puts a track at a place among the others; both count from 0. */
function move(answers: MusicAnswers, from: number, to: number): MusicEdit {
  const { tracks } = answers;
  const track = tracks[from];
  if (!track || !tracks[to] || from === to) return { answers };
  return {
    answers: { ...answers, tracks: moveTrack(tracks, from, to) },
    news: `${trackLabel(track, from)} is now track ${to + 1} of ${tracks.length}.`,
  };
}

/** Goes on with the next track that misses something, or folds the last one that did. */
function goOn(answers: MusicAnswers, id: string, facts: EditContext): MusicEdit {
  const next = nextUnfinished(answers.tracks, facts.slots, id);
  return { answers, track: next ?? "", focus: `row-${next ?? id}` };
}

/** Adds and removes tracks, moves them, and switches what belongs to one or to all of them. */
export function editTracks(
  verb: string,
  [id = "", row = ""]: string[],
  answers: MusicAnswers,
  facts: EditContext,
): MusicEdit | undefined {
  const { tracks, releaseType } = answers;
  const index = tracks.findIndex((track) => track.id === id);
  const track = tracks[index];
  const at = `tracks[${index}]`;
  switch (verb) {
    case "update":
      return releaseType === facts.shownType ? { answers } : changeType(answers, facts, false);
    case "resize": {
      const type = id === "single" || id === "ep" || id === "lp" ? id : releaseType;
      return changeType({ ...answers, releaseType: type }, facts, true);
    }
    case "add-track": {
      if (!mayAddTrack(releaseType, tracks.length)) return { answers };
      const addedTrack = newTrack(facts.newId());
      const more = syncWaterfallDates(answers, [...tracks, addedTrack]);
      return { answers: more, track: addedTrack.id, focus: `tracks[${tracks.length}].title` };
    }
    case "remove-track": {
      if (!track || tracks.length < 2) return { answers };
      const rest = tracks.filter((other) => other !== track);
      const place = Math.min(index, rest.length - 1);
      const news = `${trackLabel(track, index)} removed.`;
      return {
        answers: syncWaterfallDates(answers, rest),
        track: rest[place]?.id ?? "",
        focus: `tracks[${place}].title`,
        news,
      };
    }
    case "move-up":
      return { ...move(answers, index, index - 1), focus: `move-up-${id}` };
    case "move-down":
      return { ...move(answers, index, index + 1), focus: `move-down-${id}` };
    case "move-to":
      return move(answers, index, Number(row) - 1);
    case "next-track":
      return goOn(answers, id, facts);
    case "waterfall-on":
      return { answers: syncWaterfallDates({ ...answers, waterfallEnabled: true }, tracks) };
    case "waterfall-off":
      return { answers: syncWaterfallDates({ ...answers, waterfallEnabled: false }, tracks) };
    case "gap":
      return { answers: { ...answers, tracks: setGap(tracks, index) }, focus: `${at}.releaseDate` };
    case "space": {
      const first = tracks[0]?.releaseDate ?? "";
      return {
        answers: { ...answers, tracks: spaceDates(tracks, first) },
        focus: `tracks[0].releaseDate`,
      };
    }
    case "artwork-on":
      return {
        answers: changed(answers, id, (it) => ({ ...it, useCustomArtwork: true })),
        focus: `${at}.customArtwork`,
      };
    case "artwork-off":
      return { answers: changed(answers, id, (it) => ({ ...it, useCustomArtwork: false })) };
    case "clips-on":
      return {
        answers: changed(answers, id, (it) => ({
          ...it,
          socialClipsEnabled: true,
          socialClips: it.socialClips.length > 0 ? it.socialClips : addClip([]),
        })),
        opened: `clips:${id}`,
      };
    case "clips-off":
      return { answers: changed(answers, id, (it) => ({ ...it, socialClipsEnabled: false })) };
    case "add-clip":
      return {
        answers: changed(answers, id, (it) => ({ ...it, socialClips: addClip(it.socialClips) })),
        focus: `${at}.socialClips[${track?.socialClips.length ?? 0}].startTime`,
      };
    case "remove-clip":
      return {
        answers: changed(answers, id, (it) => ({
          ...it,
          socialClips: removeClip(it.socialClips, row),
        })),
        focus: `${at}.socialClips[0].startTime`,
        news: "Clip removed.",
      };
    default:
      return undefined;
  }
}
