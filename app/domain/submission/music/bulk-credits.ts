import * as v from "valibot";
import { choice, flag, list, plainLine } from "~/forms/fields";
import { writtenName } from "~/platform/formats/written-name";
import {
  addPerson,
  creditedPeople,
  distinctPeople,
  type KnownPerson,
  knownPersonSchema,
  personKey,
  personName,
  personRole,
  postedPersonSchema,
} from "./known-people";
import { clampShare, shareVerdict, splitEvenly } from "./songwriters";
import type { Track } from "./track";
import { asSoloWork, normalizeContributors, type TrackContributors } from "./track-contributors";

/** People whose credits one change of several tracks may touch. */
const MAX_PEOPLE = 200;

const bulkPersonSchema = v.object({
  who: v.union([knownPersonSchema, postedPersonSchema]),
  change: choice(["", "add", "remove"]),
  /** In percent; empty leaves each track's own. */
  share: v.optional(v.pipe(plainLine, v.transform(clampShare)), ""),
});

/** What shall change in the contributors of several tracks. */
export const bulkPlanSchema = v.object({
  people: list(bulkPersonSchema, MAX_PEOPLE),
  /** Whether the songwriters of each track get equal shares. */
  evenly: flag,
  soloWork: flag,
});
export type BulkPlan = v.InferOutput<typeof bulkPlanSchema>;

export const NO_CHANGES: BulkPlan = { people: [], evenly: false, soloWork: false };

const isWriter = (person: KnownPerson, row: { firstName: string; lastName: string }) =>
  personKey(person) === personKey({ list: "songwriters", ...row });

function without(contributors: TrackContributors, person: KnownPerson): TrackContributors {
  const isOther = (row: object) =>
    personKey({ ...row, list: person.list } as KnownPerson) !== personKey(person);
  if (person.list === "producers")
    return {
      ...contributors,
      producers: contributors.producers.filter((name) => isOther({ name })),
    };
  return { ...contributors, [person.list]: contributors[person.list].filter(isOther) };
}

/** The contributors of a track once the plan is carried out. */
export function applyPlan(
  contributors: TrackContributors,
  { people, evenly, soloWork }: BulkPlan,
): TrackContributors {
  let result = normalizeContributors(contributors);
  if (soloWork) return asSoloWork(result);
  for (const { who, change, share } of people) {
    const isCredited = creditedPeople([{ metadata: result }]).some(
      (person) => personKey(person) === personKey(who),
    );
    if (change === "add" && !isCredited) result = addPerson(result, who);
    if (change === "remove") result = without(result, who);
    if (who.list !== "songwriters" || share === "") continue;
    const songwriters = result.songwriters.map(({ typedShare: _, ...row }) =>
      isWriter(who, row) ? { ...row, percentage: share } : row,
    );
    result = { ...result, songwriters };
  }
  return evenly ? { ...result, songwriters: splitEvenly(result.songwriters) } : result;
}

/** Everybody credited with all that is told of them, without row ids, for comparing. */
function creditsKey(contributors: TrackContributors): string {
  const { soloWork, featuredArtists, nonFeaturedArtists, producers, songwriters } =
    normalizeContributors(contributors);
  const artists = [...featuredArtists, { list: 2 }, ...nonFeaturedArtists];
  const writers = songwriters.map(({ firstName, lastName, percentage }) => [
    firstName,
    lastName,
    percentage,
  ]);
  const people = artists.map((row) => ({ ...row, id: "" }));
  return JSON.stringify([soloWork, people, producers, writers]);
}

export const areSameCredits = (some: TrackContributors, others: TrackContributors) =>
  creditsKey(some) === creditsKey(others);

/** One part of what changes on a track. */
export interface CreditChange {
  kind: "added" | "removed" | "share" | "left-out";
  text: string;
  /** Shares before and after, where both are known. */
  before?: string;
  after?: string;
}

export interface TrackChange {
  id: string;
  /** Number and title. */
  label: string;
  changes: CreditChange[];
  /** What is wrong with the total of the shares afterwards. */
  totalText: string;
}

export const numberedTitle = ({ title }: Pick<Track, "title">, index: number) =>
  `${index + 1} ${title || "No title yet"}`;

const shareText = (percentage: string | undefined) => (percentage ? `${percentage}%` : "no share");

function changesOf(
  before: TrackContributors,
  after: TrackContributors,
  { people }: BulkPlan,
): CreditChange[] {
  const [people0, people1] = [before, after].map((metadata) => creditedPeople([{ metadata }]));
  const keys = (all: readonly KnownPerson[] = []) => new Set(all.map(personKey));
  const [keys0, keys1] = [keys(people0), keys(people1)];
  const shareIn = ({ songwriters }: TrackContributors, person: KnownPerson) =>
    songwriters.find((row) => isWriter(person, row))?.percentage;
  const named = (person: KnownPerson, contributors: TrackContributors) => {
    const share = person.list === "songwriters" && shareIn(contributors, person);
    return `${personName(person)}, ${personRole(person)}${share ? ` ${share}%` : ""}`;
  };
  const changes: CreditChange[] = [];
  if (before.soloWork !== after.soloWork)
    changes.push({ kind: after.soloWork ? "added" : "removed", text: "Solo work" });
  for (const person of people1 ?? [])
    if (!keys0.has(personKey(person))) changes.push({ kind: "added", text: named(person, after) });
  for (const person of people0 ?? [])
    if (!keys1.has(personKey(person)))
      changes.push({ kind: "removed", text: named(person, before) });
  for (const writer of before.songwriters) {
    const person = { list: "songwriters", ...writer } as const;
    const [share0, share1] = [writer.percentage, shareIn(after, person)];
    if (!keys1.has(personKey(person)) || share0 === share1) continue;
    const shares = { before: shareText(share0), after: shareText(share1) };
    changes.push({ kind: "share", text: writtenName(writer), ...shares });
  }
  for (const { who, change } of people)
    if (change === "add" && !after.soloWork && !keys1.has(personKey(who)))
      changes.push({ kind: "left-out", text: `${personName(who)}: this list is full` });
  return changes;
}

/** What a plan changes on each of the tracks with these ids. */
export function planChanges(
  tracks: readonly Pick<Track, "id" | "title" | "metadata">[],
  chosen: ReadonlySet<string>,
  plan: BulkPlan,
): TrackChange[] {
  return tracks.flatMap(({ id, title, metadata }, index) => {
    if (!chosen.has(id)) return [];
    const after = applyPlan(metadata, plan);
    const changes = changesOf(normalizeContributors(metadata), after, plan);
    const { state, text } = shareVerdict(after.songwriters);
    const totalText = after.songwriters.length > 0 && state !== "done" ? text : "";
    return [{ id, label: numberedTitle({ title }, index), changes, totalText }];
  });
}

/** The tracks that a plan changes; a credit for which there is no room changes nothing. */
export const changedTracks = (changes: readonly TrackChange[]) =>
  changes.filter((track) => track.changes.some(({ kind }) => kind !== "left-out"));

/** The list of changes as a page shows it, which is posted with the button that makes them. */
export const shownChanges = (changes: readonly TrackChange[]) =>
  JSON.stringify(changes.map(({ id, changes: parts }) => [id, ...parts.map(Object.values)]));

export interface BulkRow {
  who: KnownPerson;
  change: BulkPlan["people"][number]["change"];
  share: string;
  /** For each of the chosen tracks: its number, and whether the person is on it before and after. */
  tracks: { number: number; before: boolean; after: boolean }[];
  /** The shares that a songwriter has, each once. */
  shares: string[];
}

/** A row for everybody who is on one of the chosen tracks, or will be. */
export function bulkRows(
  tracks: readonly Pick<Track, "id" | "metadata">[],
  chosen: ReadonlySet<string>,
  plan: BulkPlan,
): BulkRow[] {
  const chosenTracks = tracks.flatMap(({ id, metadata }, index) => {
    if (!chosen.has(id)) return [];
    const before = normalizeContributors(metadata);
    const states = [before, applyPlan(metadata, plan)];
    const [was, willBe] = states.map(
      (state) => new Set(creditedPeople([{ metadata: state }]).map(personKey)),
    );
    return [{ number: index + 1, metadata: before, was, willBe }];
  });
  const people = distinctPeople([
    ...creditedPeople(chosenTracks),
    ...plan.people.flatMap(({ who, change }) => (change === "add" ? [who] : [])),
  ]);
  const isWriterRow = ({ list }: KnownPerson) => list === "songwriters";
  const others = people.filter((person) => !isWriterRow(person));
  return [...people.filter(isWriterRow), ...others].map((who) => {
    const key = personKey(who);
    const planned = plan.people.find((person) => personKey(person.who) === key);
    const shares = chosenTracks.flatMap(({ metadata }) =>
      who.list === "songwriters"
        ? metadata.songwriters.filter((row) => isWriter(who, row)).map((row) => row.percentage)
        : [],
    );
    return {
      who,
      change: planned?.change ?? "",
      share: planned?.share ?? "",
      tracks: chosenTracks.map(({ number, was, willBe }) => {
        return { number, before: was?.has(key) === true, after: willBe?.has(key) === true };
      }),
      shares: [...new Set(shares.map(shareText))],
    };
  });
}
