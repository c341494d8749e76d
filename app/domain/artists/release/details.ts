import * as v from "valibot";
import { versionIn } from "~/domain/submission/music/advice-versions";
import { contributorsOf } from "~/domain/submission/record/contributors";
import type { ReleaseForm } from "~/domain/submission/record/release-form";
import {
  choice,
  flag,
  list,
  multiLineUpTo,
  plainLine,
  singleLine,
  singleLineUpTo,
} from "~/forms/fields";
import type { FormValues } from "~/forms/read-form";
import { type TrackTitles, trackIdAt } from "../release-tracks";
import { aiEntries, carryOverAi, trackAiParts } from "./ai-disclosure";

const MAX_TRACKS = 40;
const MAX_CREDITED = 200;

export const MAX_LENGTHS = {
  name: 120,
  version: 60,
  languages: 200,
  note: 1_000,
  proof: 500,
  lyrics: 8_000,
  countries: 4_000,
};

const trackEntries = v.object({
  /** By its position in the submission: `track-1`. */
  id: singleLine,
  isrc: plainLine,
  assignIsrc: flag,
  iswc: plainLine,
  explicit: choice(["", "no", "yes", "clean"]),
  version: singleLineUpTo(MAX_LENGTHS.version),
  /** Empty: the language of the release. */
  language: singleLine,
  /** Names or BCP 47 tags. */
  otherLanguages: singleLine,
  lyrics: multiLineUpTo(MAX_LENGTHS.lyrics),
  credits: choice(["", "right", "change"]),
  creditsNote: multiLineUpTo(MAX_LENGTHS.note),
  cover: choice(["", "no", "yes"]),
  /** A link to the licence, or where it can be found. */
  coverProof: singleLineUpTo(MAX_LENGTHS.proof),
  /** Who wrote a track that is solo work and a cover version. */
  soloCover: choice(["", "others", "own"]),
  /** The original songwriters of a cover version. They are never asked to confirm a share. */
  coverWriters: singleLineUpTo(MAX_LENGTHS.proof),
  coverPublisher: singleLineUpTo(MAX_LENGTHS.name),
  samples: choice(["", "no", "cleared", "uncleared"]),
  samplesProof: singleLineUpTo(MAX_LENGTHS.proof),
  aiParts: trackAiParts,
});
type TrackEntries = v.InferOutput<typeof trackEntries>;

/** A song of the artist's own is no cover version. */
const trackSchema = v.pipe(
  trackEntries,
  v.transform((track): TrackEntries => {
    const isOwn = track.cover === "yes" && track.soloCover === "own";
    return isOwn ? { ...track, cover: "no", soloCover: "" } : track;
  }),
);

const detailsEntries = v.object({
  upc: plainLine,
  assignUpc: flag,
  labelName: singleLineUpTo(MAX_LENGTHS.name),
  language: singleLine,
  otherLanguages: singleLine,
  cYear: plainLine,
  cName: singleLineUpTo(MAX_LENGTHS.name),
  pYear: plainLine,
  pName: singleLineUpTo(MAX_LENGTHS.name),
  territory: choice(["", "worldwide", "list", "except"]),
  countries: multiLineUpTo(MAX_LENGTHS.countries),
  /** The people credited, by the names as submitted, with what was typed of their ISNIs. */
  people: list(v.object({ name: singleLine, isni: plainLine }), MAX_CREDITED),
  ...aiEntries,
  aiNote: multiLineUpTo(MAX_LENGTHS.note),
  /** Whether anybody made a part of it for pay. */
  workForHire: choice(["", "no", "yes"]),
  workForHireProof: singleLineUpTo(MAX_LENGTHS.proof),
  tracks: list(trackSchema, MAX_TRACKS),
});
export const detailsSchema = v.pipe(detailsEntries, v.transform(carryOverAi));
export type Details = v.InferOutput<typeof detailsSchema>;
export type TrackDetails = v.InferOutput<typeof trackSchema>;

/** Gives the details exactly the tracks of the submission. */
function alignTracks(details: Details, { tracks }: TrackTitles): Details {
  const tracksById = new Map(details.tracks.map((track) => [track.id, track]));
  const trackDetails = tracks.map(({ title }, index) => {
    const id = trackIdAt(index);
    return tracksById.get(id) ?? v.parse(trackSchema, { id, version: versionIn(title) });
  });
  return { ...details, tracks: trackDetails };
}

export function readDetails(formValues: FormValues, form: TrackTitles): Details {
  return alignTracks(v.parse(detailsSchema, formValues), form);
}

/** Whether a posted form has any answers: one without must not overwrite what is saved. */
export const hasDetails = (formValues: FormValues) =>
  Object.keys(detailsSchema.entries).some((name) => formValues[name] !== undefined);

/** Initial values: the saved ones, else those known from the submission. */
export function startingDetails(
  savedDetails: Details | undefined,
  form: TrackTitles & Pick<ReleaseForm, "artistName" | "releaseDate">,
): Details {
  if (savedDetails) return alignTracks(savedDetails, form);
  const year = /^\d{4}/.exec(form.releaseDate)?.[0] ?? "";
  const { artistName: name } = form;
  const rights = { cYear: year, cName: name, pYear: year, pName: name };
  return alignTracks(v.parse(detailsSchema, rights), form);
}

/** The details with a line for each person credited on the release. */
export function withPeople(details: Details, form: ReleaseForm): Details {
  const names = form.tracks.flatMap((track) => contributorsOf(form, track).map(({ name }) => name));
  const guests = [...new Set(names)].filter((name) => name !== form.artistName);
  const people = guests.slice(0, MAX_CREDITED).map((name) => ({
    name,
    isni: details.people.find((person) => person.name === name)?.isni ?? "",
  }));
  return { ...details, people };
}

/** Values of the buttons that answer a question for all tracks. */
export const ALL_TRACKS = {
  assign: "assign-all",
  clean: "none-explicit",
  original: "all-original",
} as const;

/** Applies such a button; undefined for any other. Existing answers are kept. */
export function answerAll(details: Details, intent: string): Details | undefined {
  const updateTracks = (change: (track: TrackDetails) => TrackDetails) => ({
    ...details,
    tracks: details.tracks.map(change),
  });
  if (intent === ALL_TRACKS.assign)
    return updateTracks((track) => (track.isrc ? track : { ...track, assignIsrc: true }));
  if (intent === ALL_TRACKS.clean)
    return updateTracks((track) => (track.explicit ? track : { ...track, explicit: "no" }));
  if (intent === ALL_TRACKS.original)
    return updateTracks((track) => ({
      ...track,
      cover: track.cover || "no",
      samples: track.samples || "no",
    }));
  return undefined;
}
