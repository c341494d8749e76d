import * as v from "valibot";
import { list, singleLine } from "~/forms/fields";
import { assignRowIds } from "~/forms/row-ids";
import { writtenName } from "~/platform/formats/written-name";
import { artistLists } from "./credits";
import { MAX_SONGWRITERS } from "./songwriters";
import { addProducer, MAX_ARTISTS, MAX_ROLES, type TrackContributors } from "./track-contributors";

/** Somebody to credit, with the list they belong to. */
export type KnownPerson =
  | {
      list: "featuredArtists" | "nonFeaturedArtists";
      firstName: string;
      surname: string;
      roles: string[];
    }
  | { list: "producers"; name: string }
  | { list: "songwriters"; firstName: string; lastName: string };

export const knownPersonSchema: v.GenericSchema<unknown, KnownPerson> = v.variant("list", [
  v.object({
    list: v.picklist(["featuredArtists", "nonFeaturedArtists"]),
    firstName: singleLine,
    surname: singleLine,
    roles: list(singleLine, MAX_ROLES),
  }),
  v.object({ list: v.literal("producers"), name: singleLine }),
  v.object({ list: v.literal("songwriters"), firstName: singleLine, lastName: singleLine }),
]);

/** Longer than any person with all their roles. */
const MAX_PERSON = 20_000;
/** Somebody as the value of a button or a hidden field holds them, in JSON. */
export const postedPersonSchema = v.pipe(
  v.string(),
  v.maxLength(MAX_PERSON),
  v.parseJson(),
  knownPersonSchema,
);

const MAX_KEPT = 30;
/** Those that a release hands on to the next. */
export const keptPeopleSchema = v.fallback(list(knownPersonSchema, MAX_KEPT), []);

/** Contributors as recorded, or as typed. */
type Credits = Omit<
  TrackContributors,
  "songwriters" | "featuredArtists" | "nonFeaturedArtists" | "soloWork"
> & {
  featuredArtists: readonly { firstName: string; surname: string; roles: readonly string[] }[];
  nonFeaturedArtists: readonly { firstName: string; surname: string; roles: readonly string[] }[];
  songwriters: readonly { firstName: string; lastName: string }[];
};

export const roleByList = {
  featuredArtists: "Featured artist",
  nonFeaturedArtists: "Non-featured artist",
  producers: "Producer",
  songwriters: "Songwriter",
} as const satisfies Record<KnownPerson["list"], string>;

export const personName = (person: KnownPerson): string =>
  person.list === "producers" ? person.name : writtenName(person);

/** The roles of somebody, or the name of their list. */
export function personRole(person: KnownPerson): string {
  const roles = "roles" in person ? person.roles : [];
  return roles.length > 0 ? roles.join(", ") : roleByList[person.list];
}

/** Equal for two entries of one person in one list, however they are spelt. */
export const personKey = (person: KnownPerson): string =>
  `${person.list} ${personName(person).toLowerCase()}`;

/** Each person once in each list; those without a name are left out. */
export function distinctPeople(people: readonly KnownPerson[]): KnownPerson[] {
  const byKey = new Map<string, KnownPerson>();
  for (const person of people) {
    const key = personKey(person);
    if (personName(person).trim() !== "" && !byKey.has(key)) byKey.set(key, person);
  }
  return [...byKey.values()];
}

/** Everybody credited on these tracks, once in each list. */
export function creditedPeople(tracks: readonly { metadata: Credits }[]): KnownPerson[] {
  return distinctPeople(
    tracks.flatMap(({ metadata }): KnownPerson[] => [
      ...artistLists.flatMap(({ name: list }) =>
        metadata[list].map(({ firstName, surname, roles }) => {
          return { list, firstName, surname, roles: [...roles] };
        }),
      ),
      ...metadata.producers.map((name) => ({ list: "producers" as const, name })),
      ...metadata.songwriters.map(({ firstName, lastName }) => {
        return { list: "songwriters" as const, firstName, lastName };
      }),
    ]),
  );
}

/** Those that a track or several do not credit yet. */
export function notYetCredited(
  people: readonly KnownPerson[],
  tracks: readonly { metadata: Credits }[],
): KnownPerson[] {
  const credited = new Set(creditedPeople(tracks).map(personKey));
  return people.filter((person) => !credited.has(personKey(person)));
}

/** Adds somebody to a track's contributors if their list has room. */
export function addPerson(contributors: TrackContributors, person: KnownPerson): TrackContributors {
  switch (person.list) {
    case "producers":
      return { ...contributors, producers: addProducer(contributors.producers, person.name) };
    case "songwriters": {
      if (contributors.songwriters.length >= MAX_SONGWRITERS) return contributors;
      const { firstName, lastName } = person;
      const row = { id: "", firstName, lastName, percentage: "" };
      const songwriters = assignRowIds([...contributors.songwriters, row], "songwriter");
      return { ...contributors, soloWork: false, songwriters };
    }
    default: {
      const { list, firstName, surname, roles } = person;
      if (contributors[list].length >= MAX_ARTISTS) return contributors;
      const prefix = list === "featuredArtists" ? "featured" : "non-featured";
      const row = { id: "", firstName, surname, roles: [...roles] };
      return {
        ...contributors,
        soloWork: false,
        [list]: assignRowIds([...contributors[list], row], prefix),
      };
    }
  }
}

/**
 * Who can be credited by one press: the artist, then who is credited on any track of this release, then who
 * was on earlier ones.
 */
export function knownPeople(
  tracks: readonly { metadata: Credits }[],
  { firstName, surname }: { firstName: string; surname: string },
  usual: readonly KnownPerson[],
): KnownPerson[] {
  const name = writtenName({ firstName, surname });
  return distinctPeople([
    { list: "songwriters", firstName, lastName: surname },
    { list: "producers", name },
    ...creditedPeople(tracks),
    ...usual,
  ]);
}

/** Those who can be offered for a list: an artist may have written the song, too. */
export function peopleFor(list: KnownPerson["list"], known: readonly KnownPerson[]): KnownPerson[] {
  return distinctPeople(
    known.flatMap((person): KnownPerson[] => {
      if (person.list === list) return [person];
      if (list !== "songwriters" || !("surname" in person)) return [];
      return [{ list, firstName: person.firstName, lastName: person.surname }];
    }),
  );
}
