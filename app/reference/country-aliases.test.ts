import { expect, test } from "vitest";
import { countryNames } from "./countries";
import { aliasesOf, countriesWithAliases } from "./country-aliases";

test("every country with other names is in the country list, once", () => {
  expect(countriesWithAliases.filter((country) => !countryNames.includes(country))).toEqual([]);
  expect(new Set(countriesWithAliases).size).toBe(countriesWithAliases.length);
});

test("no other name is empty, given twice or the name of another country", () => {
  const others = countriesWithAliases.flatMap((country) => aliasesOf(country));
  expect(others.filter((name) => !/^[^\s,:]+( [^\s,:]+)*$/u.test(name))).toEqual([]);
  expect(others.filter((name) => countryNames.includes(name))).toEqual([]);
  expect(others.filter((name, index) => others.indexOf(name) !== index)).toEqual([]);
});

test.each([
  ["United Kingdom", "Scotland"],
  ["United Kingdom", "GB"],
  ["Czechia", "Czech Republic"],
  ["Ivory Coast", "Côte d'Ivoire"],
  ["Fiji", "FJ"],
])("%s is also called %s", (country, alias) => {
  expect(aliasesOf(country)).toContain(alias);
});

test("a country nobody knows has no other names", () => {
  expect(aliasesOf("Atlantis")).toEqual([]);
});
