import * as v from "valibot";
import { roundShare, shareEntries, splitEvenly } from "~/domain/submission/music/songwriters";
import type { ReleaseForm } from "~/domain/submission/record/release-form";
import { flag, list, singleLine } from "~/forms/fields";
import type { FormValues } from "~/forms/read-form";
import { assignRowIds } from "~/forms/row-ids";
import { writtenName } from "~/platform/formats/written-name";
import { trackIdAt } from "../release-tracks";
import {
  groupWriters,
  isSamePerson,
  type KnownWriter,
  MAX_PEOPLE,
  personEntries,
  personSchema,
  postedPersonSchema,
  type SplitPerson,
  type SplitShare,
  shareSchema,
} from "./split-people";

const MAX_TRACKS = 40;

/** One for each person, in their order. */
const sharesSchema = list(shareSchema, MAX_PEOPLE);
const trackSchema = v.object({
  id: singleLine,
  /** Whether it has shares of its own; otherwise those of all tracks are its. */
  own: flag,
  shares: sharesSchema,
});
const peopleSchema = v.object({
  people: list(personSchema, MAX_PEOPLE),
  same: sharesSchema,
  tracks: list(trackSchema, MAX_TRACKS),
});

/** The songwriters of a release, and the shares by track. */
export type Splits = v.InferOutput<typeof peopleSchema>;

/** As shares were stored and posted before: with the songwriters of each track. */
const byTrackSchema = v.object({
  tracks: list(
    v.object({
      id: singleLine,
      writers: list(
        v.pipe(v.object({ ...personEntries, ...shareEntries }), v.transform(roundShare)),
        MAX_PEOPLE,
      ),
    }),
    MAX_TRACKS,
  ),
});

export const splitsSchema = v.union([
  v.pipe(v.looseObject({ people: v.array(v.unknown()) }), peopleSchema),
  v.pipe(
    v.looseObject({ tracks: v.array(v.looseObject({ writers: v.array(v.unknown()) })) }),
    byTrackSchema,
    v.transform(({ tracks }) => groupWriters(tracks)),
  ),
]);

type Release = Pick<ReleaseForm, "tracks" | "artistName" | "firstName" | "surname">;

interface Tracks {
  tracks: readonly unknown[];
}

/** `solo` and `cover`: none of its songwriters is asked. */
export type TrackKind = "shared" | "solo" | "cover";

/** The saved answers, as far as they say whose shares there are. */
interface ShareAnswers {
  splits?: Splits | undefined;
  details?: { tracks: readonly { id: string; cover: string }[] } | undefined;
}

/** The song of a cover version is somebody else's, whose share no one here can confirm. */
export function trackKinds(
  { tracks }: Pick<Release, "tracks">,
  answers: ShareAnswers | undefined,
): TrackKind[] {
  return tracks.map(({ metadata }, index) => {
    const details = answers?.details?.tracks.find(({ id }) => id === trackIdAt(index));
    if (details?.cover === "yes") return "cover";
    return metadata.soloWork ? "solo" : "shared";
  });
}

function submittedSplits(form: Release, kinds: readonly TrackKind[]): Splits {
  const ownNames = [form.artistName, writtenName(form)].map((name) => name.toLowerCase());
  const tracks = form.tracks.map(({ metadata }, index) => ({
    id: trackIdAt(index),
    writers: (kinds[index] === "shared" ? metadata.songwriters : []).map(
      ({ percentage, ...names }) => ({
        ...names,
        email: "",
        ipi: "",
        me: ownNames.includes(writtenName(names).toLowerCase()),
        percentage: String(percentage),
      }),
    ),
  }));
  return groupWriters(tracks);
}

const isSame = (first: readonly SplitShare[], second: readonly SplitShare[]) =>
  first.every(({ percentage }, index) => percentage === second[index]?.percentage);

/** Gives shares exactly the tracks of the submission, and each row one share for each person. */
function alignSplits(splits: Splits, { tracks }: Tracks): Splits {
  const people = assignRowIds(splits.people, "person");
  const fill = (shares: readonly SplitShare[]) =>
    people.map((_, index) => shares[index] ?? { percentage: "" });
  const tracksById = new Map(splits.tracks.map((track) => [track.id, track]));
  return {
    people,
    same: fill(splits.same),
    tracks: tracks.map((_, index) => {
      const { own = false, shares = [] } = tracksById.get(trackIdAt(index)) ?? {};
      const isOwn = own && tracks.length > 1;
      return { id: trackIdAt(index), own: isOwn, shares: isOwn ? fill(shares) : [] };
    }),
  };
}

/** Initial values: the saved ones, else the submitted ones. A row like the first one follows it. */
export function startingSplits(answers: ShareAnswers | undefined, form: Release): Splits {
  const saved = answers?.splits ?? submittedSplits(form, trackKinds(form, answers));
  const { people, same, tracks } = alignSplits(saved, form);
  const folded = tracks.map((track) =>
    track.own && isSame(same, track.shares) ? { ...track, own: false, shares: [] } : track,
  );
  return { people, same, tracks: folded };
}

/** Parses a posted form; undefined if it has no shares. */
export function readSplits(formValues: FormValues, form: Tracks): Splits | undefined {
  const result = v.safeParse(splitsSchema, formValues);
  return result.success ? alignSplits(result.output, form) : undefined;
}

/** Adds somebody without a share; who is listed without an address gets it instead. */
function addPerson({ people, same, tracks }: Splits, person: KnownWriter): Splits {
  const listed = people.findIndex((other) => isSamePerson(other, person));
  if (listed >= 0) {
    const { email, ipi } = person;
    const filled = people.map((other, at) =>
      at === listed ? { ...other, email: other.email || email, ipi: other.ipi || ipi } : other,
    );
    return { people: filled, same, tracks };
  }
  const added = [...people, { ...person, id: "", me: false }].slice(0, MAX_PEOPLE);
  const extend = (shares: readonly SplitShare[]) =>
    [...shares, { percentage: "0" }].slice(0, added.length);
  return {
    people: assignRowIds(added, "person"),
    same: extend(same),
    tracks: tracks.map((track) => (track.own ? { ...track, shares: extend(track.shares) } : track)),
  };
}

/**
 * Applies a button: `add`, `person:` with somebody who is known, `even`, `remove:person-2`, `change:track-3`;
 * undefined for any other.
 */
export function editSplits(splits: Splits, intent: string): Splits | undefined {
  const { people, same, tracks } = splits;
  if (intent === "add")
    return addPerson(splits, { firstName: "", lastName: "", email: "", ipi: "" });
  if (intent.startsWith("person:")) {
    const known = v.safeParse(postedPersonSchema, intent.slice("person:".length));
    return known.success ? addPerson(splits, known.output) : undefined;
  }
  const [action, id] = intent.split(":");
  if (action === "even") return { ...splits, same: splitEvenly(same) };
  if (action === "change")
    return {
      ...splits,
      tracks: tracks.map((track) =>
        track.id === id ? { ...track, own: true, shares: same } : track,
      ),
    };
  if (action !== "remove") return undefined;
  const others = <T>(rows: readonly T[]) => rows.filter((_, index) => people[index]?.id !== id);
  return {
    people: others(people),
    same: others(same),
    tracks: tracks.map((track) => ({ ...track, shares: others(track.shares) })),
  };
}

export interface SplitWriter extends SplitPerson {
  percentage: string;
}

/** A track with the songwriters who have a share of it, and may be asked. */
export interface SplitTrack {
  id: string;
  writers: SplitWriter[];
}

export function splitTracks(
  { people, same, tracks }: Splits,
  kinds: readonly TrackKind[],
): SplitTrack[] {
  return tracks.map(({ id, own, shares }, index) => {
    const rows = kinds[index] === "shared" ? (own ? shares : same) : [];
    const writers = people.map((person, row) => ({
      ...person,
      percentage: rows[row]?.percentage ?? "",
    }));
    return { id, writers: writers.filter(({ percentage }) => Number(percentage) > 0) };
  });
}

/** The tracks of a release by its saved answers, or as they were submitted. */
export function currentSplitTracks(answers: ShareAnswers | undefined, form: Release): SplitTrack[] {
  return splitTracks(startingSplits(answers, form), trackKinds(form, answers));
}

export const writerEmailKey = ({ email }: Pick<SplitPerson, "email">) => email.toLowerCase();

export const needsConfirmation = ({ me, email, percentage }: SplitWriter) =>
  !me && email !== "" && Number(percentage) > 0;

/** Names for the heads of columns and for sentences: first names, as far as they differ. */
export function shortNames(people: readonly SplitPerson[]): string[] {
  return people.map((person, index) => {
    const { firstName } = person;
    const isShared = people.some((other, at) => at !== index && other.firstName === firstName);
    return (isShared ? "" : firstName) || writtenName(person) || `Songwriter ${index + 1}`;
  });
}

/** The title and all shares as JSON: what a songwriter is shown. */
export function serializeSplit(title: string, { writers }: SplitTrack): string {
  return JSON.stringify([
    title,
    ...writers.map((writer) => [writtenName(writer), Number(writer.percentage)]),
  ]);
}

const splitTextSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.tupleWithRest([v.string()], v.tuple([v.string(), v.number()])),
);

export function parseSplit(text: string) {
  const [title, ...writers] = v.parse(splitTextSchema, text);
  return { title, writers: writers.map(([name, share]) => ({ name, share })) };
}
