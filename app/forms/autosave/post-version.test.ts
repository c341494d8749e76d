import { expect, test } from "vitest";
import { answerFields, baseOf, draftOfPost } from "./post-version";

const bases: [string, [string, string][], string | undefined][] = [
  ["a raw post is based on nothing", [["bio", "x"]], undefined],
  ["a page names what it showed", [["version", "a1"]], "a1"],
  [
    "a field sent twice counts as sent last",
    [
      ["version", "a1"],
      ["version", "b2"],
    ],
    "b2",
  ],
  [
    "Next stays with what the page showed",
    [
      ["version", "a1"],
      ["newerVersion", "b2"],
      ["intent", "next"],
    ],
    "a1",
  ],
  [
    "keeping mine goes over the newer one",
    [
      ["version", "a1"],
      ["newerVersion", "b2"],
      ["intent", "keep-mine"],
    ],
    "b2",
  ],
  [
    "keeping mine without a newer one",
    [
      ["version", "a1"],
      ["intent", "keep-mine"],
    ],
    "a1",
  ],
];

test.each(bases)("%s", (_, fields, base) => {
  expect(baseOf(fields)).toBe(base);
});

test("fields about saving are no answers", () => {
  const fields: [string, string][] = [
    ["bio", "x"],
    ["version", "a1"],
    ["newerVersion", "b2"],
    ["draft", "d1"],
    ["intent", "next"],
    ["", ""],
  ];
  expect(answerFields(fields)).toEqual([["bio", "x"]]);
  expect(draftOfPost(fields)).toBe("d1");
});
