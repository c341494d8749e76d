import { expect, test } from "vitest";
import { foldText } from "~/platform/formats/fold-text";
import { countries, countryNames } from "./countries";
import { aliasesOf, countriesWithAliases, findCountry } from "./country-aliases";

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

test.each([
  ["deutschland", "Germany"],
  ["ESPAÑA", "Spain"],
  ["espana", "Spain"],
  ["Burma", "Myanmar"],
  ["Swaziland", "Eswatini"],
  ["Macedonia", "North Macedonia"],
  ["Türkiye", "Turkey"],
  ["Cote d’Ivoire", "Ivory Coast"],
  ["the Netherlands", "Netherlands"],
  ["Wales", "United Kingdom"],
  ["U.K.", "United Kingdom"],
  ["u.s.a.", "United States"],
  ["U.S.", "United States"],
  ["Cabo Verde", "Cape Verde"],
  ["Czech Republic", "Czechia"],
  ["East Timor", "Timor-Leste"],
  ["香港", "Hong Kong"],
  ["日本", "Japan"],
  ["россия", "Russia"],
  ["Macau", "Macao"],
  ["St. Lucia", "Saint Lucia"],
  ["Trinidad & Tobago", "Trinidad and Tobago"],
  ["the gambia", "Gambia"],
  ["Ａｌｂａｎｉａ", "Albania"],
  ["hk", "Hong Kong"],
])("%s is %s", (text, country) => {
  expect(findCountry(text)).toBe(country);
});

test.each(["Narnia", "Irel", "", "  ", "the", "constructor"])("%j is no country", (text) => {
  expect(findCountry(text)).toBeUndefined();
});

test("every name, other name and code leads to one country alone", () => {
  for (const country of countryNames)
    for (const name of [country, ...aliasesOf(country)])
      for (const spelling of [name, name.toUpperCase(), name.normalize("NFD"), foldText(name)])
        expect([spelling, findCountry(spelling)]).toEqual([spelling, country]);
});

test("a country is found by what Unicode calls it at home", () => {
  const languages =
    "de:DE AT CH, fr:FR BE CI CM CH, es:ES DO, it:IT, nl:NL BE, sv:SE FI, da:DK, nb:NO, fi:FI, pt:BR CV PT, pl:PL, cs:CZ, sk:SK, sl:SI, hr:HR, sr:RS, bg:BG, ru:RU, uk:UA, el:GR, tr:TR, he:IL, ar:EG SY IQ MA, hi:IN, th:TH, ja:JP, ko:KR KP, zh:CN, vi:VN, hu:HU, is:IS, sq:AL, hy:AM, ka:GE, et:EE, lv:LV, lt:LT, ga:IE";
  const lost = languages.split(", ").flatMap((entry) => {
    const [language = "", of = ""] = entry.split(":");
    const names = new Intl.DisplayNames(language, { type: "region" });
    return of.split(" ").filter((code) => {
      const country = countries.find((candidate) => candidate.code === code)?.name;
      return findCountry(names.of(code) ?? "") !== country;
    });
  });
  expect(lost).toEqual([]);
});
