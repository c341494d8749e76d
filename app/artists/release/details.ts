import * as v from "valibot";
import { choice, flag, list, multiLine, plainLine, singleLine } from "~/forms/fields";
import type { FormValues } from "~/forms/read-form";
import type { ReleaseForm } from "~/submission/record/release-form";
import { type TrackTitles, trackIdAt } from "../release-tracks";

/** As many tracks as a release may have at all. */
const MOST_TRACKS = 40;

/** What may be typed at most, in characters. */
export const MAX_LENGTHS = { name: 120, version: 60, note: 1_000, lyrics: 8_000, countries: 4_000 };

const trackSchema = v.object({
  /** By its place in the submission: `track-1`. */
  id: singleLine,
  isrc: plainLine,
  assignIsrc: flag,
  explicit: choice(["", "no", "yes", "clean"]),
  version: singleLine,
  /** Empty: as of the release. */
  language: singleLine,
  lyrics: multiLine,
  credits: choice(["", "right", "change"]),
  creditsNote: multiLine,
});

/** What distribution still needs of a release, as typed, by the names of its fields. */
export const detailsSchema = v.object({
  upc: plainLine,
  assignUpc: flag,
  labelName: singleLine,
  language: singleLine,
  cYear: plainLine,
  cName: singleLine,
  pYear: plainLine,
  pName: singleLine,
  territory: choice(["", "worldwide", "list"]),
  countries: multiLine,
  ai: choice(["", "none", "some", "most"]),
  aiNote: multiLine,
  tracks: list(trackSchema, MOST_TRACKS),
});
export type Details = v.InferOutput<typeof detailsSchema>;
export type TrackDetails = v.InferOutput<typeof trackSchema>;

/** The same tracks as the submission has, each with what was typed of it. */
function ofItsTracks(details: Details, { tracks }: TrackTitles): Details {
  const tracksById = new Map(details.tracks.map((track) => [track.id, track]));
  const trackDetails = tracks.map((_, index) => {
    const id = trackIdAt(index);
    return tracksById.get(id) ?? v.parse(trackSchema, { id });
  });
  return { ...details, tracks: trackDetails };
}

/** The answers in a posted form. */
export function readDetails(formValues: FormValues, form: TrackTitles): Details {
  return ofItsTracks(v.parse(detailsSchema, formValues), form);
}

/** Whether a posted form has any answers: taken for blanks, one without would wipe what is saved. */
export const hasDetails = (formValues: FormValues) =>
  Object.keys(detailsSchema.entries).some((name) => formValues[name] !== undefined);

/** What the form starts with: what is saved, else what the submission tells already. */
export function startingDetails(
  savedDetails: Details | undefined,
  form: TrackTitles & Pick<ReleaseForm, "artistName" | "releaseDate">,
): Details {
  if (savedDetails) return ofItsTracks(savedDetails, form);
  const year = /^\d{4}/.exec(form.releaseDate)?.[0] ?? "";
  const { artistName: name } = form;
  const rights = { cYear: year, cName: name, pYear: year, pName: name };
  return ofItsTracks(v.parse(detailsSchema, rights), form);
}

/** Buttons that answer one question for all tracks at once. */
export const ALL_TRACKS = { assign: "assign-all", clean: "none-explicit" } as const;

/** The answers after such a button; undefined for another. Nothing that was answered is changed. */
export function answerAll(details: Details, intent: string): Details | undefined {
  const each = (change: (track: TrackDetails) => TrackDetails) => ({
    ...details,
    tracks: details.tracks.map(change),
  });
  if (intent === ALL_TRACKS.assign)
    return each((track) => (track.isrc ? track : { ...track, assignIsrc: true }));
  if (intent === ALL_TRACKS.clean)
    return each((track) => (track.explicit ? track : { ...track, explicit: "no" }));
  return undefined;
}
