import * as v from "valibot";
import { expect, test } from "vitest";
import {
  addPerson,
  creditedPeople,
  type KnownPerson,
  keptPeopleSchema,
  knownPeople,
  notYetCredited,
  peopleFor,
  personName,
  personRole,
} from "./known-people";
import { noContributors } from "./track-contributors";

const ada = { firstName: "Ada", surname: "Quill", roles: ["Vocals", "Lyricist"] };
const bo = { firstName: "Bo", lastName: "Lund", percentage: 100 };
const track = (more: object) => ({ metadata: { ...noContributors(), ...more } });
const told = (people: readonly KnownPerson[]) =>
  people.map((person) => `${personName(person)}: ${personRole(person)}`);

test("everybody credited on a release is known once in each list, however spelt", () => {
  const people = creditedPeople([
    track({ featuredArtists: [ada], producers: ["Max"], songwriters: [bo] }),
    track({ featuredArtists: [{ ...ada, firstName: "ADA" }], nonFeaturedArtists: [ada] }),
    track({ producers: ["max", "Ida"], songwriters: [bo] }),
  ]);
  expect(told(people)).toEqual([
    "Ada Quill: Vocals, Lyricist",
    "Max: Producer",
    "Bo Lund: Songwriter",
    "Ada Quill: Vocals, Lyricist",
    "Ida: Producer",
  ]);
});

test("a release hands on thirty people at most", () => {
  const producers = Array.from({ length: 50 }, (_, number) => `Producer ${number}`);
  const people = creditedPeople([track({ producers })]);
  expect(people).toHaveLength(50);
  expect(v.parse(keptPeopleSchema, people)).toHaveLength(30);
});

test("the artist is offered first, then people of this release, then of earlier ones, each once", () => {
  const tracks = [track({ songwriters: [bo] }), track({ producers: ["Max"] })];
  const usual: KnownPerson[] = [
    { list: "producers", name: "MAX" },
    { list: "featuredArtists", ...ada },
  ];
  const known = knownPeople(tracks, { firstName: "Sigrid", surname: "Vale" }, usual);
  expect(told(known)).toEqual([
    "Sigrid Vale: Songwriter",
    "Sigrid Vale: Producer",
    "Bo Lund: Songwriter",
    "Max: Producer",
    "Ada Quill: Vocals, Lyricist",
  ]);
  expect(told(knownPeople(tracks, { firstName: "", surname: "" }, []))).toEqual([
    "Bo Lund: Songwriter",
    "Max: Producer",
  ]);
  expect(told(peopleFor("producers", known))).toEqual(["Sigrid Vale: Producer", "Max: Producer"]);
  // An artist may have written the song, too.
  expect(told(peopleFor("songwriters", known))).toEqual([
    "Sigrid Vale: Songwriter",
    "Bo Lund: Songwriter",
    "Ada Quill: Songwriter",
  ]);
});

test("somebody added keeps their roles, is no longer offered, and ends solo work", () => {
  const people = creditedPeople([
    track({ featuredArtists: [ada], producers: ["Max"], songwriters: [bo] }),
  ]);
  let contributors = { ...noContributors(), soloWork: true };
  for (const person of people) {
    expect(notYetCredited(people, [{ metadata: contributors }])).toContain(person);
    contributors = addPerson(contributors, person);
    expect(notYetCredited(people, [{ metadata: contributors }])).not.toContain(person);
  }
  expect(contributors).toMatchObject({
    soloWork: false,
    featuredArtists: [{ id: "featured-1", ...ada }],
    producers: ["Max"],
    songwriters: [{ firstName: "Bo", lastName: "Lund", percentage: "" }],
  });
});

test("rows without a name change nothing of who is credited", () => {
  const people = creditedPeople([track({ producers: ["Max"] })]);
  const blank = { id: "songwriter-1", firstName: "", lastName: "", percentage: "" };
  const contributors = { ...noContributors(), producers: ["Max"], songwriters: [blank] };
  expect(notYetCredited(people, [{ metadata: contributors }])).toEqual([]);
  expect(creditedPeople([{ metadata: contributors }])).toEqual(people);
});

test("a full list takes nobody more", () => {
  const rows = Array.from({ length: 10 }, (_, number) => ({ ...ada, id: `${number}` }));
  const full = { ...noContributors(), featuredArtists: rows };
  expect(addPerson(full, { list: "featuredArtists", ...ada })).toBe(full);
});
