import fc from "fast-check";
import { expect, test } from "vitest";
import { citiesOf } from "~/reference/cities";
import { countryNames } from "~/reference/countries";
import { aliasesOf } from "~/reference/country-aliases";
import { findExactName, matchingNames, normalizeName } from "./location-suggestions";

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
])("%j finds %s first", (text, country) => {
  expect(countries(text)[0]).toBe(country);
});

test("names that begin so come before names with such a word, and those before the others", () => {
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

test("letters that do not decompose are found by what people type for them", () => {
  expect(normalizeName("Tromsø, Łódź, Straße, Ærø")).toBe("tromso lodz strasse aero");
});

test("every name finds itself, however it is cased", () => {
  fc.assert(
    fc.property(fc.constantFrom(...countryNames), (name) => {
      expect(countries(name.toUpperCase())).toContain(name);
      expect(findExactName(countryNames, ` ${name.toLowerCase()} `)).toBe(name);
    }),
  );
});

test("half a name is no name", () => {
  expect(findExactName(countryNames, "Irel")).toBeUndefined();
  expect(findExactName(countryNames, "")).toBeUndefined();
});
