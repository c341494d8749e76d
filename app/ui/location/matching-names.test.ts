import fc from "fast-check";
import { expect, test } from "vitest";
import { citiesOf } from "~/reference/cities";
import { countryNames } from "~/reference/countries";
import { aliasesOf, findCountry } from "~/reference/country-aliases";
import { matchingNames } from "./location-suggestions";

const countries = (text: string) => matchingNames(countryNames, text, aliasesOf);

test.each([
  ["Irel", "Ireland"],
  ["  ireland ", "Ireland"],
  ["uk", "United Kingdom"],
  ["england", "United Kingdom"],
  ["us", "United States"],
  ["usa", "United States"],
  ["holl", "Netherlands"],
  ["Ge", "Germany"],
  ["niger", "Niger"],
  ["nigeria", "Nigeria"],
  ["korea", "South Korea"],
  ["sao tome", "São Tomé and Príncipe"],
  ["guinea bissau", "Guinea-Bissau"],
  ["cote d'iv", "Ivory Coast"],
  ["turkiye", "Turkey"],
  ["hong", "Hong Kong"],
  ["puerto", "Puerto Rico"],
  ["deutsch", "Germany"],
  ["espana", "Spain"],
  ["香", "Hong Kong"],
  ["Росс", "Russia"],
  ["swazi", "Eswatini"],
  ["macedonia", "North Macedonia"],
])("%j finds %s first", (text, country) => {
  expect(countries(text)[0]).toBe(country);
});

test("names that start with the query come first, then names with a word that does, then the others", () => {
  expect(countries("guinea")).toEqual([
    "Guinea",
    "Guinea-Bissau",
    "Equatorial Guinea",
    "Papua New Guinea",
  ]);
  expect(countries("oman")).toEqual(["Oman", "Romania"]);
});

test("nothing typed lists everything, in its own order", () => {
  expect(countries("")).toEqual(countryNames);
  expect(countries("   ")).toEqual(countryNames);
});

test.each(["Atlantis", "!!", "👋"])("%j finds nothing", (text) => {
  expect(countries(text)).toEqual([]);
});

test.each([
  ["Malmo", "Malmö"],
  ["GOTHEN", "Gothenburg"],
])("among the cities of Sweden %j finds %s", (text, city) => {
  expect(matchingNames(citiesOf("Sweden"), text)).toEqual([city]);
});

test("every name finds itself, however it is cased", () => {
  fc.assert(
    fc.property(fc.constantFrom(...countryNames), (name) => {
      expect(countries(name.toUpperCase())).toContain(name);
      expect(findCountry(` ${name.toLowerCase()} `)).toBe(name);
    }),
  );
});

test("part of a name finds no country", () => {
  expect(findCountry("Irel")).toBeUndefined();
  expect(findCountry("")).toBeUndefined();
});
