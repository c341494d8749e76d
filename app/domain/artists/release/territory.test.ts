import { expect, test } from "vitest";
import { readCountries, territoryText } from "./territory";

test.each([
  ["Ireland\nFrance", ["Ireland", "France"]],
  ["Ireland, France; Spain", ["Ireland", "France", "Spain"]],
  ["UK/Ireland / France", ["United Kingdom", "Ireland", "France"]],
  ["1. Ireland\n2) France\n10: Spain", ["Ireland", "France", "Spain"]],
  ["- Ireland\n• France\n* Spain", ["Ireland", "France", "Spain"]],
  ["GB\tIE\tFR", ["United Kingdom", "Ireland", "France"]],
  ["Ireland and France.", ["Ireland", "France"]],
  ["Iran, Islamic Republic of", ["Iran"]],
  ["Spain, Iran, Islamic Republic of, Korea, Republic of", ["Spain", "Iran", "South Korea"]],
  ["Ireland, Republic of Korea", ["Ireland", "South Korea"]],
  ["Vatican\nRepublic of Korea", ["Vatican City", "South Korea"]],
  ["Tanzania, United Republic of, Kenya", ["Tanzania", "Kenya"]],
  ["Ireland and Republic of Korea", ["Ireland", "South Korea"]],
  ["Islamic Republic of Iran and United Kingdom", ["Iran", "United Kingdom"]],
  ["1 Ireland 2 France\n3 - Spain", ["Ireland", "France", "Spain"]],
  ["Ireland 2. France", ["Ireland", "France"]],
  ["Trinidad and Tobago, Bosnia & Herzegovina", ["Trinidad and Tobago", "Bosnia and Herzegovina"]],
  ["Ireland, ireland, IE", ["Ireland"]],
  ["", []],
])("the list %j is understood", (text, names) => {
  expect(readCountries(text)).toEqual({ names, unknown: [], isWorldwide: false });
});

test("what is no country is named alone", () => {
  expect(readCountries("Ireland, Mordor\n3. Narnia").unknown).toEqual(["Mordor", "Narnia"]);
});

test.each([
  ...["Worldwide except Iran", "world, not Iran", "WW -IR", "Everywhere but Iran"],
  ...["World (excl. Iran", "Worldwide, excluding: 1. Iran", "the world except for Iran"],
])("%j is the whole world without a country", (text) => {
  expect(readCountries(text)).toEqual({ names: ["Iran"], unknown: [], isWorldwide: true });
});

test("a territory is told in one line", () => {
  expect(territoryText("worldwide", "Iran")).toBe("Worldwide");
  expect(territoryText("list", "uk/ie")).toBe("United Kingdom, Ireland");
  expect(territoryText("except", "Iran, Islamic Republic of")).toBe("Worldwide, except Iran");
});
