import * as v from "valibot";
import { expect, test } from "vitest";
import { parseTags, tagSuggestions, tagsSchema } from "./item-marks";

const parse = (tags: string) => v.safeParse(tagsSchema, { tags });
const errorOf = (tags: string) => parse(tags).issues?.[0].message;

test.each([
  ["Folk,  Late   Night ,folk, ,", ["folk", "late night"]],
  ["", []],
  [" , ,", []],
  ["Élan, E\u0301lan", ["élan"]],
  ["a\nb", ["a b"]],
])("tags are normalized: %j", (text, tags) => {
  expect(parse(text)).toMatchObject({ success: true, output: { tags } });
});

test("there are at most 10 tags of 30 characters, counted as people count them", () => {
  const numbers = Array.from({ length: 11 }, (_, index) => `tag ${index}`);
  expect(errorOf(numbers.slice(1).join(","))).toBeUndefined();
  expect(errorOf(numbers.join(","))).toBe("An entry can have at most 10 tags.");
  expect(errorOf("🎵".repeat(30))).toBeUndefined();
  expect(errorOf("x".repeat(31))).toBe("A tag can have at most 30 characters.");
});

test("each suggestion adds one tag in use to those of the entry", () => {
  expect(tagSuggestions(["folk"], ["folk", "live", "summer"])).toEqual([
    "folk, live",
    "folk, summer",
  ]);
  expect(tagSuggestions([], ["live"])).toEqual(["live"]);
});

test("stored tags that can't be read are none", () => {
  expect(parseTags('["folk"]')).toEqual(["folk"]);
  expect(parseTags("{}")).toEqual([]);
});
