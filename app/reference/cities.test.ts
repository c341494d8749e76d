import { expect, test } from "vitest";
import { citiesOf, countriesWithCities } from "./cities";
import { countryNames } from "./countries";

const lists = countriesWithCities.map((country) => ({ country, cities: citiesOf(country) }));
const worldCities = citiesOf("Japan");

function repeatedNames(names: readonly string[]): string[] {
  const foldedNames = names.map((name) => name.toLowerCase());
  return foldedNames.filter((name, index) => foldedNames.indexOf(name) !== index);
}

test("every country is named once and as in the country list", () => {
  expect(countriesWithCities.filter((country) => !countryNames.includes(country))).toEqual([]);
  expect(repeatedNames(countriesWithCities)).toEqual([]);
});

test.each(lists)("$country suggests 25 to 40 cities, each once", ({ cities }) => {
  expect(cities.length).toBeGreaterThanOrEqual(25);
  expect(cities.length).toBeLessThanOrEqual(40);
  expect(repeatedNames(cities)).toEqual([]);
});

// The three largest by population, so that a list sorted or pasted another way is caught.
test.each([
  ["United Kingdom", ["London", "Birmingham", "Leeds"]],
  ["United States", ["New York", "Los Angeles", "Chicago"]],
  ["Ireland", ["Dublin", "Cork", "Limerick"]],
  ["France", ["Paris", "Marseille", "Lyon"]],
  ["Netherlands", ["Amsterdam", "Rotterdam", "The Hague"]],
  ["Germany", ["Berlin", "Hamburg", "Munich"]],
  ["Spain", ["Madrid", "Barcelona", "Valencia"]],
  ["Italy", ["Rome", "Milan", "Naples"]],
  ["Portugal", ["Lisbon", "Sintra", "Vila Nova de Gaia"]],
  ["Belgium", ["Brussels", "Antwerp", "Ghent"]],
  ["Sweden", ["Stockholm", "Gothenburg", "Malmö"]],
  ["Norway", ["Oslo", "Bergen", "Trondheim"]],
  ["Denmark", ["Copenhagen", "Aarhus", "Odense"]],
  ["Canada", ["Toronto", "Montreal", "Calgary"]],
  ["Australia", ["Sydney", "Melbourne", "Brisbane"]],
  ["Nigeria", ["Lagos", "Kano", "Ibadan"]],
])("the largest cities of %s come first", (country, largest) => {
  expect(citiesOf(country).slice(0, 3)).toEqual(largest);
});

test("a country without cities of its own gets about 60 cities of the world, each once", () => {
  expect(worldCities.length).toBeGreaterThanOrEqual(55);
  expect(worldCities.length).toBeLessThanOrEqual(65);
  expect(repeatedNames(worldCities)).toEqual([]);
  expect(worldCities[0]).toBe("Tokyo");
  const others = countryNames.filter((country) => !countriesWithCities.includes(country));
  expect(others.filter((country) => citiesOf(country) !== worldCities)).toEqual([]);
});

// "Kingston" is both a Canadian city and the capital of Jamaica.
test("the cities of the world lie outside the countries with cities of their own", () => {
  const listedCities = new Set(lists.flatMap(({ cities }) => cities));
  expect(worldCities.filter((city) => listedCities.has(city))).toEqual(["Kingston"]);
});

test("no name is empty, holds a stray space or swallowed a separator", () => {
  const names = [...countriesWithCities, ...worldCities, ...lists.flatMap(({ cities }) => cities)];
  expect(names.filter((name) => !/^[^\s,:]+( [^\s,:]+)*$/u.test(name))).toEqual([]);
});

test.each(["france", "Atlantis", "constructor", "__proto__"])(
  "%j, not in the country list, gets the cities of the world",
  (country) => {
    expect(citiesOf(country)).toBe(worldCities);
  },
);
