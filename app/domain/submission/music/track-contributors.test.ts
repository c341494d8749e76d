import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { errorTexts } from "~/forms/form-reply";
import {
  addProducer,
  checkContributors,
  noContributors,
  normalizeContributors,
  type TrackContributors,
  typedContributorsSchema,
} from "./track-contributors";

const read = (fields: unknown) => normalizeContributors(v.parse(typedContributorsSchema, fields));
const ada = { id: "a", firstName: "Ada", surname: "Low", roles: ["Vocals"] };
const writer = (percentage: string, id = "w") => ({
  id,
  firstName: "Bo",
  lastName: "Ek",
  percentage,
});
const contributorsOf = (some: Partial<TrackContributors>): TrackContributors => ({
  ...noContributors(),
  ...some,
});

test("a post becomes full contributors: rows trimmed, empty ones gone, ids given", () => {
  expect(
    read({
      featuredArtists: [
        { firstName: " Ada ", surname: "Low", roles: ["Vocals", "vocals ", ""] },
        { firstName: "", surname: " ", roles: [] },
      ],
      nonFeaturedArtists: [{ id: "n", firstName: "Cy" }],
      producers: ["Max", " ", "max"],
      songwriters: [{ firstName: "Bo", lastName: "Ek", percentage: "150%" }, {}],
    }),
  ).toEqual({
    soloWork: false,
    featuredArtists: [{ ...ada, id: "featured-1" }],
    nonFeaturedArtists: [{ id: "n", firstName: "Cy", surname: "", roles: [] }],
    producers: ["Max"],
    songwriters: [{ ...writer("100", "songwriter-1"), typedShare: "150%" }],
  });
});

test("a track nobody has touched has no contributors", () => {
  expect(read({})).toEqual(noContributors());
});

test("solo work clears featured, non-featured and songwriter lists and leaves producers", () => {
  const fields = {
    soloWork: "on",
    featuredArtists: [ada],
    nonFeaturedArtists: [ada],
    producers: ["Max"],
    songwriters: [writer("100")],
  };
  expect(read(fields)).toEqual(contributorsOf({ soloWork: true, producers: ["Max"] }));
});

test("rows that are still empty stay while the form is open", () => {
  const fields = { songwriters: [{}, { firstName: "Bo" }] };
  expect(v.parse(typedContributorsSchema, fields).songwriters).toHaveLength(2);
});

test("a producer still in the field is not lost", () => {
  expect(read({ producers: ["Max"], newProducer: " Ann " }).producers).toEqual(["Max", "Ann"]);
});

test("producers are never repeated and none that differs is lost", () => {
  const names = fc.array(fc.constantFrom("Ann", "ann ", " ANN", "Bo", "bo", "Cy", "", " "));
  fc.assert(
    fc.property(names, (typedNames) => {
      const list = typedNames.reduce<string[]>(addProducer, []);
      const keys = typedNames.map((name) => name.trim().toLowerCase()).filter(Boolean);
      expect(list.map((name) => name.toLowerCase())).toEqual([...new Set(keys)]);
      expect(list).toEqual(read({ producers: typedNames }).producers);
    }),
  );
});

const long = "x".repeat(201);
test.each<[string, Partial<TrackContributors>, Record<string, string>]>([
  ["a share of 0 is a share", { songwriters: [writer("0")] }, {}],
  [
    "names far too long are refused",
    { featuredArtists: [{ ...ada, surname: long }], producers: ["Max", long] },
    {
      "featuredArtists[0].surname": "Featured artist's surname must be 200 characters or fewer",
      "producers[1]": "Producer's name must be 200 characters or fewer",
    },
  ],
])("%s", (_, some, errors) => {
  expect(errorTexts(checkContributors(contributorsOf(some)))).toEqual(errors);
});

test("the server refuses roles that are not on the list", () => {
  const contributors = contributorsOf({
    nonFeaturedArtists: [{ ...ada, roles: ["Vocals", "Wizard"] }],
  });
  expect(errorTexts(checkContributors(contributors, (role) => role === "Vocals"))).toEqual({
    "nonFeaturedArtists[0].roles": "Please choose the non-featured artist's roles from the list",
  });
  expect(errorTexts(checkContributors(contributors))).toEqual({});
});

test("thirty roles are enough; those beyond are refused, not lost", () => {
  const roles = Array.from({ length: 31 }, (_, index) => `Role ${index}`);
  const contributors = read({ featuredArtists: [{ ...ada, roles }] });
  expect(contributors.featuredArtists[0]?.roles).toEqual(roles);
  expect(errorTexts(checkContributors(contributors))).toEqual({
    "featuredArtists[0].roles": "Please choose at most 30 roles for each artist",
  });
  const fewer = read({ featuredArtists: [{ ...ada, roles: roles.slice(1) }] });
  expect(errorTexts(checkContributors(fewer))).toEqual({});
});

test("reading what was read changes nothing", () => {
  const artist = fc.record({
    id: fc.constantFrom("", "a", "featured-1"),
    firstName: fc.string({ maxLength: 3 }),
    surname: fc.string({ maxLength: 3 }),
    roles: fc.array(fc.constantFrom("Vocals", "Drums", ""), { maxLength: 3 }),
  });
  const anyFields = fc.record({
    soloWork: fc.constantFrom("on", "", true),
    featuredArtists: fc.array(artist, { maxLength: 12 }),
    nonFeaturedArtists: fc.array(artist, { maxLength: 3 }),
    producers: fc.array(fc.string({ maxLength: 3 })),
    songwriters: fc.array(fc.record({ percentage: fc.string({ maxLength: 3 }) })),
  });
  fc.assert(
    fc.property(anyFields, (form) => {
      const once = read(form);
      expect(read(once)).toEqual(once);
    }),
  );
});
