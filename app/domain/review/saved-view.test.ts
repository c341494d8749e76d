import * as v from "valibot";
import { expect, test } from "vitest";
import { MAX_VIEW_NAME, savedViewSchema } from "./saved-view";

const parse = (name: string, query: string) => v.safeParse(savedViewSchema, { name, query });

test("a view has the query of its filter alone, whatever else stands in the address", () => {
  const query = "mine=on&genre=Folk&sort=due&after=02026~x&said=decided&view=exploded";
  expect(parse("  My \n folk ", query).output).toEqual({
    name: "My folk",
    query: "genre=Folk&mine=1",
  });
});

test.each([
  ["no name", " ", "mine=1", "Give the view a name."],
  [
    "a long name",
    "x".repeat(MAX_VIEW_NAME + 1),
    "mine=1",
    "The name must have at most 40 characters.",
  ],
  ["no filter", "All", "sort=due", "Set a filter first, so that there is something to save."],
  [
    "a search that is too long",
    "Found",
    new URLSearchParams({ q: "嵐".repeat(100) }).toString(),
    "The search is too long to save. Use fewer words.",
  ],
])("a view with %s is refused", (_, name, query, message) => {
  expect(parse(name, query).issues?.[0]?.message).toBe(message);
});
