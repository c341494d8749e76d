import { expect, test } from "vitest";
import { countries, countryCode, countryNames } from "./countries";

const codes = countries.map(({ code }) => code);

/** ISO 3166 codes of places without permanent inhabitants. */
const UNINHABITED = ["AQ", "BV", "GS", "HM", "IO", "TF", "UM"];

/** Codes in Unicode's data that are not ISO 3166: groups, former and reserved codes. */
const NO_ISO =
  "AC AN BU CP CQ CS DD DG DY EA EU EZ FX HV IC NH QO RH SU TA TP UK UN VD XA XB XK YD YU ZR ZZ";

const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

test("every country and territory of ISO 3166 that people live in is listed, and Kosovo", () => {
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  const known = letters
    .flatMap((one) => letters.map((other) => one + other))
    .filter((code) => names.of(code) !== undefined && !NO_ISO.split(" ").includes(code));
  expect(known).toHaveLength(249);
  const inhabited = known.filter((code) => !UNINHABITED.includes(code));
  expect([...codes].sort()).toEqual([...inhabited, "XK"].sort());
});

test("the other countries are in alphabetical order", () => {
  const rest = countryNames.slice(6);
  expect(rest).toEqual([...rest].sort((a, b) => a.localeCompare(b, "en")));
});

test("every name and every code appears once", () => {
  expect(countryNames.filter((name, index) => countryNames.indexOf(name) !== index)).toEqual([]);
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
});

// Where the name artists use differs from the one in Unicode's region data.
const overriddenNames = new Map([
  ["CD", "Congo (Democratic Republic)"],
  ["CG", "Congo (Republic)"],
  ["CI", "Ivory Coast"],
  ["MM", "Myanmar"],
  ["PS", "Palestine"],
  ["HK", "Hong Kong"],
  ["MO", "Macao"],
  ["TR", "Turkey"],
  ["VC", "Saint Vincent and the Grenadines"],
]);

test("every code belongs to its country according to Unicode's region data", () => {
  const regions = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  const expectedName = (code: string) =>
    overriddenNames.get(code) ?? regions.of(code)?.replace("&", "and").replace("St.", "Saint");
  expect(countries).toEqual(countries.map(({ code }) => ({ name: expectedName(code), code })));
});

test("no name is empty, holds a stray space or swallowed a code", () => {
  const clean = /^[^\s,]+( [^\s,]+)*$/u;
  expect(countryNames.filter((name) => !clean.test(name) || / [A-Z]{2}$/.test(name))).toEqual([]);
});

test.each([
  ["United Kingdom", "GB"],
  ["South Korea", "KR"],
  ["Czechia", "CZ"],
  ["Kosovo", "XK"],
  ["São Tomé and Príncipe", "ST"],
])("the code of %s is %s", (name, code) => {
  expect(countryCode(name)).toBe(code);
});

test.each(["", "ireland", "IE", "Atlantis", "constructor"])("%j has no code", (name) => {
  expect(countryCode(name)).toBeUndefined();
});
