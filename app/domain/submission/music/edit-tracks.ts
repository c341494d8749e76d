import { addClip, removeClip } from "~/domain/clips/clip-rules";
import { audioSlot } from "~/domain/uploads/slots";
import { partsOf } from "../fields/form-field";
import { formFields } from "../fields/form-fields";
import { hasContributors } from "./credits";
import { type EditContext, type MusicEdit, panelKey } from "./music-edit";
import type { MusicAnswers } from "./music-step";
import { canAddTrack, releaseTypeOf, resizeTracks } from "./release-type";
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

/** The panel in which the artist chooses some of too many tracks. */
export const CHOOSE_TRACKS = "choose-tracks";

type Tracks = MusicAnswers["tracks"];

/**
 * Dates every track while the release is a waterfall; otherwise clears the dates and gives the
 * release the first one. Dates belong to positions, not to tracks.
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

export const trackLabel = ({ title }: Pick<Track, "title">, index: number) =>
  title ? `"${title}"` : `Track ${index + 1}`;

const typedNames = Object.keys(partsOf(formFields.track, "rule")) as (keyof Track)[];
const isBegun = (track: Track) =>
  typedNames.some((name) => track[name]) ||
  hasContributors(track.metadata) ||
  track.useCustomArtwork ||
  track.socialClipsEnabled;

interface LostTrack {
  track: Track;
  index: number;
}

function lossText(lostTracks: readonly LostTrack[], hasFile: (track: Track) => boolean): string {
  const names = (items: readonly LostTrack[]) =>
    items.map(({ track, index }) => trackLabel(track, index)).join(", ");
  const tracksWithFile = lostTracks.filter(({ track }) => hasFile(track));
  const tracksWithoutFile = lostTracks.filter(({ track }) => !hasFile(track));
  if (tracksWithFile.length === 0) return `These would go: ${names(tracksWithoutFile)}.`;
  const suffix =
    tracksWithoutFile.length > 0 ? ` So would, without a file: ${names(tracksWithoutFile)}.` : "";
  return `These would go, with their files: ${names(tracksWithFile)}.${suffix}`;
}

const countText = (count: number) => (count === 1 ? "1 track" : `${count} tracks`);

function changeType(answers: MusicAnswers, context: EditContext, isConfirmed: boolean): MusicEdit {
  const { label, most } = releaseTypeOf(answers.releaseType);
  const { length: count } = answers.tracks;
  // Files that came for another type stay.
  if (count <= most && count > releaseTypeOf(context.displayedType).most)
    return { answers, track: "", announcement: `${label}: ${countText(count)}.` };
  const hasFile = ({ id }: Track) => context.slots.has(audioSlot(id));
  const { tracks, from } = resizeTracks(answers.tracks, answers.releaseType, hasFile, () =>
    newTrack(context.newId()),
  );
  // Nothing typed or sent is removed without a question.
  const lostTracks = answers.tracks.flatMap((track, index) =>
    from.includes(index) || !(isBegun(track) || hasFile(track)) ? [] : [{ track, index }],
  );
  if (lostTracks.length > 0 && !isConfirmed)
    return {
      answers: { ...answers, releaseType: context.displayedType },
      question: {
        intent: `resize:${answers.releaseType}`,
        text: `${label} starts with ${countText(tracks.length)}. ${lossText(lostTracks, hasFile)}`,
        yes: `Change to ${label}`,
        no: `Keep ${releaseTypeOf(context.displayedType).label}`,
      },
    };
  return {
    answers: syncWaterfallDates(answers, tracks),
    track: nextUnfinished(tracks, context.slots) ?? "",
    announcement: `${label}: ${countText(tracks.length)}.`,
  };
}

/** Keeps only the ticked ones of too many tracks. */
function keepChosen(answers: MusicAnswers): MusicEdit {
  const { most } = releaseTypeOf(answers.releaseType);
  const chosen = answers.tracks.filter(({ kept }) => kept);
  if (chosen.length === 0 || chosen.length > most)
    return {
      answers,
      opened: CHOOSE_TRACKS,
      announcement: `Choose ${most} of your tracks. You have chosen ${chosen.length}.`,
      isShown: true,
    };
  const tracks = chosen.map(({ kept: _, ...track }) => track);
  const removed = answers.tracks.length - tracks.length;
  return {
    answers: syncWaterfallDates(answers, tracks),
    closed: CHOOSE_TRACKS,
    track: tracks.length === 1 ? tracks[0]?.id : "",
    announcement: `${countText(removed)} ${removed === 1 ? "has" : "have"} left this release. You can send ${removed === 1 ? "it" : "them"} as another one.`,
    isShown: true,
  };
}

/** Moves a track; both positions count from 0. */
function move(answers: MusicAnswers, from: number, to: number): MusicEdit {
  const { tracks } = answers;
  const track = tracks[from];
  if (!track || !tracks[to] || from === to) return { answers };
  return {
    answers: { ...answers, tracks: moveTrack(tracks, from, to) },
    announcement: `${trackLabel(track, from)} is now track ${to + 1} of ${tracks.length}.`,
  };
}

function openNextTrack(answers: MusicAnswers, id: string, context: EditContext): MusicEdit {
  const next = nextUnfinished(answers.tracks, context.slots, id);
  return { answers, track: next ?? "", focus: `row-${next ?? id}` };
}

/** Edits what a track may have beside its own fields: an artwork and clips. */
function editExtras(
  verb: string,
  [id = "", row = ""]: string[],
  answers: MusicAnswers,
): MusicEdit | undefined {
  const index = answers.tracks.findIndex((track) => track.id === id);
  const { socialClips = [] } = answers.tracks[index] ?? {};
  const prefix = `tracks[${index}]`;
  const change = (changes: Partial<Track>, view: Omit<MusicEdit, "answers"> = {}): MusicEdit => ({
    ...view,
    answers: {
      ...answers,
      tracks: answers.tracks.map((track) => (track.id === id ? { ...track, ...changes } : track)),
    },
  });
  switch (verb) {
    case "artwork-on":
      return change({ useCustomArtwork: true }, { focus: `${prefix}.customArtwork` });
    case "artwork-off":
      return change({ useCustomArtwork: false });
    case "clips-on": {
      const clips = socialClips.length > 0 ? socialClips : addClip([]);
      return change(
        { socialClipsEnabled: true, socialClips: clips },
        { opened: panelKey("clips", id) },
      );
    }
    case "clips-off":
      return change({ socialClipsEnabled: false });
    case "add-clip":
      return change(
        { socialClips: addClip(socialClips) },
        { focus: `${prefix}.socialClips[${socialClips.length}].startTime` },
      );
    case "remove-clip":
      return change(
        { socialClips: removeClip(socialClips, row) },
        { focus: `${prefix}.socialClips[0].startTime`, announcement: "Clip removed." },
      );
    default:
      return undefined;
  }
}

export function editTracks(
  verb: string,
  parts: string[],
  answers: MusicAnswers,
  context: EditContext,
): MusicEdit | undefined {
  const [id = "", row = ""] = parts;
  const { tracks, releaseType } = answers;
  const index = tracks.findIndex((track) => track.id === id);
  const track = tracks[index];
  switch (verb) {
    case "update":
      return releaseType === context.displayedType
        ? { answers }
        : changeType(answers, context, false);
    case "resize": {
      const type = id === "single" || id === "ep" || id === "lp" ? id : releaseType;
      return changeType({ ...answers, releaseType: type }, context, true);
    }
    case "keep-chosen":
      return keepChosen(answers);
    case "add-track": {
      if (!canAddTrack(releaseType, tracks.length)) return { answers };
      const addedTrack = newTrack(context.newId());
      const extended = syncWaterfallDates(answers, [...tracks, addedTrack]);
      return { answers: extended, track: addedTrack.id, focus: `tracks[${tracks.length}].title` };
    }
    case "remove-track": {
      if (!track || tracks.length < 2) return { answers };
      const remaining = tracks.filter((other) => other !== track);
      const place = Math.min(index, remaining.length - 1);
      return {
        answers: syncWaterfallDates(answers, remaining),
        track: remaining[place]?.id ?? "",
        focus: `tracks[${place}].title`,
        announcement: `${trackLabel(track, index)} removed.`,
      };
    }
    case "move-up":
      return { ...move(answers, index, index - 1), focus: `move-up-${id}` };
    case "move-down":
      return { ...move(answers, index, index + 1), focus: `move-down-${id}` };
    case "move-to":
      return move(answers, index, Number(row) - 1);
    case "next-track":
      return openNextTrack(answers, id, context);
    case "waterfall-on":
      return { answers: syncWaterfallDates({ ...answers, waterfallEnabled: true }, tracks) };
    case "waterfall-off":
      return { answers: syncWaterfallDates({ ...answers, waterfallEnabled: false }, tracks) };
    case "gap":
      return {
        answers: { ...answers, tracks: setGap(tracks, index) },
        focus: `tracks[${index}].releaseDate`,
      };
    case "space": {
      const first = tracks[0]?.releaseDate ?? "";
      return {
        answers: { ...answers, tracks: spaceDates(tracks, first) },
        focus: `tracks[0].releaseDate`,
      };
    }
    default:
      return editExtras(verb, parts, answers);
  }
}
