import { expect, test } from "vitest";
import { genres, isSubGenreOf, subGenresOf } from "./genres";
import { primaryGenres } from "./primary-genres";

const lastChoice = "None of the above";

test("every primary genre has its sub-genres, in the same order", () => {
  expect(genres.map(({ name }) => name)).toEqual(primaryGenres);
});

test.each(genres)("$name offers 10 to 45 sub-genres, the last being the way out", (genre) => {
  expect(genre.subGenres.length).toBeGreaterThanOrEqual(10);
  expect(genre.subGenres.length).toBeLessThanOrEqual(45);
  expect(genre.subGenres.at(-1)).toBe(lastChoice);
});

test.each(genres)("$name lists each sub-genre once, whatever its case", ({ subGenres }) => {
  const foldedNames = subGenres.map((name) => name.toLowerCase());
  expect(foldedNames.filter((name, index) => foldedNames.indexOf(name) !== index)).toEqual([]);
});

test.each(genres)("$name lists its sub-genres alphabetically before the way out", (genre) => {
  const namedSubGenres = genre.subGenres.slice(0, -1);
  expect(namedSubGenres).toEqual([...namedSubGenres].sort((a, b) => a.localeCompare(b, "en")));
});

test("no name is empty, holds a stray space or swallowed a separator", () => {
  const names = genres.flatMap(({ name, subGenres }) => [name, ...subGenres]);
  expect(names.filter((name) => !/^[^\s,:]+( [^\s,:]+)*$/u.test(name))).toEqual([]);
});

test("the sub-genres of a primary genre are found by its exact name", () => {
  expect(subGenresOf("R&B/Soul")).toContain("Neo-Soul");
  expect(subGenresOf("Various")).toContain("Spoken Word");
});

test.each(["", "pop", "Polka", "constructor", "__proto__"])("%j has no sub-genres", (primary) => {
  expect(subGenresOf(primary)).toEqual([]);
  expect(isSubGenreOf(primary, lastChoice)).toBe(false);
});

test("a sub-genre belongs only to the primaries that list it", () => {
  expect(isSubGenreOf("Metal", "Doom Metal")).toBe(true);
  expect(isSubGenreOf("Jazz", "Doom Metal")).toBe(false);
  expect(isSubGenreOf("Metal", "")).toBe(false);
});
