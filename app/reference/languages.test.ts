import { expect, test } from "vitest";
import { languages, languagesText } from "./languages";

test.each([
  ["en", "", "English"],
  ["", "br", "Breton (brezhoneg)"],
  ["en", "br, ain", "English, Breton (brezhoneg), Ainu"],
  ["fr", "Occitan / Lojban", "French, Occitan, Lojban"],
  ["", "pt-BR", "Brazilian Portuguese (português (Brasil))"],
  ["", "zh_Hant", "Traditional Chinese (繁體中文)"],
  ["", "made up by us", "made up by us"],
  ["", "", ""],
])("the language %j and others %j are told as %j", (language, otherLanguages, text) => {
  expect(languagesText({ language, otherLanguages })).toBe(text);
});

test("every language that was ever stored has its name", () => {
  for (const { code, name } of languages)
    expect(languagesText({ language: code, otherLanguages: "" })).toBe(name);
});
