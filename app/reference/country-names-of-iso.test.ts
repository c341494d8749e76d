import english from "i18n-iso-countries/langs/en.json";
import { expect, test } from "vitest";
import { countries } from "./countries";
import { findCountry } from "./country-aliases";

const missing = countries.flatMap(({ name, code }) =>
  [english.countries[code as keyof typeof english.countries] ?? []]
    .flat()
    // Two countries have this name.
    .filter((other) => other !== "Congo" && findCountry(other) !== name)
    .map((other) => `${other}: ${name}`),
);

test("every English name of ISO's countries is understood", () => {
  expect(missing).toEqual([]);
});

test.each([
  ["Iran, Islamic Republic of", "Iran"],
  ["Iran (Islamic Republic of)", "Iran"],
  ["Islamic Republic of Iran", "Iran"],
  ["Republic of Korea", "South Korea"],
  ["Korea, Republic of", "South Korea"],
  ["Korea (Republic of)", "South Korea"],
  ["Korea, Democratic People's Republic of", "North Korea"],
  ["Democratic People’s Republic of Korea", "North Korea"],
  ["Vatican", "Vatican City"],
  ["Holy See (Vatican City State)", "Vatican City"],
  ["Bolivia, Plurinational State of", "Bolivia"],
  ["Venezuela (Bolivarian Republic of)", "Venezuela"],
  ["Congo, Democratic Republic of the", "Congo (Democratic Republic)"],
  ["Tanzania, United Republic of", "Tanzania"],
  ["Micronesia (Federated States of)", "Micronesia"],
  ["Palestine, State of", "Palestine"],
  ["Taiwan, Province of China", "Taiwan"],
  ["Virgin Islands, U.S.", "U.S. Virgin Islands"],
  ["Virgin Islands (British)", "British Virgin Islands"],
  ["Falkland Islands (Malvinas)", "Falkland Islands"],
  ["Saint Martin (French part)", "Saint Martin"],
  ["Gambia, The", "Gambia"],
  ["People's Republic of China", "China"],
  ["Republic of China", "Taiwan"],
  ["Kingdom of Spain", "Spain"],
  ["United Kingdom of Great Britain and Northern Ireland", "United Kingdom"],
  ["Lao People's Democratic Republic", "Laos"],
  ["Viet Nam", "Vietnam"],
  ["Macedonia, the former Yugoslav Republic of", "North Macedonia"],
  ["Moldova, Republic of", "Moldova"],
  ["Bahamas, The", "Bahamas"],
])("%s is %s", (text, name) => {
  expect(findCountry(text)).toBe(name);
});

test.each(["Ireland, France", "Mordor, Republic of", "Republic of", "(", ""])(
  "%j is no one country",
  (text) => {
    expect(findCountry(text)).toBeUndefined();
  },
);
