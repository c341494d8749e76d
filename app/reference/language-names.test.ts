import { expect, test } from "vitest";
import { findUnknownCode, languageSuggestions, languagesText } from "./language-names";
import { languages } from "./languages";

test.each([
  ["en", "", "English"],
  ["", "br", "Breton (brezhoneg)"],
  ["en", "br, ain", "English, Breton (brezhoneg), Ainu"],
  ["", "nap, tl, cmn", "Neapolitan, Filipino, Mandarin"],
  ["fr", "Occitan / Lojban", "French, Occitan, Lojban"],
  ["", "pt-BR", "Brazilian Portuguese (português (Brasil))"],
  ["", "zh_Hant", "Traditional Chinese (繁體中文)"],
  [
    "",
    "Breton; kiswahili and davvisámegiella",
    "Breton (brezhoneg), Swahili (Kiswahili), Northern Sami (davvisámegiella)",
  ],
  ["", "BREZHONEG, 日本語, Bangla", "Breton (brezhoneg), Japanese (日本語), Bengali (বাংলা)"],
  // Their names are the codes of Akan, Mongolian and Mende.
  ["", "Aka, Mon, Men", "Aka, Mon, Men"],
  ["", "made up by us", "made up by us"],
  ["", "", ""],
])("the language %j and others %j are told as %j", (language, otherLanguages, text) => {
  expect(languagesText({ language, otherLanguages })).toBe(text);
});

test("every language that was ever stored has its name", () => {
  for (const { code, name } of languages)
    expect(languagesText({ language: code, otherLanguages: "" })).toBe(name);
});

test.each([
  ["qq", "qq"],
  ["br, xx-YY", "xx-YY"],
  ["br, pt-BR, zh_Hant, Breton, Gbe, made up by us", undefined],
])("of %j, the code %j is not known", (otherLanguages, code) => {
  expect(findUnknownCode(otherLanguages)).toBe(code);
});

test("the list to choose from has each language once, with its own name", () => {
  const suggestions = languageSuggestions();
  const names = suggestions.map(({ english }) => english);
  expect(suggestions).toContainEqual({ english: "Breton", own: "brezhoneg" });
  expect(names).toEqual(expect.arrayContaining(languages.map(({ name }) => name)));
  expect(names).toHaveLength(new Set(names).size);
});
